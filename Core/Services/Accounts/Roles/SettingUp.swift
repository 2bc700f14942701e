internal import FieldhouseKit
internal import Foundation

/// How the first administrator comes to be: on the command line, or with the link of the first start.
struct SettingUp: RouteGroup {
  let context: AccountsContext
  let arrivals: Arrivals
  let challenger: Challenger
  let passwords: Passwords

  /// Makes the first administrator.
  /// - Returns: the new account.
  /// - Throws: ``Problem`` 409 when there is one already, 422 for a bad address or password.
  @discardableResult
  func setUp(email: String, password: String) async throws -> AccountID {
    let email = try EmailAddress(email)
    try passwords.check(password, confirmation: password, personal: [email.text])
    let hash = try await passwords.hash(password)
    let account = try await context.storage.write { transaction in
      try await makeAdministrator(email, hash: hash, in: transaction)
    }
    return account
  }

  /// A link that makes whoever opens it first the administrator; nil when there is one already. It works for a day, and
  /// a new one ends the one before.
  /// - Returns: the path and query of the link, to be put behind the installation's address.
  func setUpPath() async throws -> String? {
    let issued = try await context.storage.write { [self] transaction -> Challenger.Issued? in
      guard try await GrantStore.count(RoleCatalogue.superAdmin, in: transaction) == 0 else { return nil }
      return try await challenger.issue(.setUp, "administrator", seconds: 86_400, in: transaction)
    }
    return issued.map { "/setup?token=\($0.link)" }
  }

  func declare(_ routes: inout Routes) {
    var marking = Routes()
    marking.cookieAction(
      "/auth/setup", "Become the first administrator with the link of the first start", access: .everyone,
      status: 201, cookies: SessionCookie.names, problems: [PasswordReset.linkWrong, Self.setUpDone]
    ) { [self] (input: SetUpInput, call) in
      let arrival = try await setUp(input, call)
      return CookieAnswer(arrival, for: call) { SignedIn(arrival, token: $0) }
    }
    routes.addMarking(marking)
  }

  private func setUp(_ input: SetUpInput, _ call: Call) async throws -> Arrivals.Arrival {
    let email = try EmailAddress(input.email)
    guard try await isOpen(input.token) else { throw PasswordReset.linkWrong }
    try passwords.check(
      input.password, confirmation: input.passwordConfirmation, personal: [email.text])
    let hash = try await passwords.hash(input.password)
    let arrival = try await context.storage.write { transaction in
      guard case .proved = try await challenger.check(link: input.token, .setUp, in: transaction) else {
        throw PasswordReset.linkWrong
      }
      let account = try await makeAdministrator(email, hash: hash, in: transaction)
      let client = Client(call)
      try await KnownDevices.remember(client.device, of: account, now: context.clock.now, in: transaction)
      return try await arrivals.enter(account, isNew: true, from: client.address, in: transaction)
    }
    return arrival
  }

  private func isOpen(_ link: String) async throws -> Bool {
    try await context.storage.read { transaction in
      try await ChallengeStore.find(.setUp, link: TokenHash(of: link).text, in: transaction)
    }.map { $0.expiresAt > context.clock.now } ?? false
  }

  private func makeAdministrator(
    _ email: EmailAddress, hash: String, in transaction: any Transaction
  ) async throws -> AccountID {
    guard try await GrantStore.count(RoleCatalogue.superAdmin, in: transaction) == 0 else { throw Self.setUpDone }
    let now = context.clock.now
    let owner = try await IdentifierStore.owner(IdentifierKey(email), in: transaction)
    let account = owner ?? context.newAccount
    if owner == nil {
      try await PersonStore.insert(Person(id: account, kind: .user, now: now), in: transaction)
      try await IdentifierStore.insert(IdentifierKey(email), of: account, now: now, in: transaction)
    }
    try await CredentialStore.set(hash, of: account, in: transaction)
    try await GrantStore.put(
      HeldRole(role: RoleCatalogue.superAdmin, scope: ""), to: account, by: "setup", now: now, in: transaction)
    try await AuditLog(context: context).append("setup", by: account, on: account.text, in: transaction)
    return account
  }

  /// The answer once there is an administrator.
  static let setUpDone = Problem.conflict("setup-done", "There is an administrator already. Log in.")
}

struct SetUpInput: RouteInput {
  let token: String
  let email: String
  let password: String
  let passwordConfirmation: String

  static var schema: Schema {
    .object(
      [
        ("token", Inputs.linkToken), ("email", Inputs.email), ("password", Inputs.password),
        ("passwordConfirmation", Inputs.confirmation),
      ], required: ["token", "email", "password", "passwordConfirmation"])
  }
}
