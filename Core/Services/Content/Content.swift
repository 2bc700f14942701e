public import FieldhouseKit
internal import Foundation

/// What the people who run an installation write for everybody – terms, privacy policy, FAQ, tutorials, rules, guides, news, the
/// texts of languages, advertisements – and what people write to them and their web app tells of itself. It lies in the host's own namespace with ``migrations``.
///
/// A page has a text in each language. What was published stays: every change of a text is a version of its own that can be
/// read ever after, so that what somebody accepted stays provable.
public struct Content: Sendable {
  /// Refuses who writes too often, and counts one message more of whoever may.
  /// - Throws: ``Problem`` 429.
  public typealias Limit = @Sendable (Call) async throws -> Void

  let storage: any Storage
  let limit: Limit
  let crashLimit: Limit
  let texts: TextCatalog
  let pictures: ContentPictures
  let films: ContentFilms
  /// Where advertisements are shown.
  public let switches = AdvertisingSwitches()
  /// The language of a page that is shown where there is none in the reader's.
  static let fallback = "en"

  /// - Parameters:
  ///   - storage: a namespace with ``migrations``.
  ///   - texts: where the texts of all languages are, for operators to complete; see ``readTexts()``.
  ///   - pictures: where the pictures of pages and advertisements are kept.
  ///   - films: where the films of pages are kept.
  ///   - limit: counts the messages of a client.
  ///   - crashLimit: counts the faults of the web app that a client tells of.
  public init(
    storage: any Storage, texts: TextCatalog, pictures: ContentPictures, films: ContentFilms, limit: @escaping Limit,
    crashLimit: @escaping Limit
  ) {
    (self.storage, self.texts, self.pictures, self.films) = (storage, texts, pictures, films)
    (self.limit, self.crashLimit) = (limit, crashLimit)
  }

  /// Declares the routes, to be mounted at `/v1/content`.
  public func routes(_ routes: inout Routes) {
    readingRoutes(&routes)
    editingRoutes(&routes)
    pictureRoutes(&routes)
    filmRoutes(&routes)
    tourRoutes(&routes)
    messageRoutes(&routes)
    crashRoutes(&routes)
    languageRoutes(&routes)
  }

  /// The name and number of the version of a page that somebody who reads a language is shown, such as `terms/3`; nil when
  /// there is no such page. Its text stays readable under `/v1/content/pages/{page}/versions/{version}`.
  /// - Throws: ``StorageError``.
  public static func publishedVersions(
    in storage: any Storage
  ) -> @Sendable (_ page: String, _ language: String) async throws -> String? {
    { page, language in
      try await storage.read { try await PageStore.shown(page, language: language, in: $0) }
        .map { "\(page)/\($0)" }
    }
  }
}
