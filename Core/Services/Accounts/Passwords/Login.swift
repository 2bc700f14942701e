internal import FieldhouseKit
internal import Foundation

/// Login with an identifier and a password.
struct Login: Sendable {
  /// How long a refusal waits for its answer.
  private static let pause = Duration.milliseconds(250)

  let context: AccountsContext
  let limits: RateLimits
  let passwords: Passwords
  let arrivals: Arrivals
  let secondFactor: SecondFactor

  /// Who tries to log in, from where.
  struct Attempt: Sendable {
    let name: LoginName
    let client: Client
  }

  /// What is known of an attempt before the password is checked.
  private struct Beginning: Sendable {
    let credential: CredentialStore.Credential?
    /// Whether the device has signed in to the account before; then only its own budget was asked.
    let isKnownDevice: Bool
    /// Whether the account has a session from this address; then it lost no token of all strangers.
    let isKnownAddress: Bool
  }

  /// The answer to every wrong combination.
  static let failed = Problem(
    status: 401, code: "login-failed", detail: "The combination of identifier and password is not correct.")

  /// Signs in.
  /// - Parameters:
  ///   - code: of the second factor, where the account has one.
  ///   - chosen: the password that somebody chooses in place of one that was mailed.
  /// - Throws: ``Problem`` 401, the same whatever was wrong; 429 after too many failures; with a password that was mailed
  ///   409 `password-change-needed`, `terms-needed`, 403 `password-expired`, 422 for one that breaks the rules.
  func login(
    _ attempt: Attempt, password: String, code: String?, keeping: Bool = false, chosen: ChosenPassword? = nil
  ) async throws -> Arrivals.Arrival {
    try await checkLimits(attempt)
    let beginning = try await context.steps.write { try await begin(attempt, in: $0) }
    guard try await passwords.verify(password, beginning.credential?.hash), let credential = beginning.credential else {
      throw Self.failed
    }
    if let end = credential.provisionalUntil {
      let first = try await prepare(chosen, mailed: password, until: end) {
        try await giveBack(attempt, beginning, credential.account, in: $0)
      }
      return try await context.steps.write { transaction in
        try await take(first, of: credential.account, in: transaction)
        return try await finish(attempt, beginning, credential, first.hash, code, keeping, in: transaction).get()
      }
    }
    let renewed = try await renewedHash(credential, password)
    return try await context.steps.write { transaction in
      try await finish(attempt, beginning, credential, renewed, code, keeping, in: transaction)
    }.get()
  }

  /// Who is known to have to wait is told after a pause, so that a storm of refusals costs next to nothing. Whether a
  /// device is known only storage tells.
  private func checkLimits(_ attempt: Attempt) async throws {
    guard !attempt.client.device.isMarked else { return }
    do {
      try limits.check(.loginsPerNameAndAddress, .name(attempt.name, attempt.client.address))
      try limits.check(.loginsPerAddress, .address(attempt.client.address))
    } catch {
      try await Task.sleep(for: Self.pause)
      throw error
    }
  }

  /// Takes the tokens before any work, so that parallel attempts cannot share one; a success gives them back.
  private func begin(_ attempt: Attempt, in transaction: any Transaction) async throws -> Beginning {
    let (client, name) = (attempt.client, attempt.name)
    let owner = try await name.owner(in: transaction)
    let credential = try await CredentialStore.find(owner, in: transaction)
    if try await KnownDevices.isKnown(client.device, to: owner, in: transaction), let owner {
      try await limits.take(.loginsPerKnownDevice, .device(client.device, of: owner), in: transaction)
      return Beginning(credential: credential, isKnownDevice: true, isKnownAddress: false)
    }
    let isKnownAddress = try await isKnown(client.address, to: owner, in: transaction)
    let uses = [
      LimitUse(.loginsPerNameAndAddress, .name(name, client.address)),
      LimitUse(.loginsPerAddress, .address(client.address)),
    ]
    let shared = isKnownAddress ? [] : [LimitUse(.loginsPerName, .name(name))]
    try await limits.take(uses + shared, in: transaction)
    return Beginning(credential: credential, isKnownDevice: false, isKnownAddress: isKnownAddress)
  }

  /// Whether the account has a session from this address: its owner is not held up by strangers elsewhere.
  private func isKnown(
    _ address: ClientAddress, to account: AccountID?, in transaction: any ReadTransaction
  ) async throws -> Bool {
    let id = account ?? AccountID("")
    return try await transaction.first(
      "select 1 from sessions where account = \(id) and address = \(address.text) limit 1") != nil
  }

  private func renewedHash(_ credential: CredentialStore.Credential, _ password: String) async throws -> String? {
    guard let hash = credential.hash, PasswordHash.isOutdated(hash) else { return nil }
    return try await passwords.hash(password)
  }

  private func finish(
    _ attempt: Attempt, _ beginning: Beginning, _ credential: CredentialStore.Credential, _ renewed: String?,
    _ code: String?, _ keeping: Bool, in transaction: any Transaction
  ) async throws -> Result<Arrivals.Arrival, Problem> {
    let (client, account) = (attempt.client, credential.account)
    let device = beginning.isKnownDevice ? client.device : nil
    let verdict = try await secondFactor.verdict(on: code, of: account, known: device, in: transaction)
    if case .refused(let problem) = verdict { return .failure(problem) }
    if let renewed { try await CredentialStore.set(renewed, of: account, in: transaction) }
    let arrival = try await arrivals.enter(
      account, isNew: false, isStrong: verdict.isShown, keeping: keeping, guest: client.account, from: client.address,
      in: transaction)
    try await giveBack(attempt, beginning, account, in: transaction)
    try await KnownDevices.remember(client.device, of: account, now: context.clock.now, in: transaction)
    return .success(arrival)
  }

  /// Signing in to an own account gives an address no more guesses at others: it gets back what this attempt took.
  private func giveBack(
    _ attempt: Attempt, _ beginning: Beginning, _ account: AccountID, in transaction: any Transaction
  ) async throws {
    let (client, name) = (attempt.client, attempt.name)
    guard !beginning.isKnownDevice else {
      return try await limits.reset(.loginsPerKnownDevice, .device(client.device, of: account), in: transaction)
    }
    try await limits.reset(.loginsPerNameAndAddress, .name(name, client.address), in: transaction)
    try await limits.giveBack(.loginsPerAddress, .address(client.address), in: transaction)
    if !beginning.isKnownAddress { try await limits.giveBack(.loginsPerName, .name(name), in: transaction) }
  }
}
