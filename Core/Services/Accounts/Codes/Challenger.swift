internal import FieldhouseKit
internal import Foundation

/// Sets challenges and checks the answers. Several may be open for one target, each for the device that asked for it.
struct Challenger: Sendable {
  /// A challenge that was met. It cannot be used again.
  struct Proof: Sendable {
    /// What is proved.
    let target: String
    /// What was to be done; nil when there is nothing.
    let payload: String?
    /// Whether it comes from the device, or with the token, that the challenge was asked with.
    let isOwn: Bool
    /// Whether it was the only one open for its target.
    let isOnly: Bool
  }

  /// What came of an answer.
  enum Verdict: Sendable {
    case proved(Proof)
    /// Wrong, expired, used or never sent.
    case wrong
    /// Tried too often; a new code can be asked for.
    case exhausted
    /// The caller has to wait.
    case limited(Problem)
  }

  /// A challenge and the secrets that go out with it.
  struct Issued: Sendable {
    let code: String
    let link: String
    /// Shows later that an answer comes from who asked; given to nobody else.
    let token: String
    let expiresAt: Date
  }

  /// Who answers.
  struct Answerer: Sendable {
    let client: Client
    /// The token that came with the challenge, if it is shown.
    var token: String?
    /// The account that the target belongs to, when the device has signed in to it before.
    var known: AccountID?

    func asked(_ challenge: Challenge) -> Bool {
      [client.device.id, client.device.addressID].contains(challenge.device)
        || token.map { TokenHash(of: $0).text == challenge.tokenHash } ?? false
    }
  }

  let context: AccountsContext
  let limits: RateLimits

  /// Makes a code and a link for a target and stores their hashes.
  func issue(
    _ purpose: Challenge.Purpose, _ target: String, device: Device? = nil, replacing: Challenge.Replacing = .all,
    payload: String? = nil, seconds: Int? = nil, in transaction: any Transaction
  ) async throws -> Issued {
    let (challenge, issued) = make(purpose, target, device: device, payload: payload, seconds: seconds)
    try await ChallengeStore.put(challenge, replacing: replacing, in: transaction)
    return issued
  }

  /// Makes a code and a link for a target, which work once the challenge is stored.
  func make(
    _ purpose: Challenge.Purpose, _ target: String, device: Device? = nil, payload: String? = nil, seconds: Int? = nil
  ) -> (Challenge, Issued) {
    let now = context.clock.now
    let lifetime = context.settings.stretched(seconds ?? context.settings.codeSeconds)
    let issued = Issued(
      code: OneTimeCode.random(digits: context.settings.codeDigits), link: SessionToken.random().text,
      token: SessionToken.random().text, expiresAt: now.addingTimeInterval(lifetime))
    let id = Identifier.ordered(now)
    let challenge = Challenge(
      id: id, tokenHash: TokenHash(of: issued.token).text, purpose: purpose, target: target, device: device?.id ?? "",
      codeHash: hash(issued.code, purpose, id),
      linkHash: TokenHash(of: issued.link).text, payload: payload.map(context.secret.seal), createdAt: now,
      expiresAt: issued.expiresAt)
    return (challenge, issued)
  }

  /// Checks a code, counting the try: on the challenges that the caller asked for, else on all others. The others' tries
  /// and those of nothing at all count for the address, or for the device where it has signed in before.
  func check(
    _ code: String, _ purpose: Challenge.Purpose, _ target: String, by answerer: Answerer,
    in transaction: any Transaction
  ) async throws -> Verdict {
    let open = try await ChallengeStore.open(purpose, target, now: context.clock.now, in: transaction)
    let own = open.filter(answerer.asked)
    guard own.isEmpty else { return try await check(code, purpose, own, isOnly: open.count == 1, in: transaction) }
    if let problem = try await refusal(answerer, in: transaction) { return .limited(problem) }
    guard !open.isEmpty else { return .wrong }
    let compared = try await countTries(on: open, purpose, isOwn: false, in: transaction)
    guard !compared.isEmpty else { return .exhausted }
    guard let met = compared.first(where: { fits(code, $0) }) else { return .wrong }
    try await giveBack(answerer, in: transaction)
    return try await prove(met, isOwn: false, isOnly: open.count == 1, in: transaction)
  }

  /// Checks a code on the challenges that the caller asked for, at least one.
  private func check(
    _ code: String, _ purpose: Challenge.Purpose, _ own: [Challenge], isOnly: Bool, in transaction: any Transaction
  ) async throws -> Verdict {
    guard let met = own.first(where: { fits(code, $0) }) else {
      return try await countTries(on: own, purpose, isOwn: true, in: transaction).isEmpty ? .exhausted : .wrong
    }
    // Used up and counted in one: with too many wrong tries before it, the right one comes too late.
    let isUsed = try await ChallengeStore.use(met.id, limit: context.settings.codeTries, in: transaction)
    return isUsed ? .proved(proof(met, isOwn: true, isOnly: isOnly)) : .exhausted
  }

  /// - Returns: those whose code may be compared.
  private func countTries(
    on challenges: [Challenge], _ purpose: Challenge.Purpose, isOwn: Bool, in transaction: any Transaction
  ) async throws -> [Challenge] {
    try await ChallengeStore.countTries(
      on: challenges.map(\.id), isOwn: isOwn, purpose, limit: context.settings.codeTries, in: transaction)
  }

  /// Checks the secret of a link.
  func check(
    link: String, _ purpose: Challenge.Purpose, by answerer: Answerer? = nil, in transaction: any Transaction
  ) async throws -> Verdict {
    guard let challenge = try await ChallengeStore.find(purpose, link: TokenHash(of: link).text, in: transaction),
      challenge.expiresAt > context.clock.now
    else { return .wrong }
    return try await prove(
      challenge, isOwn: answerer?.asked(challenge) ?? false, isOnly: false, in: transaction)
  }

  private func fits(_ code: String, _ challenge: Challenge) -> Bool {
    let given = hash(OneTimeCode.normalized(code), challenge.purpose, challenge.id)
    return Sodium.equal(Array(given.utf8), Array(challenge.codeHash.utf8))
  }

  private func prove(
    _ challenge: Challenge, isOwn: Bool, isOnly: Bool, in transaction: any Transaction
  ) async throws -> Verdict {
    guard try await ChallengeStore.use(challenge.id, in: transaction) else { return .wrong }
    return .proved(proof(challenge, isOwn: isOwn, isOnly: isOnly))
  }

  private func proof(_ challenge: Challenge, isOwn: Bool, isOnly: Bool) -> Proof {
    Proof(
      target: challenge.target, payload: challenge.payload.flatMap(context.secret.open), isOwn: isOwn, isOnly: isOnly)
  }

  private func refusal(_ answerer: Answerer, in transaction: any Transaction) async throws -> Problem? {
    let (name, subject) = Self.budget(answerer)
    return try await limits.refusal(name, subject, in: transaction)
  }

  private func giveBack(_ answerer: Answerer, in transaction: any Transaction) async throws {
    let (name, subject) = Self.budget(answerer)
    try await limits.giveBack(name, subject, in: transaction)
  }

  private static func budget(_ answerer: Answerer) -> (LimitName, LimitSubject) {
    answerer.known.map { (.codeGuessesPerKnownDevice, .device(answerer.client.device, of: $0)) }
      ?? (.codeGuessesPerAddress, .address(answerer.client.address))
  }

  private func hash(_ code: String, _ purpose: Challenge.Purpose, _ id: String) -> String {
    context.secret.hash("code", purpose.rawValue, id, code)
  }
}
