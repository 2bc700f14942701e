extension Accounts {
  /// The version of a published document that somebody who reads a language is shown, as it is to be kept with the acceptance;
  /// nil when none is published.
  public typealias PublishedVersion =
    @Sendable (_ document: String, _ language: String) async throws -> String?
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
}
