internal import FieldhouseKit
internal import Foundation

/// Where somebody goes on after signing in: a path of this site. It travels with the link of a message, because whoever
/// opens that in another browser would not find back to where they began.
struct ReturnPath: Sendable, Hashable {
  /// The path with its query and fragment, as an address writes it: `/folf-scoring/lobbies/ABC`.
  let text: String

  /// Printable ASCII without a backslash, which browsers read as a slash, and no `//` at the front, which would lead to
  /// another site; 500 characters at most.
  static let schema = Schema.nullable(
    .string(
      maxLength: 500, pattern: #"^/([!-.0-\[\]-~][!-\[\]-~]*)?$"#,
      description: "Where to go on after signing in: a path of this site."))

  init?(_ text: String?) {
    guard let text, text != "/" else { return nil }
    self.text = text
  }

  /// A message's link that leads on to the path.
  static func link(_ link: String, to path: ReturnPath?) -> String {
    guard let path, let value = path.text.addingPercentEncoding(withAllowedCharacters: unreserved) else { return link }
    return "\(link)&back=\(value)"
  }

  /// What a query's value needs no encoding for (RFC 3986, section 2.3), and the slash.
  private static let unreserved = CharacterSet.asciiAlphanumerics.union(CharacterSet(charactersIn: "-._~/"))
}

extension CharacterSet {
  fileprivate static let asciiAlphanumerics = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
}
