internal import FieldhouseKit
internal import Foundation

/// Sign-up and login by phone number and one-time code.
struct PhoneLogin: Sendable {
  /// When the code ends and when another one can be asked for.
  struct Sent: Sendable, Hashable {
    let expiresAt: Date
    let resendAt: Date
  }

  /// A code that is made and not stored yet.
  struct Draft: Sendable {
    fileprivate let key: IdentifierKey
    fileprivate let client: Client
    fileprivate let challenge: Challenge
    fileprivate let letter: Outbox.Letter
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

  /// Makes a code and the message with it, which takes no transaction.
  /// - Parameter path: where the link beside the code leads on to.
  func draft(to number: PhoneNumber, from client: Client, back path: ReturnPath) throws -> Draft {
    let key = IdentifierKey(number)
    let (challenge, issued) = challenger.make(.phone, key.value, device: client.device)
    let message = Messages(context: context).phoneCode(issued, to: number, language: client.language, back: path)
    return Draft(key: key, client: client, challenge: challenge, letter: try outbox.letter(message))
  }

  /// Sends a code. Nobody learns from the answer whether the number is known.
  /// - Throws: ``Problem`` 429 when codes are asked for too often.
  func send(_ draft: Draft, in transaction: any Transaction) async throws -> Sent {
    let (now, key, client) = (context.clock.now, draft.key, draft.client)
    let known = try await owner(key, client, in: transaction).known
    let address = known == nil ? [LimitUse(.codesPerAddress, .address(client.address))] : []
    let account = client.account.map { [LimitUse(.codesPerAccount, .account($0.id))] } ?? []
    try await messages.take(.code, to: key, from: client, known: known, with: address + account, in: transaction)
    // Behind the number's budget, which two at once take one after the other.
    let challenges = try await ChallengeStore.all(.phone, key.value, in: transaction)
    let own = challenges.filter { $0.device == client.device.id }
    try refuseEarlyResend(behind: own, now)
    try await ChallengeStore.put(draft.challenge, replacing: own.isEmpty ? .none : .own, in: transaction)
    try await outbox.add(draft.letter, now: now, in: transaction)
    return Sent(expiresAt: draft.challenge.expiresAt, resendAt: resendAt(draft.challenge.createdAt))
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

  /// A device waits between two codes; a code from a time that the clock has left again does not count, nor one that has
  /// expired.
  private func refuseEarlyResend(behind challenges: [Challenge], _ now: Date) throws {
    guard let last = challenges.last(where: { $0.expiresAt > now && $0.createdAt <= now }) else { return }
    let wait = resendAt(last.createdAt).timeIntervalSince(now)
    guard wait > 0 else { return }
    throw Problem.tooMany(
      "resend-too-soon", "A code has just been sent. Wait a moment before you ask for another one.",
      retryAfterSeconds: Int(wait.rounded(.up)))
  }
}
