internal import FieldhouseKit
internal import Foundation

struct EnrolmentView: RouteOutput, Codable {
  /// The key in base 32, for typing.
  let secret: String
  /// The `otpauth` address, for a QR code.
  let uri: String

  static var schema: Schema {
    .object([("secret", .string().secret), ("uri", .string().secret)], required: ["secret", "uri"])
  }
}

struct FactorCodeInput: RouteInput {
  let code: String

  static var schema: Schema { .object([("code", Inputs.code)], required: ["code"]) }
}

struct RecoveryCodes: RouteOutput, Codable {
  /// Each works once; they are shown this once.
  let recoveryCodes: [String]

  static var schema: Schema {
    .object([("recoveryCodes", .array(of: .string().secret))], required: ["recoveryCodes"])
  }
}

struct FactorState: RouteOutput, Codable {
  /// Whether the account has a second factor.
  let enabled: Bool
  /// Whether roles of the account are withheld until it is shown.
  let required: Bool
  /// Whether it was shown in this session.
  let shown: Bool
  /// How many recovery codes are left.
  let recoveryCodes: Int
  /// From when on what the account looks after in plugins counts only in sessions in which a second factor was shown.
  /// Absent with a second factor, which is shown at once, before it was asked for, and where it never is.
  let dueAt: Date?
}

/// The routes for the second factor.
struct SecondFactorRoutes: RouteGroup {
  let context: AccountsContext
  let ownership: Ownership
  let secondFactor: SecondFactor
  let stepUp: StepUp

  /// None of these is kept for a repeated request: the answers are secrets.
  func declare(_ routes: inout Routes) {
    routes.get("/me/second-factor", "Whether I have a second factor, and need it", access: .account) {
      [self] (_: NoInput, call) in try await state(call)
    }
    routes.action(
      "/me/second-factor", "Begin with an authenticator app", access: .account, status: 201,
      problems: [SecondFactor.present, StepUp.needed([])]
    ) { [self] (_: NoInput, call) in
      let account = try call.account
      let enrolment = try await context.storage.write { transaction in
        try await stepUp.check(call, in: transaction)
        return try await secondFactor.enrol(account, in: transaction)
      }
      return EnrolmentView(secret: enrolment.secret, uri: enrolment.uri)
    }
    routes.action(
      "/me/second-factor/confirm", "Confirm the app with its first code", access: .account,
      problems: [SecondFactor.wrong, SecondFactor.present, StepUp.needed([])]
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
    ) { [self] (input: FactorCodeInput, call) in try await remove(input.code, call) }
    routes.action(
      "/me/second-factor/recovery-codes", "New recovery codes in the place of the old ones", access: .account,
      problems: [SecondFactor.missing, StepUp.needed([])]
    ) { [self] (_: NoInput, call) in RecoveryCodes(recoveryCodes: try await renewCodes(call)) }
  }

  private func state(_ call: Call) async throws -> FactorState {
    let account = try call.account.id
    let session = call.principal?.session ?? ""
    let (state, protection) = try await context.storage.read { transaction in
      (
        try await secondFactor.state(of: account, in: transaction),
        try await Protection.find(account, session: session, in: transaction)
      )
    }
    return FactorState(
      enabled: state.isUsed, required: call.principal?.withheldRoles.isEmpty == false,
      shown: protection?.isShown ?? false, recoveryCodes: state.left,
      dueAt: context.settings.pluginAdminGraceDays.flatMap { protection?.due(after: $0) })
  }

  /// The session in which the app is confirmed counts as strong.
  private func confirm(_ code: String, _ call: Call) async throws -> [String] {
    let (account, session) = (try call.account.id, try call.sessionID)
    let codes = try await context.storage.write { transaction in
      let before = try await ownership.begin(call, in: transaction)
      let codes = try await secondFactor.confirm(account, code: code, in: transaction)
      if codes != nil {
        try await SessionStore.strengthen(session, of: account, in: transaction)
        try await ownership.tell(.factorAdded, before, in: transaction)
      }
      return codes
    }
    guard let codes else { throw SecondFactor.wrong }
    return codes
  }

  private func show(_ code: String, _ call: Call) async throws -> NoContent {
    let (account, session) = (try call.account.id, try call.sessionID)
    let problem = try await context.storage.write { transaction in
      let problem = try await secondFactor.strengthen(session, of: account, code: code, in: transaction)
      if problem == nil { try await SessionStore.prove(session, of: account, now: call.now, in: transaction) }
      return problem
    }
    if let problem { throw problem }
    return NoContent()
  }

  /// A code of the factor itself is a proof.
  private func remove(_ code: String, _ call: Call) async throws -> NoContent {
    let account = try call.account.id
    let problem = try await context.storage.write { transaction in
      let before = try await ownership.before(account, language: call.language, in: transaction)
      let problem = try await secondFactor.remove(account, code: code, in: transaction)
      if problem == nil { try await ownership.tell(.factorRemoved, before, in: transaction) }
      return problem
    }
    if let problem { throw problem }
    return NoContent()
  }

  private func renewCodes(_ call: Call) async throws -> [String] {
    let account = try call.account.id
    return try await context.storage.write { transaction in
      let before = try await ownership.begin(call, in: transaction)
      let codes = try await secondFactor.renewCodes(of: account, in: transaction)
      try await ownership.tell(.recoveryCodesRenewed, before, in: transaction)
      return codes
    }
  }
}
