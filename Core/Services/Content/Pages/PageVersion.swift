internal import FieldhouseKit
internal import Foundation

/// A version of a page in a language, as it was published once and for all.
struct PageVersion: RouteOutput, Codable, Hashable {
  let page: String
  /// Counted for each page from 1, through all of its languages: page and number name one text.
  let version: Int
  /// A BCP 47 tag.
  let language: String
  let title: String
  /// CommonMark.
  let text: String
  /// The text as HTML that holds nothing but text, links and pictures.
  let html: String
  /// The address of a video that belongs to the text, elsewhere or of one that was uploaded here and begins with `/`; left out
  /// where there is none, and where it was uploaded and no page shows it any more.
  private(set) var video: String?
  /// The address of the picture that the page has now, whichever version this is; left out where it has none, and in the
  /// list of versions.
  let picture: String?
  let publishedAt: Date
}

extension PageVersion {
  /// - Parameter picture: the id of the page's picture.
  init(_ row: Row, picture: String? = nil) throws {
    page = try row["page"]
    version = try row["version"]
    language = try row["language"]
    title = try row["title"]
    text = try row["text"]
    html = Markup.html(text)
    video = try row["video"]
    self.picture = PageStore.address(of: picture, page: page)
    publishedAt = try row["published_at"]
  }

  /// The same version, without a film that is gone.
  func playable(in transaction: any ReadTransaction) async throws -> PageVersion {
    var version = self
    version.video = try await FilmStore.address(video, in: transaction)
    return version
  }
}

/// A page in a list, in one language.
struct PageEntry: RouteOutput, Codable, Hashable {
  let page: String
  let section: PageSection
  let position: Int
  let version: Int
  let language: String
  let title: String
  /// The address of a video that belongs to the page, as in its text; left out where there is none.
  let video: String?
  /// The address of the page's picture; left out where it has none.
  let picture: String?
  let publishedAt: Date
}

extension PageEntry {
  init(_ row: Row) throws {
    page = try row["page"]
    section = PageSection(rawValue: try row["section"]) ?? .help
    position = try row["position"]
    version = try row["version"]
    language = try row["language"]
    title = try row["title"]
    video = try row["video"]
    picture = PageStore.address(of: try row["picture"], page: page)
    publishedAt = try row["published_at"]
  }
}
