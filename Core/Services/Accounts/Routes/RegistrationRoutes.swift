internal import FieldhouseKit
internal import Foundation

struct UsernameQuery: RouteInput {
  let username: String?
  let name: String?

  static var schema: Schema {
    .object([("username", .string(maxLength: 60)), ("name", .string(maxLength: 50))])
  }
}

struct UsernameAnswer: RouteOutput, Decodable {
  /// Whether the asked user name can be taken; null when none was asked.
  let available: Bool?
  /// A free user name.
  let suggestion: String
}

/// The routes for signing up with an e-mail address.
struct RegistrationRoutes: RouteGroup {
  let context: AccountsContext
  let passwords: Passwords
  let registration: Registration

  func declare(_ routes: inout Routes) {
    var marking = Routes()
    marking.action(
      "/auth/register", "Sign up with e-mail address and password", access: .everyone, status: 202,
      problems: [.tooManyAttempts, .methodOff, DocumentVersions.changed]
    ) { [self] (input: RegisterInput, call) in try await register(input, call) }
    marking.cookieAction(
      "/auth/verify", "Prove an e-mail address and sign in", access: .everyone, cookies: SessionCookie.names,
      problems: [PhoneLogin.wrongCode, PhoneLogin.exhausted, .tooManyAttempts]
    ) { [self] (input: VerifyInput, call) in try await verify(input, call) }
    routes.addMarking(marking)
    routes.get("/auth/username", "Whether a user name is free, and a suggestion", access: .everyone) {
      [self] (input: UsernameQuery, _) in try await username(input)
    }
  }

  /// The password is hashed before the transaction, whoever has the address, so that the time tells nothing.
  private func register(_ input: RegisterInput, _ call: Call) async throws -> Applied {
    guard context.settings.methods.email else { throw Problem.methodOff }
    let path = try ReturnPath(input.back)
    let (email, client) = (try await checked(input), Client(call))
    try registration.checkLimits(email, from: client)
    let agreement = Agreement(input.acceptsTerms, terms: input.termsVersion, privacy: input.privacyVersion)
    guard let versions = try await context.documents.versions(of: agreement, language: call.language) else {
      throw DocumentVersions.needed
    }
    let application = Registration.Application(
      name: input.name, username: input.username, email: email.text,
      passwordHash: try await passwords.hash(input.password),
      versions: versions, acceptedAt: call.now, language: call.language,
      invitation: input.invitation)
    let token = try await context.steps.write { transaction in
      try await registration.apply(application, email, from: client, back: path, in: transaction)
    }
    return Applied(registration: token)
  }

  /// All mistakes of a registration at once.
  private func checked(_ input: RegisterInput) async throws -> EmailAddress {
    var mistakes = passwords.rules.mistakes(
      of: input.password, confirmation: input.passwordConfirmation,
      personal: [input.email, input.name, input.username ?? ""])
    let email = EmailAddress(lenient: input.email)
    if email == nil {
      mistakes.append(
        Problem.Field(pointer: "/email", code: "email-invalid", detail: EmailAddress.invalidMessage))
    }
    if !input.acceptsTerms { mistakes.append(Self.termsNotAccepted) }
    if try await isTaken(input.username) { mistakes.append(Username.taken) }
    guard mistakes.isEmpty, let email else { throw Problem.invalid(mistakes) }
    return email
  }

  private static let termsNotAccepted = Problem.Field(
    pointer: "/acceptsTerms", code: "terms-not-accepted",
    detail: "Please agree to the Terms and Conditions and the Privacy Policy.")

  private func isTaken(_ username: String?) async throws -> Bool {
    guard let username else { return false }
    return try await context.storage.read { try await Username.owner(username, in: $0) } != nil
  }

  private func verify(_ input: VerifyInput, _ call: Call) async throws -> CookieAnswer<Verified> {
    let (confirmation, client) = (try input.confirmation(), Client(call))
    let confirmed = try await context.steps.write { transaction in
      try await registration.confirm(confirmation, token: input.registration, from: client, in: transaction)
    }.get()
    let hasPassword = try await registration.claim(input.password, for: confirmed)
    return CookieAnswer(confirmed.arrival, for: call) {
      Verified(confirmed.arrival, token: $0, passwordNeeded: !hasPassword)
    }
  }

  private func username(_ input: UsernameQuery) async throws -> UsernameAnswer {
    let isTaken = try await isTaken(input.username)
    let isFree = input.username.map { $0.wholeMatch(of: /[A-Za-z][A-Za-z0-9._-]{2,29}/) != nil && !isTaken }
    let suggestion = try await context.storage.read { transaction in
      try await Username.suggestion(for: input.name ?? input.username ?? "", in: transaction)
    }
    return UsernameAnswer(available: isFree, suggestion: suggestion)
  }
}
