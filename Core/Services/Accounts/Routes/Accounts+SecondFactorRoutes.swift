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

extension Accounts {
  /// None of these is kept for a repeated request: the answers are secrets.
  func secondFactorRoutes(_ routes: inout Routes) {
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
      RecoveryCodes(recoveryCodes: try await confirm(input.code, try call.account.id))
    }
    routes.action(
      "/me/second-factor/remove", "Remove the second factor", access: .account, status: 204,
      problems: [SecondFactor.wrong]
    ) { [self] (input: FactorCodeInput, call) in try await remove(input.code, try call.account.id) }
  }

  private func confirm(_ code: String, _ account: AccountID) async throws -> [String] {
    let codes = try await context.storage.write { [parts, context] transaction in
      let codes = try await parts.secondFactor.confirm(account, code: code, in: transaction)
      if codes != nil {
        try await AuditLog(context: context).append(
          "second-factor.added", by: account, on: account.text, in: transaction)
      }
      return codes
    }
    guard let codes else { throw SecondFactor.wrong }
    return codes
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
    return NoContent()
  }
}
