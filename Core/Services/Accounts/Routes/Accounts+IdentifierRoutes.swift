internal import FieldhouseKit

/// A phone number or an e-mail address, and the code that proves it.
struct IdentifierInput: RouteInput {
  let email: String?
  let phone: String?
  let code: String?

  static var schema: Schema { .object(fields) }
  static var fields: [(String, Schema)] {
    [
      ("email", Inputs.email), ("phone", .string(maxLength: 40).withMessage(PhoneNumber.lengthMessage)),
      ("code", Inputs.code),
    ]
  }

  /// The one identifier given.
  /// - Throws: ``Problem`` 422 unless it is exactly one, and well formed.
  func identifier() throws -> MoreIdentifiers.Identifier {
    switch (email, phone) {
    case (let email?, nil): .init(kind: .email, value: try EmailAddress(email).text)
    case (nil, let phone?): .init(kind: .phone, value: try PhoneNumber(phone).digits)
    default: throw Problem.invalid("/email", "required", "Send either 'email' or 'phone'.")
    }
  }
}

/// The ways to sign in that are offered.
struct MethodsView: RouteOutput, Codable {
  let phone: Bool
  let email: Bool
  let guest: Bool
  let minimumPasswordLength: Int
  let termsVersion: String
}

extension Accounts {
  func identifierRoutes(_ routes: inout Routes) {
    routes.get("/auth/methods", "The ways to sign in", access: .everyone) { [self] (_: NoInput, _) in methods }
    routes.post(
      "/me/identifiers", "Send a code to a further phone number or e-mail address", access: .account, status: 202,
      problems: [.tooManyAttempts]
    ) { [self] (input: IdentifierInput, call, transaction) in
      try await parts.identifiers.begin(
        try input.identifier(), of: try call.account.id, language: call.language, in: transaction)
      parts.bell.ring()
      return Accepted()
    }
    routes.action(
      "/me/identifiers/verify", "Prove it with the code", access: .account, status: 204,
      problems: [PhoneLogin.wrongCode, PhoneLogin.exhausted, MoreIdentifiers.taken]
    ) { [self] (input: IdentifierInput, call) in try await addIdentifier(input, call) }
    routes.delete("/me/identifiers", "Remove a phone number or e-mail address", access: .account) {
      [self] (input: IdentifierInput, call) in try await removeIdentifier(input, call)
    }
  }

  private var methods: MethodsView {
    let settings = context.settings
    return MethodsView(
      phone: settings.methods.phone, email: settings.methods.email, guest: settings.methods.guest,
      minimumPasswordLength: settings.minimumPasswordLength, termsVersion: settings.termsVersion)
  }

  private func addIdentifier(_ input: IdentifierInput, _ call: Call) async throws -> NoContent {
    let (identifier, me) = (try input.identifier(), try call.account.id)
    let problem = try await context.storage.write { [parts] transaction in
      try await parts.identifiers.complete(identifier, code: input.code ?? "", of: me, in: transaction)
    }
    if let problem { throw problem }
    try await parts.directory.feed.look()
    return NoContent()
  }

  private func removeIdentifier(_ input: IdentifierInput, _ call: Call) async throws -> NoContent {
    let (identifier, me) = (try input.identifier(), try call.account.id)
    try await context.storage.write { [parts] transaction in
      try await parts.identifiers.remove(identifier, of: me, in: transaction)
    }
    try await parts.directory.feed.look()
    return NoContent()
  }
}
