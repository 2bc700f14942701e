internal import FieldhouseKit
internal import Foundation

/// Login with an identifier and a password.
struct Login: Sendable {
  /// Ten wrong passwords at once for an account from an address, then one a minute.
  static let perPair = Limit(name: "login-pair", burst: 10, seconds: 60)
  /// Fifty at once for an account from addresses it never came from, then one a minute.
  static let perAccount = Limit(name: "login-account", burst: 50, seconds: 60)
  /// A hundred at once from an address, then one every five seconds.
  static let perAddress = Limit(name: "login-address", burst: 100, seconds: 5)

  /// How long a refusal waits for its answer.
  private static let pause = Duration.milliseconds(250)

  let context: AccountsContext
  let limits: RateLimits
  let passwords: Passwords
  let arrivals: Arrivals
  let secondFactor: SecondFactor

  /// Who tries to log in, from where.
  struct Attempt: Sendable {
    let identifier: String
    let address: ClientAddress
    /// The account and the address together.
    let pair: String

    init(identifier: String, address: ClientAddress) {
      self.identifier = SearchKey.fold(identifier)
      self.address = address
      pair = self.identifier + "\n" + address.text
    }
  }

  private struct Beginning: Sendable {
    let credential: CredentialStore.Credential?
    /// Whether the account has been at this address before; then the address lost no token, and is given none back.
    let isKnown: Bool
  }

  /// The answer to every wrong combination.
  static let failed = Problem(
    status: 401, code: "login-failed", detail: "The combination of identifier and password is not correct.")

  /// Signs in.
  /// - Parameter code: of the second factor, where the account has one.
  /// - Throws: ``Problem`` 401, the same whatever was wrong; 429 after too many failures.
  func login(
    _ attempt: Attempt, password: String, code: String?
  ) async throws -> Arrivals.Arrival {
    try await checkLimits(attempt)
    let beginning = try await context.storage.write { try await begin(attempt, in: $0) }
    guard try await passwords.verify(password, beginning.credential?.hash), let credential = beginning.credential else {
      throw Self.failed
    }
    let renewed = try await renewedHash(credential, password)
    return try await context.storage.write { transaction in
      let arrival = try await finish(attempt, credential, renewed, code, in: transaction)
      if !beginning.isKnown, case .success = arrival {
        try await limits.giveBack(Self.perAddress, attempt.address, in: transaction)
      }
      return arrival
    }.get()
  }

  /// Who is known to have to wait is told after a pause, so that a storm of refusals costs next to nothing.
  private func checkLimits(_ attempt: Attempt) async throws {
    do {
      try limits.check(Self.perPair, attempt.pair)
      try limits.check(Self.perAddress, attempt.address)
    } catch {
      try await Task.sleep(for: Self.pause)
      throw error
    }
  }

  /// Takes the tokens before any work, so that parallel attempts cannot share one; a success gives them back.
  private func begin(_ attempt: Attempt, in transaction: any Transaction) async throws -> Beginning {
    let credential = try await CredentialStore.find(attempt.identifier, in: transaction)
    try await limits.take(Self.perPair, attempt.pair, in: transaction)
    let isKnown = try await isKnown(credential, attempt.address, in: transaction)
    if !isKnown {
      try await limits.take(Self.perAccount, attempt.identifier, in: transaction)
      try await limits.take(Self.perAddress, attempt.address, in: transaction)
    }
    return Beginning(credential: credential, isKnown: isKnown)
  }

  /// Whether the account has a session from this address: its owner is not held up by strangers.
  private func isKnown(
    _ credential: CredentialStore.Credential?, _ address: ClientAddress, in transaction: any ReadTransaction
  ) async throws -> Bool {
    let account = credential?.account ?? AccountID("")
    return try await transaction.first(
      "select 1 from sessions where account = \(account) and address = \(address.text) limit 1") != nil
  }

  private func renewedHash(_ credential: CredentialStore.Credential, _ password: String) async throws -> String? {
    guard let hash = credential.hash, PasswordHash.isOutdated(hash) else { return nil }
    return try await passwords.hash(password)
  }

  private func finish(
    _ attempt: Attempt, _ credential: CredentialStore.Credential, _ renewed: String?, _ code: String?,
    in transaction: any Transaction
  ) async throws -> Result<Arrivals.Arrival, Problem> {
    let verdict = try await secondFactor.verdict(on: code, of: credential.account, in: transaction)
    if case .refused(let problem) = verdict { return .failure(problem) }
    try await limits.reset(Self.perPair, attempt.pair, in: transaction)
    try await limits.reset(Self.perAccount, attempt.identifier, in: transaction)
    if let renewed { try await CredentialStore.set(renewed, of: credential.account, in: transaction) }
    return .success(
      try await arrivals.enter(
        credential.account, isNew: false, isStrong: verdict.isShown, from: attempt.address, in: transaction))
  }
}
