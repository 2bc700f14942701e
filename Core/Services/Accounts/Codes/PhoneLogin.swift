internal import FieldhouseKit
internal import Foundation

/// Sign-up and login by phone number and one-time code.
struct PhoneLogin: Sendable {
  /// When the code ends and when another one can be asked for.
  struct Sent: Sendable, Hashable {
    let expiresAt: Date
    let resendAt: Date
  }

  /// What shows that somebody reads the messages to a number.
  enum Evidence: Sendable {
    case code(String, PhoneNumber)
    /// The secret of the link beside the code. It cannot be guessed, so no limit counts it: whoever holds the number
    /// comes in with it, even when strangers have used up the messages to the number and the tries of every code.
    case link(String)
  }

  /// What somebody answers to a message.
  struct Answer: Sendable {
    let evidence: Evidence
    /// The code of the second factor, where the account has one.
    let secondFactor: String?
    /// The versions of the documents that are agreed to, by document; nil without an agreement.
    let accepted: [String: String]?
    /// Whether an account that is leaving is taken back.
    let keeping: Bool
    /// The secret of the invitation that led here.
    let invitation: String?
  }

  let context: AccountsContext
  let limits: RateLimits
  let messages: MessageBudget
  let challenger: Challenger
  let outbox: Outbox
  let arrivals: Arrivals
  let secondFactor: SecondFactor
  let invitations: Invitations

  /// Sends a code. Nobody learns from the answer whether the number is known.
  /// - Parameter path: where the link beside the code leads on to.
  /// - Throws: ``Problem`` 429 when codes are asked for too often.
  func send(
    to number: PhoneNumber, from client: Client, back path: ReturnPath, in transaction: any Transaction
  ) async throws -> Sent {
    let (now, key) = (context.clock.now, IdentifierKey(number))
    let known = try await owner(key, client, in: transaction).known
    let address = known == nil ? [LimitUse(.codesPerAddress, .address(client.address))] : []
    let account = client.account.map { [LimitUse(.codesPerAccount, .account($0.id))] } ?? []
    try await messages.take(.code, to: key, from: client, known: known, with: address + account, in: transaction)
    // Behind the number's budget, which two at once take one after the other.
    try await refuseEarlyResend(key, client, now, in: transaction)
    let issued = try await challenger.issue(
      .phone, key.value, device: client.device, replacing: .own, in: transaction)
    let message = Messages(context: context).phoneCode(
      issued, to: number, language: client.language, back: path)
    try await outbox.add(message, now: now, in: transaction)
    return Sent(expiresAt: issued.expiresAt, resendAt: resendAt(now))
  }

  /// Checks a code or link; the right one signs in. A guest who asks is turned into an account that keeps its id, or
  /// becomes part of the account that has the number.
  /// - Returns: the failure when the try failed; it has been counted.
  /// - Throws: ``Problem`` 401 when the second factor is still needed, 409 `terms-needed` when nobody has the number and
  ///   the terms are not agreed to: nothing is used up, the code works again.
  func verify(
    _ answer: Answer, from client: Client, in transaction: any Transaction
  ) async throws -> Result<Arrivals.Arrival, Problem> {
    switch answer.evidence {
    case .code(let code, let number):
      let key = IdentifierKey(number)
      let (owner, known) = try await owner(key, client, in: transaction)
      let verdict = try await challenger.check(
        code, .phone, key.value, by: .init(client: client, known: known), in: transaction)
      guard case .proved = verdict else { return failure(verdict) }
      return try await letIn(answer, key, of: owner, from: client, isKnown: known != nil, in: transaction)
    case .link(let secret):
      let verdict = try await challenger.check(link: secret, .phone, in: transaction)
      guard case .proved(let proof) = verdict else { return failure(verdict) }
      let key = IdentifierKey(PhoneNumber(digits: proof.target))
      let (owner, known) = try await owner(key, client, in: transaction)
      return try await letIn(answer, key, of: owner, from: client, isKnown: known != nil, in: transaction)
    }
  }

  /// The answer to what proved nothing.
  private func failure(_ verdict: Challenger.Verdict) -> Result<Arrivals.Arrival, Problem> {
    switch verdict {
    case .proved, .wrong: .failure(Self.wrongCode)
    case .exhausted: .failure(Self.exhausted)
    case .limited(let problem): .failure(problem)
    }
  }

  private func letIn(
    _ answer: Answer, _ key: IdentifierKey, of owner: AccountID?, from client: Client, isKnown: Bool,
    in transaction: any Transaction
  ) async throws -> Result<Arrivals.Arrival, Problem> {
    try await messages.settle(.code, to: key, from: client, in: transaction)
    let now = context.clock.now
    var owner = owner
    if owner == nil {
      if let arrival = try await signUp(answer, key, from: client, in: transaction) { return .success(arrival) }
      owner = try await IdentifierStore.owner(key, in: transaction)
    }
    guard let owner else { return .failure(Self.wrongCode) }
    let device = isKnown ? client.device : nil
    let verdict = try await secondFactor.verdict(on: answer.secondFactor, of: owner, known: device, in: transaction)
    if case .refused(let problem) = verdict {
      if problem == SecondFactor.needed { throw problem }
      return .failure(problem)
    }
    try await KnownDevices.remember(client.device, of: owner, now: now, in: transaction)
    return .success(
      try await arrivals.enter(
        owner, isNew: false, isStrong: verdict.isShown, keeping: answer.keeping, guest: client.account,
        from: client.address, in: transaction))
  }

  /// Makes an account for a number that nobody has.
  /// - Returns: nil when somebody has taken it meanwhile.
  /// - Throws: ``Problem`` 409 `terms-needed`.
  private func signUp(
    _ answer: Answer, _ key: IdentifierKey, from client: Client, in transaction: any Transaction
  ) async throws -> Arrivals.Arrival? {
    guard let accepted = answer.accepted else { throw DocumentVersions.needed }
    let now = context.clock.now
    guard
      let arrival = try await arrivals.arrive(
        key, isFree: true, guest: client.account, from: client.address, in: transaction)
    else { return nil }
    let account = arrival.person.id
    try await ConsentStore.accept(accepted, by: account, at: now, in: transaction)
    try await KnownDevices.remember(client.device, of: account, isFirst: true, now: now, in: transaction)
    try await invitations.join(answer.invitation, arrival.person, in: transaction)
    return arrival
  }

  /// The account of a number, twice: also as one that the client's device has signed in to before, if it has.
  private func owner(
    _ key: IdentifierKey, _ client: Client, in transaction: any ReadTransaction
  ) async throws -> (owner: AccountID?, known: AccountID?) {
    let owner = try await IdentifierStore.owner(key, in: transaction)
    return (owner, try await KnownDevices.isKnown(client.device, to: owner, in: transaction) ? owner : nil)
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

  /// A device waits between two codes; a code from a time that the clock has left again does not count.
  private func refuseEarlyResend(
    _ key: IdentifierKey, _ client: Client, _ now: Date, in transaction: any Transaction
  ) async throws {
    let open = try await ChallengeStore.open(.phone, key.value, now: now, in: transaction)
    guard let last = open.last(where: { $0.device == client.device.id && $0.createdAt <= now }) else { return }
    let wait = resendAt(last.createdAt).timeIntervalSince(now)
    guard wait > 0 else { return }
    throw Problem.tooMany(
      "resend-too-soon", "A code has just been sent. Wait a moment before you ask for another one.",
      retryAfterSeconds: Int(wait.rounded(.up)))
  }
}
