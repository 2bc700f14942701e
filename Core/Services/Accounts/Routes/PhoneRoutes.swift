internal import FieldhouseKit
internal import Foundation

/// A phone number as people type it.
private let phoneSchema = Schema.string(minLength: 1, maxLength: 40, description: "With country code; 8 to 15 digits.")
  .text(.pasted)
  .withMessage(PhoneNumber.lengthMessage).withExample("+4915123456789")

struct PhoneInput: RouteInput {
  let phone: String
  let back: String?

  static var schema: Schema {
    .object([("phone", phoneSchema), ("back", ReturnPath.schema)], required: ["phone"])
  }
}

/// The proof of a phone number: number and code, or the secret of the link.
struct PhoneCodeInput: RouteInput {
  let phone: String?
  let code: String?
  let token: String?
  /// The code of the second factor, where the account has one.
  let secondFactor: String?
  let keep: Bool?
  /// The secret of an invitation link.
  let invitation: String?
  let acceptsTerms: Bool?
  let termsVersion: String?
  let privacyVersion: String?

  static var schema: Schema {
    .object(
      [
        ("phone", phoneSchema), ("code", Inputs.code), ("token", Inputs.linkToken),
        ("secondFactor", .nullable(Inputs.code)), ("keep", Inputs.keep), ("invitation", .nullable(Inputs.linkToken)),
      ] + Agreement.inputs)
  }

  var agreement: Agreement { Agreement(acceptsTerms, terms: termsVersion, privacy: privacyVersion) }

  /// The input, read.
  /// - Parameter accepted: the versions of the documents that are agreed to, if they are.
  /// - Throws: ``Problem`` 422 when neither code nor link is given, and for a number that is none.
  func answer(accepted: [String: String]?) throws -> PhoneLogin.Answer {
    PhoneLogin.Answer(
      evidence: try evidence(), secondFactor: secondFactor, accepted: accepted, keeping: keep ?? false,
      invitation: invitation)
  }

  private func evidence() throws -> PhoneLogin.Evidence {
    if let token { return .link(token) }
    guard let phone, let code else {
      throw Problem.invalid("/code", "required", "Send 'phone' and 'code', or the 'token' of the link.")
    }
    return .code(code, try PhoneNumber(phone))
  }
}

struct CodeSent: RouteOutput, Decodable {
  let expiresAt: Date
  let resendAt: Date
}

/// The routes for signing in with a code to a phone.
struct PhoneRoutes: RouteGroup {
  let context: AccountsContext
  let phoneLogin: PhoneLogin

  func declare(_ routes: inout Routes) {
    var marking = Routes()
    marking.post(
      "/auth/otp", "Send a one-time code to a phone", access: .everyone, status: 202,
      problems: [.tooManyAttempts, .methodOff], preparing: { [self] in try draft($0, $1) }
    ) { [phoneLogin] draft, _, transaction in
      let sent = try await phoneLogin.send(draft, in: transaction)
      return CodeSent(expiresAt: sent.expiresAt, resendAt: sent.resendAt)
    }
    marking.cookieAction(
      "/auth/otp/verify", "Sign in with a one-time code or the link beside it", access: .everyone,
      cookies: SessionCookie.names,
      problems: [
        PhoneLogin.wrongCode, PhoneLogin.exhausted, Arrivals.shut, Arrivals.leaving, SecondFactor.needed,
        SecondFactor.wrong, DocumentVersions.needed, DocumentVersions.changed,
      ]
    ) { [self] (input: PhoneCodeInput, call) in
      let arrival = try await verifyCode(input, call)
      return CookieAnswer(arrival, for: call) { SignedInOrUp(arrival, token: $0) }
    }
    routes.addMarking(marking)
  }

  private func draft(_ input: PhoneInput, _ call: Call) throws -> PhoneLogin.Draft {
    guard context.settings.methods.phone else { throw Problem.methodOff }
    return try phoneLogin.draft(
      to: try PhoneNumber(input.phone), from: Client(call), back: try ReturnPath(input.back))
  }

  /// A wrong code is counted in a transaction that commits; the problem is thrown after it.
  private func verifyCode(_ input: PhoneCodeInput, _ call: Call) async throws -> Arrivals.Arrival {
    let accepted = try await context.documents.versions(of: input.agreement, language: call.language)
    let (answer, client) = (try input.answer(accepted: accepted), Client(call))
    return try await context.steps.write { try await phoneLogin.verify(answer, from: client, in: $0) }.get()
  }
}
