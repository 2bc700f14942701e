internal import FieldhouseKit
internal import Foundation

/// The second factor of an account: codes of an authenticator app, and recovery codes for when the phone is lost.
struct SecondFactor: Sendable {
  /// What came of the second factor.
  enum Verdict: Sendable {
    /// The account has none.
    case notUsed
    case shown
    case refused(Problem)

    /// Whether a session may be opened as strong.
    var isShown: Bool {
      if case .shown = self { true } else { false }
    }
  }

  /// What the app needs.
  struct Enrolment: Sendable {
    let secret: String
    let uri: String
  }

  private static let recoveryCodes = 10

  let context: AccountsContext
  let limits: RateLimits

  /// Makes a key; it counts once a code proves that the app has it.
  /// - Throws: ``Problem`` 409 when there is a second factor already.
  func enrol(_ account: Account, in transaction: any Transaction) async throws -> Enrolment {
    if try await SecondFactorStore.find(account.id, in: transaction)?.confirmedAt != nil { throw Self.present }
    let key = Sodium.randomBytes(20)
    let secret = Base32.encode(key)
    try await SecondFactorStore.put(
      account.id, sealed: context.secret.seal(Base64URL.encode(key)), in: transaction)
    return Enrolment(secret: secret, uri: uri(secret, account))
  }

  /// Confirms the app with its first code.
  /// - Returns: the recovery codes, shown this once; nil when the code was wrong.
  func confirm(_ account: AccountID, code: String, in transaction: any Transaction) async throws -> [String]? {
    if try await SecondFactorStore.find(account, in: transaction)?.confirmedAt != nil { throw Self.present }
    guard try await uses(code, of: account, in: transaction) else { return nil }
    try await SecondFactorStore.confirm(account, now: context.clock.now, in: transaction)
    return try await makeCodes(of: account, in: transaction)
  }

  /// Makes new recovery codes; the old ones do not work any more.
  /// - Throws: ``Problem`` 409 when there is no second factor.
  func renewCodes(of account: AccountID, in transaction: any Transaction) async throws -> [String] {
    guard try await SecondFactorStore.find(account, in: transaction)?.confirmedAt != nil else { throw Self.missing }
    try await SecondFactorStore.removeRecovery(of: account, in: transaction)
    return try await makeCodes(of: account, in: transaction)
  }

  private func makeCodes(of account: AccountID, in transaction: any Transaction) async throws -> [String] {
    let codes = (0..<Self.recoveryCodes).map { _ in Identifier.random().prefix(10).description }
    try await SecondFactorStore.putRecovery(codes.map { hash($0, account) }, of: account, in: transaction)
    return codes
  }

  /// Takes the second factor away; a current code proves that its owner wants it.
  /// - Returns: the problem to answer, nil when it was taken away.
  func remove(_ account: AccountID, code: String, in transaction: any Transaction) async throws -> Problem? {
    if case .refused(let problem) = try await verdict(on: code, of: account, in: transaction) { return problem }
    try await SecondFactorStore.remove(account, in: transaction)
    try await SessionStore.weaken(account, in: transaction)
    return nil
  }

  /// Whether somebody who has proved the first factor may come in.
  /// - Parameter known: the device, when it has signed in to the account before; it has tries of its own.
  func verdict(
    on code: String?, of account: AccountID, known: Device? = nil, in transaction: any Transaction
  ) async throws -> Verdict {
    guard try await SecondFactorStore.find(account, in: transaction)?.confirmedAt != nil else { return .notUsed }
    guard let code, !code.isEmpty else { return .refused(Self.needed) }
    let name: LimitName = known == nil ? .secondFactorsPerAccount : .secondFactorsPerKnownDevice
    let subject: LimitSubject = known.map { .device($0, of: account) } ?? .account(account)
    if let problem = try await limits.refusal(name, subject, in: transaction) { return .refused(problem) }
    guard try await isRight(code, of: account, in: transaction) else { return .refused(Self.wrong) }
    try await limits.reset(name, subject, in: transaction)
    return .shown
  }

  /// Shows the second factor in a session that was opened without it.
  /// - Returns: the problem to answer, nil when the session counts as strong from now on.
  func strengthen(
    _ session: String, of account: AccountID, code: String, in transaction: any Transaction
  ) async throws -> Problem? {
    switch try await verdict(on: code, of: account, in: transaction) {
    case .notUsed: return Self.missing
    case .refused(let problem): return problem
    case .shown:
      try await SessionStore.strengthen(session, of: account, in: transaction)
      return nil
    }
  }

  /// What is known of an account's second factor.
  func state(of account: AccountID, in transaction: any ReadTransaction) async throws -> (isUsed: Bool, left: Int) {
    let isUsed = try await SecondFactorStore.find(account, in: transaction)?.confirmedAt != nil
    return (isUsed, try await SecondFactorStore.countRecovery(of: account, in: transaction))
  }

  static let needed = Problem(
    status: 401, code: "second-factor-needed", detail: "Enter the code that your authenticator app shows.")
  static let wrong = Problem(
    status: 401, code: "second-factor-wrong", detail: "The code of the second factor is not correct.")
  static let missing = Problem.conflict("second-factor-missing", "There is no second factor yet. Add one first.")
  static let present = Problem(
    status: 409, code: "second-factor-present", detail: "There is a second factor already. Remove it first.")

  private func isRight(_ code: String, of account: AccountID, in transaction: any Transaction) async throws -> Bool {
    if try await uses(code, of: account, in: transaction) { return true }
    return try await SecondFactorStore.useRecovery(hash(code.lowercased(), account), of: account, in: transaction)
  }

  /// Whether the code is the app's; a step counts once.
  private func uses(_ code: String, of account: AccountID, in transaction: any Transaction) async throws -> Bool {
    guard let stored = try await SecondFactorStore.find(account, in: transaction),
      let key = context.secret.open(stored.sealed).flatMap(Base64URL.decode)
    else { return false }
    let given = OneTimeCode.normalized(code)
    guard let step = TimeCode(key: key).step(of: given, at: context.clock.now, after: stored.lastStep) else {
      return false
    }
    return try await SecondFactorStore.use(step, of: account, in: transaction)
  }

  private func hash(_ code: String, _ account: AccountID) -> String {
    context.secret.hash("recovery", account.text, code)
  }

  private func uri(_ secret: String, _ account: Account) -> String {
    var parts = URLComponents()
    parts.scheme = "otpauth"
    parts.host = "totp"
    parts.path = "/\(context.settings.siteName):\(account.username ?? account.name)"
    parts.queryItems = [
      URLQueryItem(name: "secret", value: secret), URLQueryItem(name: "issuer", value: context.settings.siteName),
    ]
    return parts.string ?? ""
  }
}
