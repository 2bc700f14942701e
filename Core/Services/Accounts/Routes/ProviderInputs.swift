internal import FieldhouseKit
internal import Foundation

/// The provider in a path and where to go on afterwards.
struct DepartureInput: RouteInput {
  let provider: String
  let back: String?

  static var schema: Schema {
    .object(
      [
        ("provider", provider),
        ("back", ReturnPath.schema),
      ], required: ["provider"])
  }

  /// A provider's id.
  static let provider = Schema.string(minLength: 1, maxLength: 32)
}

struct DepartureView: RouteOutput, Decodable {
  /// The provider's page, to be opened in the browser.
  let authorizationUrl: String
  let expiresAt: Date
}

/// What the provider's redirect carried, and what else the host asked for.
struct ReturnInput: RouteInput {
  let provider: String
  let state: String
  let code: String?
  /// The provider's error instead of a code.
  let error: String?
  /// The issuer that the redirect names (RFC 9207).
  let iss: String?
  let secondFactor: String?
  let acceptsTerms: Bool?
  let termsVersion: String?
  let privacyVersion: String?
  let keep: Bool?
  let invitation: String?

  static var schema: Schema {
    .object(
      [
        ("provider", DepartureInput.provider), ("state", .string(minLength: 1, maxLength: 100)),
        ("code", .nullable(.string(maxLength: 4096))), ("error", .nullable(.string(maxLength: 200))),
        ("iss", .nullable(.string(maxLength: 500))), ("secondFactor", .nullable(Inputs.code)),
        ("keep", Inputs.keep), ("invitation", .nullable(Inputs.linkToken)),
      ] + Agreement.inputs, required: ["provider", "state"])
  }

  var agreement: Agreement { Agreement(acceptsTerms, terms: termsVersion, privacy: privacyVersion) }

  /// - Parameter accepted: the versions of the documents that are agreed to, if they are.
  func answer(browser: String?, language: String, accepted: [String: String]?) -> ProviderLogin.Return {
    ProviderLogin.Return(
      provider: provider, state: state, code: error == nil ? code : nil, issuer: iss, browser: browser,
      secondFactor: secondFactor, accepted: accepted, keeping: keep ?? false,
      invitation: invitation, language: language)
  }
}

/// The answer to a sign-in through a provider, or to an identity that was added (without token and account).
struct ReturnView: RouteOutput, Decodable {
  let token: String?
  let account: AccountView?
  let isNew: Bool
  /// Whether the identity was added to the caller's account.
  let added: Bool
  /// The path to go on at.
  let back: String

  init(_ arrival: Arrivals.Arrival, token: String?, back: String) {
    (self.token, account) = (token, AccountView(arrival.person.ownAccount))
    (isNew, added, self.back) = (arrival.isNew, false, back)
  }

  /// What is answered where an identity was added.
  init(addedGoingTo back: String) { (token, account, isNew, added, self.back) = (nil, nil, false, true, back) }

  static var schema: Schema { .derived(from: Self.self).refining("token", .string().secret) }
}
