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
  let publishedAt: Date
}

extension PageVersion {
  init(_ row: Row) throws {
    page = try row["page"]
    version = try row["version"]
    language = try row["language"]
    title = try row["title"]
    text = try row["text"]
    html = Markup.html(text)
    publishedAt = try row["published_at"]
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
    publishedAt = try row["published_at"]
  }
}
