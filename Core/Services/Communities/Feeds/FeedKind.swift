internal import Foundation

/// A kind of a plugin's things that each have a feed, such as matches.
public struct FeedKind: Sendable, Hashable {
  let kind: String
  /// The path of the page that shows one, below the plugin's area, with `{thing}` for its id; nil where there is none.
  let page: String?

  /// - Parameter page: the path of the page that shows one, below the plugin's area, with `{thing}` for its id.
  public init(_ kind: String, page: String?) { (self.kind, self.page) = (kind, page) }

  /// The page of a thing in the web app; nil where there is none.
  func link(to thing: String, in area: String) -> String? {
    let id = thing.addingPercentEncoding(
      withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~")))
    return page.map { "/\(area)\($0.replacing("{thing}", with: id ?? thing))" }
  }
}
