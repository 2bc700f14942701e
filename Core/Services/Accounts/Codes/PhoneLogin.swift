internal import FieldhouseKit
internal import Foundation

/// Sign-up and login by phone number and one-time code.
struct PhoneLogin: Sendable {
  /// When the code ends and when another one can be asked for.
  struct Sent: Sendable, Hashable {
    let expiresAt: Date
    let resendAt: Date
  }

  /// What somebody answers to a code.
  struct Answer: Sendable {
    let number: PhoneNumber
    let code: String
    /// The code of the second factor, where the account has one.
    let secondFactor: String?
    /// The secret of the invitation that led here.
    let invitation: String?
  }

  /// Five codes at once for a number, then one every ten minutes.
  static let perNumber = Limit(name: "phone-code-number", burst: 5, seconds: 600)
  /// Thirty codes at once for an address, then one every twenty seconds.
  static let perAddress = Limit(name: "phone-code-address", burst: 30, seconds: 20)
  /// Ten codes at once for a device that is signed in, e.g. as a guest, then one a minute.
  static let perDevice = Limit(name: "phone-code-device", burst: 10, seconds: 60)
  /// Fifty wrong codes at once from an address, then one every ten seconds.
  static let wrongPerAddress = Limit(name: "phone-code-wrong", burst: 50, seconds: 10)

  let context: AccountsContext
  let limits: RateLimits
  let challenger: Challenger
  let outbox: Outbox
  let arrivals: Arrivals
  let secondFactor: SecondFactor
  let invitations: Invitations

  /// Sends a code. Nobody learns from the answer whether the number is known.
  /// - Throws: ``Problem`` 429 when codes are asked for too often.
  func send(
    to number: PhoneNumber, from address: ClientAddress, device: String? = nil, language: String,
    in transaction: any Transaction
  ) async throws -> Sent {
    let now = context.clock.now
    try await limits.take(Self.perAddress, address, in: transaction)
    if let device { try await limits.take(Self.perDevice, device, in: transaction) }
    try await refuseEarlyResend(number, now, in: transaction)
    try await limits.take(Self.perNumber, number.digits, in: transaction)
    let issued = try await challenger.issue(.phone, number.digits, in: transaction)
    let message = Messages(context: context).phoneCode(issued.code, to: number, language: language)
    try await outbox.add(message, now: now, in: transaction)
    return Sent(expiresAt: issued.expiresAt, resendAt: resendAt(now))
  }

  /// Checks a code; the right one signs in.
  /// - Parameter guest: the guest who asks; an unknown number turns it into an account that keeps its id.
  /// - Returns: the failure when the try failed; it has been counted.
  /// - Throws: ``Problem`` 401 when the second factor is still needed: nothing is used up, the code works again.
  func verify(
    _ answer: Answer, guest: Account?, from address: ClientAddress, in transaction: any Transaction
  ) async throws -> Result<Arrivals.Arrival, Problem> {
    switch try await challenger.check(answer.code, .phone, answer.number.digits, in: transaction) {
    case .proved:
      try await limits.reset(Self.perNumber, answer.number.digits, in: transaction)
      return try await letIn(answer, guest: guest, from: address, in: transaction)
    case .wrong:
      return .failure(try await limits.refusal(Self.wrongPerAddress, address, in: transaction) ?? Self.wrongCode)
    case .exhausted:
      return .failure(Self.exhausted)
    }
  }

  private func letIn(
    _ answer: Answer, guest: Account?, from address: ClientAddress, in transaction: any Transaction
  ) async throws -> Result<Arrivals.Arrival, Problem> {
    if let arrival = try await arrivals.arrive(
      .phone, answer.number.digits, guest: guest, from: address, in: transaction)
    {
      try await invitations.join(answer.invitation, arrival.person, in: transaction)
      return .success(arrival)
    }
    guard let owner = try await IdentifierStore.owner(.phone, answer.number.digits, in: transaction) else {
      return .failure(Self.wrongCode)
    }
    let verdict = try await secondFactor.verdict(on: answer.secondFactor, of: owner, in: transaction)
    if case .refused(let problem) = verdict {
      if problem == SecondFactor.needed { throw problem }
      return .failure(problem)
    }
    return .success(
      try await arrivals.enter(owner, isNew: false, isStrong: verdict.isShown, from: address, in: transaction))
  }

  /// The same answer for every code that does not fit.
  static let wrongCode = Problem(
    status: 401, code: "code-wrong", detail: "The code is wrong or has expired. Check it or ask for a new one.")

  /// The answer once the tries are used up.
  static let exhausted = Problem(
    status: 429, code: "code-exhausted", detail: "Too many wrong codes. Ask for a new one.", retryAfterSeconds: 30)

  private func resendAt(_ sentAt: Date) -> Date {
    sentAt.addingTimeInterval(context.settings.stretched(context.settings.resendSeconds))
  }

  private func refuseEarlyResend(
    _ number: PhoneNumber, _ now: Date, in transaction: any Transaction
  ) async throws {
    guard let last = try await ChallengeStore.find(.phone, number.digits, in: transaction) else { return }
    let wait = resendAt(last.createdAt).timeIntervalSince(now)
    guard wait > 0 else { return }
    throw Problem.tooMany(
      "resend-too-soon", "A code has just been sent. Wait a moment before you ask for another one.",
      retryAfterSeconds: Int(wait.rounded(.up)))
  }
}
