internal import FieldhouseKit
internal import Foundation

/// Sets challenges and checks the answers.
struct Challenger: Sendable {
  /// What came of an answer.
  enum Verdict: Sendable {
    /// The code was right; it cannot be used again. Carries what was to be done.
    case proved(payload: String?)
    /// Wrong, expired, used or never sent.
    case wrong
    /// Tried too often; a new code can be asked for.
    case exhausted
  }

  /// A challenge and the secrets that go out with it.
  struct Issued: Sendable {
    let code: String
    let link: String
    let expiresAt: Date
  }

  let context: AccountsContext

  /// Makes a code and a link for a target and stores their hashes.
  func issue(
    _ purpose: Challenge.Purpose, _ target: String, payload: String? = nil, seconds: Int? = nil,
    in transaction: any Transaction
  ) async throws -> Issued {
    let now = context.clock.now
    let code = OneTimeCode.random(digits: context.settings.codeDigits)
    let link = SessionToken.random().text
    let lifetime = context.settings.stretched(seconds ?? context.settings.codeSeconds)
    let challenge = Challenge(
      purpose: purpose, target: target, codeHash: hash(code, purpose, target, now), linkHash: linkHash(link),
      payload: payload.map(context.secret.seal), createdAt: now, expiresAt: now.addingTimeInterval(lifetime))
    try await ChallengeStore.put(challenge, in: transaction)
    return Issued(code: code, link: link, expiresAt: challenge.expiresAt)
  }

  /// Checks a code, counting the try.
  func check(
    _ code: String, _ purpose: Challenge.Purpose, _ target: String, in transaction: any Transaction
  ) async throws -> Verdict {
    let now = context.clock.now
    let limit = context.settings.codeTries
    guard
      let challenge = try await ChallengeStore.countTry(purpose, target, limit: limit, now: now, in: transaction)
    else {
      let known = try await ChallengeStore.find(purpose, target, in: transaction)
      return known.map { $0.expiresAt > now } == true ? .exhausted : .wrong
    }
    let given = hash(OneTimeCode.normalized(code), purpose, target, challenge.createdAt)
    guard Sodium.equal(Array(given.utf8), Array(challenge.codeHash.utf8)) else { return .wrong }
    return try await prove(challenge, in: transaction)
  }

  /// Checks the secret of a link.
  func check(link: String, _ purpose: Challenge.Purpose, in transaction: any Transaction) async throws -> Verdict {
    guard let challenge = try await ChallengeStore.find(purpose, link: linkHash(link), in: transaction),
      challenge.expiresAt > context.clock.now
    else { return .wrong }
    return try await prove(challenge, in: transaction)
  }

  private func prove(_ challenge: Challenge, in transaction: any Transaction) async throws -> Verdict {
    try await ChallengeStore.remove(challenge.purpose, challenge.target, in: transaction)
    return .proved(payload: challenge.payload.flatMap(context.secret.open))
  }

  private func hash(_ code: String, _ purpose: Challenge.Purpose, _ target: String, _ createdAt: Date) -> String {
    context.secret.hash("code", purpose.rawValue, target, String(createdAt.millisecondsSince1970), code)
  }

  private func linkHash(_ link: String) -> String { TokenHash(of: link).text }
}
