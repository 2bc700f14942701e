import Foundation

/// Addresses of pages as strangers send them and as tags name them.
enum ShareAddress {
  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// The parts of a path, percent-decoded; nil for one that is not percent-encoded UTF-8.
  static func parts(of path: String) -> [String]? {
    let parts = path.split(separator: "/").map { $0.removingPercentEncoding }
    let known = parts.compactMap { $0 }
    return known.count == parts.count ? known : nil
  }

  /// What a query names, the first of each name; what is not percent-encoded UTF-8 is left out.
  static func values(in query: String?) -> [String: String] {
    (query ?? "").split(separator: "&").reduce(into: [:]) { all, pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.replacing("+", with: "%20").removingPercentEncoding }
      guard sides.count == 2, let name = sides[0], let value = sides[1], all[name] == nil else { return }
      all[name] = value
    }
  }

  /// A path with a query, both of plain characters.
  static func of(_ path: String, _ query: [(String, String)]) -> String {
    let path = (parts(of: path) ?? []).map { "/" + encoded($0) }.joined()
    let query = query.map { "\($0)=\(encoded($1))" }.joined(separator: "&")
    return path + (query.isEmpty ? "" : "?\(query)")
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}
