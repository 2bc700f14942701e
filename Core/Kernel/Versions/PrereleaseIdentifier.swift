/// One dot-separated part of a pre-release, such as `beta` or `11`.
///
/// Order (Semantic Versioning 2.0.0, § 11.4): numbers by value and below words, words by ASCII.
/// Numbers are kept as digits, so that they may be of any length.
public struct PrereleaseIdentifier: Hashable, Sendable, Comparable, CustomStringConvertible {
  private let text: String
  private let isNumeric: Bool

  /// The identifier, or nil when it is empty, has other characters than `0-9A-Za-z-`, or is a number with a
  /// leading zero.
  init?(_ text: some StringProtocol) {
    guard VersionSyntax.isIdentifier(text) else { return nil }
    isNumeric = VersionSyntax.isDigits(text)
    if isNumeric, text.utf8.count > 1, text.utf8.first == UInt8(ascii: "0") { return nil }
    self.text = String(text)
  }

  /// The identifier as it is written.
  public var description: String { text }

  /// Compares by precedence.
  public static func < (left: Self, right: Self) -> Bool {
    if left.isNumeric != right.isNumeric { return left.isNumeric }
    if left.isNumeric, left.text.utf8.count != right.text.utf8.count {
      return left.text.utf8.count < right.text.utf8.count
    }
    return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

/// The characters versions are made of.
enum VersionSyntax {
  static func isDigits(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isDigit)
  }

  static func isIdentifier(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isDigit($0) || isLetter($0) || $0 == UInt8(ascii: "-") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
