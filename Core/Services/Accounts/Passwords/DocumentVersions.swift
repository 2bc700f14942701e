internal import FieldhouseKit

extension Accounts {
  /// The version of a published document that somebody who reads a language is shown, as it is to be kept with the acceptance;
  /// nil when none is published.
  public typealias PublishedVersion =
    @Sendable (_ document: String, _ language: String) async throws -> String?
}

/// What somebody who signs up says of the terms and the privacy policy.
struct Agreement: Sendable {
  let isGiven: Bool
  /// The version of each document that was shown, by document; none where whoever calls does not say.
  let shown: [String: String]

  init(_ isGiven: Bool?, terms: String?, privacy: String?) {
    self.isGiven = isGiven == true
    shown = ["terms": terms, "privacy": privacy].compactMapValues { $0 }
  }

  /// The inputs that say it, beside those of a route.
  static let inputs: [(String, Schema)] = [
    ("acceptsTerms", .nullable(.boolean.described("Needed to sign up: agrees to terms and privacy policy."))),
    ("termsVersion", version), ("privacyVersion", version),
  ]

  /// An input with a version that was shown.
  static let version = Schema.nullable(
    .string(maxLength: 100, description: "The version that was shown, as the ways to sign in give it."))
}

/// Which version of terms and privacy policy people agree to.
struct DocumentVersions: Sendable {
  /// What whoever signs up agrees to.
  static let accepted = ["terms", "privacy"]

  /// What holds where nothing is published.
  let standard: String
  let published: Accounts.PublishedVersion

  /// The version of a document for somebody who reads a language.
  func version(of document: String, language: String) async throws -> String {
    try await published(document, language) ?? standard
  }

  /// The versions of all that whoever signs up agrees to.
  func all(language: String) async throws -> [String: String] {
    var versions: [String: String] = [:]
    for document in Self.accepted { versions[document] = try await version(of: document, language: language) }
    return versions
  }

  /// The versions that are agreed to, by document; nil without an agreement.
  /// - Throws: ``Problem`` 409 `terms-changed` when another version was shown than the one that holds now.
  func versions(of agreement: Agreement, language: String) async throws -> [String: String]? {
    guard agreement.isGiven else { return nil }
    let versions = try await all(language: language)
    guard agreement.shown.allSatisfy({ versions[$0.key] == $0.value }) else { throw Self.changed }
    return versions
  }

  /// The answer to who would get an account and has not agreed. Nothing is used up: the same call with the agreement goes on.
  static let needed = Problem.conflict(
    "terms-needed", "Please agree to the Terms and Conditions and the Privacy Policy.")

  /// The answer to who has agreed to what does not hold any more.
  static let changed = Problem.conflict(
    "terms-changed", "The terms have changed since they were shown. Please read them again, and agree once more.")
}
