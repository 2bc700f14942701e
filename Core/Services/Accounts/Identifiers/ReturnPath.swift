internal import FieldhouseKit
internal import Foundation

/// A path of this site to go on at; never another site.
struct ReturnPath: Sendable, Hashable {
  /// The longest path, in characters.
  static let maximumLength = 500

  let text: String

  /// Reads a path; nothing means the start page.
  /// - Throws: ``Problem`` 422 for everything that a browser could take for an address elsewhere.
  init(_ given: String?) throws {
    let text = given ?? "/"
    let isPlain = text.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 && $0.value != 0x7F && $0 != "\\" }
    guard isPlain, text.hasPrefix("/"), !text.hasPrefix("//"), text.count <= Self.maximumLength else {
      throw Problem.invalid("/back", "path", "Give a path of this site that begins with one slash.")
    }
    self.text = text
  }

  static let schema = Schema.nullable(
    .string(maxLength: maximumLength, description: "A path of this site to go on at; `/` without it."))

  /// A message's link, which leads on to the path: whoever opens it in another browser would not find back otherwise.
  func following(_ link: String) -> String {
    guard text != "/", let value = text.addingPercentEncoding(withAllowedCharacters: Self.plain) else { return link }
    return "\(link)&back=\(value)"
  }

  /// What a query's value needs no encoding for (RFC 3986, section 2.3), and the slash.
  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
}
