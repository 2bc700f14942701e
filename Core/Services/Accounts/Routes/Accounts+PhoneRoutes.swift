internal import FieldhouseKit
internal import Foundation

/// A phone number as people type it.
private let phoneSchema = Schema.string(minLength: 1, maxLength: 40, description: "With country code; 8 to 15 digits.")
  .withMessage(PhoneNumber.lengthMessage).withExample("+4915123456789")

struct PhoneInput: RouteInput {
  let phone: String

  static var schema: Schema { .object([("phone", phoneSchema)], required: ["phone"]) }
}

struct PhoneCodeInput: RouteInput {
  let phone: String
  let code: String
  /// The code of the second factor, where the account has one.
  let secondFactor: String?
  /// The secret of an invitation link.
  let invitation: String?

  static var schema: Schema {
    .object(
      [
        ("phone", phoneSchema), ("code", Inputs.code), ("secondFactor", .nullable(Inputs.code)),
        ("invitation", .nullable(Inputs.linkToken)),
      ], required: ["phone", "code"])
  }

  /// The input, read.
  /// - Throws: ``Problem`` 422 for a number that is none.
  func answer() throws -> PhoneLogin.Answer {
    PhoneLogin.Answer(
      number: try PhoneNumber(phone), code: code, secondFactor: secondFactor, invitation: invitation)
  }
}

struct CodeSent: RouteOutput, Decodable {
  let expiresAt: Date
  let resendAt: Date
}

extension Accounts {
  func phoneRoutes(_ routes: inout Routes) {
    routes.post(
      "/auth/otp", "Send a one-time code to a phone", access: .everyone, status: 202,
      problems: [.tooManyAttempts, .methodOff]
    ) { [self] (input: PhoneInput, call, transaction) in
      try await sendCode(input, call, transaction)
    }
    routes.action(
      "/auth/otp/verify", "Sign in with a one-time code", access: .everyone,
      problems: [
        PhoneLogin.wrongCode, PhoneLogin.exhausted, Arrivals.shut, SecondFactor.needed, SecondFactor.wrong,
      ]
    ) { [self] (input: PhoneCodeInput, call) in
      SignedInOrUp(try await verifyCode(input, call))
    }
  }

  private func sendCode(_ input: PhoneInput, _ call: Call, _ transaction: any Transaction) async throws -> CodeSent {
    guard context.settings.methods.phone else { throw Problem.methodOff }
    let number = try PhoneNumber(input.phone)
    try parts.limits.check(PhoneLogin.perNumber, number.digits)
    let sent = try await parts.phoneLogin.send(
      to: number, from: ClientAddress(call.remoteAddress), device: call.principal?.account.id.text,
      language: call.language, in: transaction)
    parts.bell.ring()
    return CodeSent(expiresAt: sent.expiresAt, resendAt: sent.resendAt)
  }

  /// A wrong code is counted in a transaction that commits; the problem is thrown after it.
  private func verifyCode(_ input: PhoneCodeInput, _ call: Call) async throws -> Arrivals.Arrival {
    let answer = try input.answer()
    let address = ClientAddress(call.remoteAddress)
    try parts.limits.check(PhoneLogin.wrongPerAddress, address.text)
    let arrival = try await context.storage.write { [parts] transaction in
      try await parts.phoneLogin.verify(
        answer, guest: call.principal?.account, from: address, in: transaction)
    }.get()
    if call.principal != nil || answer.invitation != nil { try await parts.directory.feed.look() }
    return arrival
  }
}
