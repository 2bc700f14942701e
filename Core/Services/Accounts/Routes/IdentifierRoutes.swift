internal import FieldhouseKit
internal import Foundation

/// A phone number or an e-mail address, and the code that proves it.
struct IdentifierInput: RouteInput {
  let email: String?
  let phone: String?
  let code: String?

  static var schema: Schema { .object(fields) }
  static var fields: [(String, Schema)] {
    [
      ("email", Inputs.email), ("phone", .string(maxLength: 40).text(.pasted).withMessage(PhoneNumber.lengthMessage)),
      ("code", Inputs.code),
    ]
  }

  /// The one identifier given.
  /// - Throws: ``Problem`` 422 unless it is exactly one, and well formed.
  func identifier() throws -> MoreIdentifiers.Identifier {
    switch (email, phone) {
    case (let email?, nil): IdentifierKey(try EmailAddress(email))
    case (nil, let phone?): IdentifierKey(try PhoneNumber(phone))
    default: throw Problem.invalid("/email", "required", "Send either 'email' or 'phone'.")
    }
  }
}

/// What to take away: a phone number, an e-mail address, or the id of an identity.
struct RemovalInput: RouteInput {
  let email: String?
  let phone: String?
  let identity: String?

  static var schema: Schema {
    .object([
      ("email", Inputs.email), ("phone", .string(maxLength: 40).text(.pasted).withMessage(PhoneNumber.lengthMessage)),
      ("identity", .string(minLength: 1, maxLength: 64)),
    ])
  }
}

/// One of a person's own identifiers.
struct IdentifierView: RouteOutput, Codable {
  /// `phone`, `email` or `identity`.
  let kind: String
  /// The number or address; null for an identity.
  let value: String?
  /// The id of an identity, to remove it by.
  let identity: String?
  /// What the identity's provider is called; its host where it is offered no more.
  let provider: String?
  let verifiedAt: Date
}

/// An identity provider to choose.
struct ProviderView: RouteOutput, Codable {
  let id: String
  let title: String
}

/// The ways to sign in that are offered.
struct MethodsView: RouteOutput, Codable {
  let phone: Bool
  let email: Bool
  let guest: Bool
  let providers: [ProviderView]
  let minimumPasswordLength: Int
  /// The versions that whoever signs up now agrees to, in the language of the request.
  let termsVersion: String
  let privacyVersion: String
}

/// The routes for the numbers, addresses and identities of a person.
struct IdentifierRoutes: RouteGroup {
  let context: AccountsContext
  let identifiers: MoreIdentifiers
  let ownership: Ownership
  let stepUp: StepUp

  func declare(_ routes: inout Routes) {
    var marking = Routes()
    marking.get("/auth/methods", "The ways to sign in", access: .everyone) { [self] (_: NoInput, call) in
      try await methods(for: call)
    }
    routes.addMarking(marking)
    routes.post(
      "/me/identifiers", "Send a code to a further phone number or e-mail address", access: .account, status: 202,
      problems: [.tooManyAttempts, StepUp.needed([])]
    ) { [self] (input: IdentifierInput, call, transaction) in
      try await stepUp.check(call, in: transaction)
      try await identifiers.begin(
        try input.identifier(), of: try call.account.id, from: Client(call), in: transaction)
      return Accepted()
    }
    routes.action(
      "/me/identifiers/verify", "Prove it with the code", access: .account, status: 204,
      problems: [PhoneLogin.wrongCode, PhoneLogin.exhausted, MoreIdentifiers.taken, StepUp.needed([])]
    ) { [self] (input: IdentifierInput, call) in try await addIdentifier(input, call) }
    routes.get("/me/identifiers", "My phone numbers, e-mail addresses and identities", access: .account) {
      [self] (_: NoInput, call) in Page(items: try await listIdentifiers(of: try call.account.id))
    }
    routes.delete(
      "/me/identifiers", "Remove a phone number, an e-mail address or an identity", access: .account,
      problems: [MoreIdentifiers.unknown, MoreIdentifiers.last, StepUp.needed([])]
    ) { [self] (input: RemovalInput, call) in try await removeIdentifier(input, call) }
  }

  private func methods(for call: Call) async throws -> MethodsView {
    let (settings, documents) = (context.settings, context.documents)
    return MethodsView(
      phone: settings.methods.phone, email: settings.methods.email, guest: settings.methods.guest,
      providers: settings.offeredProviders.map { ProviderView(id: $0.id, title: $0.title) },
      minimumPasswordLength: settings.minimumPasswordLength,
      termsVersion: try await documents.version(of: "terms", language: call.language),
      privacyVersion: try await documents.version(of: "privacy", language: call.language))
  }

  private func addIdentifier(_ input: IdentifierInput, _ call: Call) async throws -> NoContent {
    let (identifier, me) = (try input.identifier(), try call.account.id)
    let problem = try await context.storage.write { transaction in
      let before = try await ownership.begin(call, in: transaction)
      let problem = try await identifiers.complete(
        identifier, code: input.code ?? "", of: me, from: Client(call), in: transaction)
      if problem == nil, try await OwnershipState.read(me, in: transaction) != before.state {
        try await ownership.tell(.added(identifier.kind, identifier.value), before, in: transaction)
      }
      return problem
    }
    if let problem { throw problem }
    return NoContent()
  }

  private func listIdentifiers(of account: AccountID) async throws -> [IdentifierView] {
    try await context.storage.read { try await IdentifierStore.list(of: account, in: $0) }.map { entry in
      let isIdentity = entry.kind == .identity
      return IdentifierView(
        kind: entry.kind.rawValue, value: isIdentity ? nil : entry.value,
        identity: isIdentity ? identifiers.publicID(of: entry, account) : nil,
        provider: isIdentity ? providerName(of: entry.value) : nil,
        verifiedAt: entry.verifiedAt)
    }
  }

  private func providerName(of identity: String) -> String {
    let issuer = ProviderIdentity.issuer(of: identity)
    return context.settings.offeredProviders.first { $0.issuer == issuer }?.title ?? URL(string: issuer)?.host()
      ?? issuer
  }

  private func removeIdentifier(_ input: RemovalInput, _ call: Call) async throws -> NoContent {
    let me = try call.account.id
    let named = IdentifierInput(email: input.email, phone: input.phone, code: nil)
    try await context.storage.write { transaction in
      let before = try await ownership.begin(call, in: transaction)
      let identifier =
        if let id = input.identity {
          try await identifiers.identity(id, of: me, in: transaction)
        } else {
          try named.identifier()
        }
      try await identifiers.remove(identifier, of: me, in: transaction)
      let shown = identifier.kind == .identity ? providerName(of: identifier.value) : identifier.value
      try await ownership.tell(.removed(identifier.kind, shown), before, in: transaction)
    }
    return NoContent()
  }
}
