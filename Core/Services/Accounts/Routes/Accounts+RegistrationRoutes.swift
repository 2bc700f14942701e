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

extension Accounts {
  func registrationRoutes(_ routes: inout Routes) {
    routes.action(
      "/auth/register", "Sign up with e-mail address and password", access: .everyone, status: 202,
      problems: [.tooManyAttempts, .methodOff]
    ) { [self] (input: RegisterInput, call) in try await register(input, call) }
    routes.action(
      "/auth/verify", "Prove an e-mail address and sign in", access: .everyone,
      problems: [PhoneLogin.wrongCode, PhoneLogin.exhausted]
    ) { [self] (input: VerifyInput, call) in SignedIn(try await verify(input, call)) }
    routes.get("/auth/username", "Whether a user name is free, and a suggestion", access: .everyone) {
      [self] (input: UsernameQuery, _) in try await username(input)
    }
  }

  /// The password is hashed before the transaction, whoever has the address, so that the time tells nothing.
  private func register(_ input: RegisterInput, _ call: Call) async throws -> Accepted {
    guard context.settings.methods.email else { throw Problem.methodOff }
    let email = try await checked(input)
    let address = ClientAddress(call.remoteAddress)
    try parts.registration.checkLimits(email, from: address)
    let application = Registration.Application(
      name: input.name, username: input.username, email: email.text,
      passwordHash: try await parts.passwords.hash(input.password), termsVersion: context.settings.termsVersion,
      acceptedAt: call.now, language: call.language, invitation: input.invitation)
    try await context.storage.write { [parts] transaction in
      try await parts.registration.apply(application, from: address, in: transaction)
    }
    parts.bell.ring()
    return Accepted()
  }

  /// All mistakes of a registration at once.
  private func checked(_ input: RegisterInput) async throws -> EmailAddress {
    var mistakes = parts.passwords.rules.mistakes(
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

  private func verify(_ input: VerifyInput, _ call: Call) async throws -> Arrivals.Arrival {
    let address = ClientAddress(call.remoteAddress)
    try parts.limits.check(PhoneLogin.wrongPerAddress, address.text)
    let email = try input.email.map { try EmailAddress($0) }
    guard input.token != nil || (email != nil && input.code != nil) else {
      throw Problem.invalid("/code", "required", "Send 'email' and 'code', or the 'token' of the link.")
    }
    let arrival = try await context.storage.write { transaction in
      try await self.prove(input, email, call, in: transaction)
    }.get()
    try await parts.directory.feed.look()
    return arrival
  }

  private func prove(
    _ input: VerifyInput, _ email: EmailAddress?, _ call: Call, in transaction: any Transaction
  ) async throws -> Result<Arrivals.Arrival, Problem> {
    let verdict =
      if let token = input.token {
        try await parts.challenger.check(link: token, .registration, in: transaction)
      } else {
        try await parts.challenger.check(input.code ?? "", .registration, email?.text ?? "", in: transaction)
      }
    switch verdict {
    case .proved(let payload?):
      let address = ClientAddress(call.remoteAddress)
      return .success(
        try await parts.registration.complete(
          payload, guest: call.principal?.account, from: address, in: transaction))
    case .proved, .wrong: return .failure(PhoneLogin.wrongCode)
    case .exhausted: return .failure(PhoneLogin.exhausted)
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
