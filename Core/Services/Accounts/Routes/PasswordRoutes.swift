internal import FieldhouseKit
internal import Foundation

/// The routes for signing in with a password, and changing it.
struct PasswordRoutes: RouteGroup {
  let context: AccountsContext
  let limits: RateLimits
  let login: Login
  let ownership: Ownership
  let passwordReset: PasswordReset
  let passwords: Passwords

  func declare(_ routes: inout Routes) {
    var marking = Routes()
    marking.cookieAction(
      "/auth/login", "Sign in with an identifier and a password", access: .everyone, cookies: SessionCookie.names,
      problems: [
        Login.failed, SecondFactor.needed, SecondFactor.wrong, .tooManyAttempts, Arrivals.shut, Arrivals.leaving,
        Login.changeNeeded, Login.expired, DocumentVersions.needed, DocumentVersions.changed,
      ]
    ) { [self] (input: LoginInput, call) in
      let arrival = try await logIn(input, call)
      return CookieAnswer(arrival, for: call, untilClosed: input.remember == false) { SignedIn(arrival, token: $0) }
    }
    marking.post(
      "/auth/password/forgot", "Ask for a link to a new password", access: .everyone, status: 202,
      problems: [.tooManyAttempts]
    ) { [self] (input: EmailInput, call, transaction) in try await forgot(input, call, transaction) }
    marking.action(
      "/auth/password/reset", "Choose a new password with a link", access: .everyone,
      problems: [PasswordReset.linkWrong, .tooManyAttempts]
    ) { [self] (input: ResetInput, call) in try await reset(input, call) }
    routes.addMarking(marking)
    routes.put(
      "/me/password", "Change my password", access: .account, problems: [.tooManyAttempts, StepUp.needed([])]
    ) {
      [self] (input: PasswordChangeInput, call) in try await changePassword(input, call)
    }
  }

  private func logIn(_ input: LoginInput, _ call: Call) async throws -> Arrivals.Arrival {
    guard context.settings.methods.email else { throw Problem.methodOff }
    let attempt = Login.Attempt(name: LoginName(input.identifier), client: Client(call))
    return try await login.login(
      attempt, password: input.password, code: input.code, keeping: input.keep ?? false,
      chosen: input.chosen(call.language))
  }

  private func forgot(_ input: EmailInput, _ call: Call, _ transaction: any Transaction) async throws -> Accepted {
    let email = try EmailAddress(input.email)
    try await passwordReset.request(email, from: Client(call), in: transaction)
    return Accepted()
  }

  private func reset(_ input: ResetInput, _ call: Call) async throws -> NoContent {
    guard try await passwordReset.isOpen(input.token) else { throw PasswordReset.linkWrong }
    try passwords.check(input.password, confirmation: input.passwordConfirmation)
    let hash = try await passwords.hash(input.password)
    try await context.storage.write { transaction in
      let done = try await passwordReset.complete(
        input.token, hash: hash, from: Client(call), in: transaction)
      guard let account = done else { throw PasswordReset.linkWrong }
      // The link was the proof; what the notice can put back, the reset left as it was.
      let before = try await ownership.before(account, language: call.language, in: transaction)
      try await ownership.tell(.passwordChanged, before, in: transaction)
    }
    return NoContent()
  }

  private func changePassword(_ input: PasswordChangeInput, _ call: Call) async throws -> NoContent {
    let (account, session) = (try call.account, try call.sessionID)
    let current = try await context.storage.read { try await CredentialStore.hash(of: account.id, in: $0) }
    try await checkCurrent(input.currentPassword, current, account, call)
    let personal = [account.name, account.username ?? ""]
    try passwords.check(input.password, confirmation: input.passwordConfirmation, personal: personal)
    let hash = try await passwords.hash(input.password)
    try await context.storage.write { transaction in
      // The password that was asked for is a proof of its own.
      if current != nil { try await SessionStore.prove(session, of: account.id, now: call.now, in: transaction) }
      let before = try await ownership.begin(call, in: transaction)
      try await CredentialStore.set(hash, of: account.id, in: transaction)
      try await SessionStore.endAll(of: account.id, except: session, in: transaction)
      try await ownership.tell(.passwordChanged, before, in: transaction)
    }
    return NoContent()
  }

  /// Whoever has a password must know it to change it; guesses are limited like logins.
  private func checkCurrent(_ given: String?, _ hash: String?, _ account: Account, _ call: Call) async throws {
    guard let hash else { return }
    try await context.steps.write { transaction in
      try await limits.take(.passwordChecksPerAccount, .account(account.id), in: transaction)
    }
    guard let given, try await passwords.verify(given, hash) else {
      throw Problem.invalid("/currentPassword", "password-wrong", "The current password is not correct.")
    }
  }
}
