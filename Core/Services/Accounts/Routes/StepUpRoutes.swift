internal import FieldhouseKit
internal import Foundation

/// One proof of who is in a session: a password, a second factor, or a code with the number or address it was sent to.
struct StepUpInput: RouteInput {
  let password: String?
  let secondFactor: String?
  let phone: String?
  let email: String?
  let code: String?

  static var schema: Schema {
    .object([("password", Inputs.password), ("secondFactor", Inputs.code)] + IdentifierInput.fields)
  }

  /// The proof, read.
  /// - Throws: ``Problem`` 422 unless it is exactly one.
  func proof() throws -> StepUp.Proof {
    switch (password, secondFactor, code) {
    case (let password?, nil, nil) where phone == nil && email == nil: return .password(password)
    case (nil, let factor?, nil) where phone == nil && email == nil: return .secondFactor(factor)
    case (nil, nil, let code?):
      return .code(code, try IdentifierInput(email: email, phone: phone, code: nil).identifier())
    default:
      throw Problem.invalid(
        "/password", "required", "Send 'password', 'secondFactor', or 'code' with 'phone' or 'email'.")
    }
  }
}

/// Where to send a code for a step-up.
struct StepUpCodeInput: RouteInput {
  let email: String?
  let phone: String?

  static var schema: Schema { .object(IdentifierInput.fields.filter { $0.0 != "code" }) }
}

/// A way to prove who is in a session.
struct StepUpWayView: RouteOutput, Codable {
  /// `password`, `second-factor`, `code` or `sign-in`.
  let way: String
  /// For a code: the phone number to send it to.
  let phone: String?
  /// For a code: the e-mail address to send it to.
  let email: String?
  /// The sentence people read.
  let detail: String

  init(_ way: StepUpWay) {
    (self.way, detail) = (way.code, way.detail)
    if case .phone(let digits) = way { phone = digits } else { phone = nil }
    if case .email(let address) = way { email = address } else { email = nil }
  }
}

/// Whether the session has to be proved once more before a change of ownership, and how it can be.
struct StepUpView: RouteOutput, Codable {
  let needed: Bool
  /// Until when the last proof counts; null when it does not any more.
  let until: Date?
  let ways: [StepUpWayView]
}

/// A code is on its way.
struct StepUpCodeSent: RouteOutput, Decodable {
  let expiresAt: Date
}

/// The routes for proving who is in a session, and taking changes back.
struct StepUpRoutes: RouteGroup {
  let context: AccountsContext
  let ownership: Ownership
  let stepUp: StepUp

  func declare(_ routes: inout Routes) {
    routes.get("/me/step-up", "Whether I have to show once more that it is me, and how I can", access: .account) {
      [self] (_: NoInput, call) in
      try await context.storage.read { transaction in
        let until = try await stepUp.provedUntil(call, in: transaction)
        let ways = try await stepUp.ways(of: try call.account.id, in: transaction)
        return StepUpView(needed: until == nil, until: until, ways: ways.map(StepUpWayView.init))
      }
    }
    routes.action(
      "/me/step-up", "Show once more that it is me, for ten minutes in this session", access: .account, status: 204,
      problems: [StepUp.wrong, SecondFactor.wrong, SecondFactor.missing, PhoneLogin.wrongCode, .tooManyAttempts]
    ) { [self] (input: StepUpInput, call) in
      try await stepUp.prove(try input.proof(), call)
      return NoContent()
    }
    routes.action(
      "/me/step-up/code", "Send a code to one of my numbers or addresses, to show that it is me", access: .account,
      status: 202, problems: [MoreIdentifiers.unknown, .tooManyAttempts]
    ) { [self] (input: StepUpCodeInput, call) in
      let identifier = try IdentifierInput(email: input.email, phone: input.phone, code: nil).identifier()
      let until = try await context.storage.write {
        try await stepUp.send(to: identifier, call, in: $0)
      }
      return StepUpCodeSent(expiresAt: until)
    }
    routes.action(
      "/auth/undo", "Take a change of my account back, with the link of its notice", access: .everyone, status: 204,
      problems: [PasswordReset.linkWrong]
    ) { [self] (input: InvitationToken, _) in
      try await context.storage.write { try await ownership.undo(input.token, in: $0) }
      return NoContent()
    }
  }
}
