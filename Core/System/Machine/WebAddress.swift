internal import Foundation

/// Addresses that people are led to.
public enum WebAddress {
  /// How long an address may be, in characters; all of them are of ASCII.
  public static let longest = 2_000

  private static var allowed: Regex<Substring> { /(?:[A-Za-z0-9\-._~:\/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+/ }

  /// Whether a text is an address of RFC 3986 that everybody reads alike: of `http` or `https`, with a host and without a
  /// name or password, no longer than ``longest``, and with no characters of which programs make different things, such as
  /// `\` or white space.
  public static func isPlain(_ text: String) -> Bool {
    guard text.utf8.count <= longest, text.wholeMatch(of: allowed) != nil,
      let parts = URLComponents(string: text),
      ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false
    else { return false }
    return parts.user == nil && parts.password == nil
  }
}
