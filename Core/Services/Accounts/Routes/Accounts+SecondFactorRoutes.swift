internal import FieldhouseKit

struct EnrolmentView: RouteOutput, Codable {
  /// The key in base 32, for typing.
  let secret: String
  /// The `otpauth` address, for a QR code.
  let uri: String
}

struct FactorCodeInput: RouteInput {
  let code: String

  static var schema: Schema { .object([("code", Inputs.code)], required: ["code"]) }
}

struct RecoveryCodes: RouteOutput, Codable {
  /// Each works once; they are shown this once.
  let recoveryCodes: [String]
}

struct FactorState: RouteOutput, Codable {
  /// Whether the account has a second factor.
  let enabled: Bool
  /// Whether roles of the account are withheld until it is shown.
  let required: Bool
  /// How many recovery codes are left.
  let recoveryCodes: Int
}

extension Accounts {
  /// None of these is kept for a repeated request: the answers are secrets.
  func secondFactorRoutes(_ routes: inout Routes) {
    routes.get("/me/second-factor", "Whether I have a second factor, and need it", access: .account) {
      [self] (_: NoInput, call) in try await state(call)
    }
    routes.action(
      "/me/second-factor", "Begin with an authenticator app", access: .account, status: 201,
      problems: [SecondFactor.present]
    ) { [self] (_: NoInput, call) in
      let account = try call.account
      let enrolment = try await context.storage.write { [parts] transaction in
        try await parts.secondFactor.enrol(account, in: transaction)
      }
      return EnrolmentView(secret: enrolment.secret, uri: enrolment.uri)
    }
    routes.action(
      "/me/second-factor/confirm", "Confirm the app with its first code", access: .account,
      problems: [SecondFactor.wrong, SecondFactor.present]
    ) { [self] (input: FactorCodeInput, call) in
      RecoveryCodes(recoveryCodes: try await confirm(input.code, call))
    }
    endingRoutes(&routes)
  }

  private func endingRoutes(_ routes: inout Routes) {
    routes.action(
      "/me/second-factor/show", "Show the second factor in this session", access: .account, status: 204,
      problems: [SecondFactor.wrong, SecondFactor.missing, .tooManyAttempts]
    ) { [self] (input: FactorCodeInput, call) in try await show(input.code, call) }
    routes.action(
      "/me/second-factor/remove", "Remove the second factor", access: .account, status: 204,
      problems: [SecondFactor.wrong]
    ) { [self] (input: FactorCodeInput, call) in try await remove(input.code, try call.account.id) }
  }

  private func state(_ call: Call) async throws -> FactorState {
    let account = try call.account.id
    let state = try await context.storage.read { [parts] transaction in
      try await parts.secondFactor.state(of: account, in: transaction)
    }
    return FactorState(
      enabled: state.isUsed, required: call.principal?.withheldRoles.isEmpty == false, recoveryCodes: state.left)
  }

  /// The session in which the app is confirmed counts as strong.
  private func confirm(_ code: String, _ call: Call) async throws -> [String] {
    let (account, session) = (try call.account.id, try call.sessionID)
    let codes = try await context.storage.write { [parts, context] transaction in
      let codes = try await parts.secondFactor.confirm(account, code: code, in: transaction)
      if codes != nil {
        try await SessionStore.strengthen(session, of: account, in: transaction)
        try await AuditLog(context: context).append(
          "second-factor.added", by: account, on: account.text, in: transaction)
      }
      return codes
    }
    guard let codes else { throw SecondFactor.wrong }
    try await parts.directory.feed.look()
    return codes
  }

  private func show(_ code: String, _ call: Call) async throws -> NoContent {
    let (account, session) = (try call.account.id, try call.sessionID)
    let problem = try await context.storage.write { [parts] transaction in
      try await parts.secondFactor.strengthen(session, of: account, code: code, in: transaction)
    }
    if let problem { throw problem }
    try await parts.directory.feed.look()
    return NoContent()
  }

  private func remove(_ code: String, _ account: AccountID) async throws -> NoContent {
    let problem = try await context.storage.write { [parts, context] transaction in
      let problem = try await parts.secondFactor.remove(account, code: code, in: transaction)
      if problem == nil {
        try await AuditLog(context: context).append(
          "second-factor.removed", by: account, on: account.text, in: transaction)
      }
      return problem
    }
    if let problem { throw problem }
    try await parts.directory.feed.look()
    return NoContent()
  }
}
