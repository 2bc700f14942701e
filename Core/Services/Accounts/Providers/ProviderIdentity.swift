/// Who somebody is at a provider.
struct ProviderIdentity: Sendable, Hashable, Codable {
  let issuer: String
  /// The provider's name for the person: at most 255 characters, never given to another one.
  let subject: String
  /// The full name that the provider knows.
  let name: String?
  /// The e-mail address, lower case, if the provider says that it is verified.
  let email: String?

  /// The identity as it is kept among the identifiers. An issuer has no spaces.
  var value: String { "\(issuer) \(subject)" }

  /// The issuer of a kept identity.
  static func issuer(of value: String) -> String { String(value.prefix { $0 != " " }) }
}
