/// A set of versions, as a manifest asks for: `^1.2.0`, `~1.2.0`, `>=1.2.0 <2.0.0`, `1.2.0` or `*`.
///
///     range      = condition { separator condition }
///     separator  = one or more of space and comma
///     condition  = "*" | [ operator { space } ] version
///     operator   = ">=" | "<=" | ">" | "<" | "=" | "^" | "~"
///
/// All conditions must hold. Versions are complete and strict (``SemanticVersion``); no operator means `=`.
/// - `^1.2.3` is `>=1.2.3 <2.0.0`, `^0.2.3` is `>=0.2.3 <0.3.0`, `^0.0.3` is `>=0.0.3 <0.0.4`.
/// - `~1.2.3` is `>=1.2.3 <1.3.0`.
/// - `*` is any release.
///
/// A pre-release is in the range only where a condition names a pre-release of the same major.minor.patch:
/// `>=1.2.0-beta.1` contains `1.2.0-beta.2`, but not `1.3.0-beta.1`.
public struct VersionRange: Hashable, Sendable, CustomStringConvertible {
  /// The text it was read from.
  public let description: String
  private let comparators: [VersionComparator]

  /// Reads a range.
  ///
  /// - Throws: ``VersionError`` with reason `range`, naming what is wrong.
  public init(_ text: String) throws(VersionError) {
    description = text
    comparators = try VersionRangeParser.parse(text)
  }

  /// True when the version is in the range.
  public func contains(_ version: SemanticVersion) -> Bool {
    guard comparators.allSatisfy({ $0.holds(for: version) }) else { return false }
    return !version.isPrerelease || comparators.contains { $0.names(prereleaseOf: version) }
  }

  /// Equal when the conditions are the same in the same order, however they are spaced.
  public static func == (left: Self, right: Self) -> Bool {
    left.comparators == right.comparators
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(comparators)
  }
}

extension VersionRange: Codable {
  /// Decodes a string.
  public init(from decoder: any Decoder) throws {
    self = try decoder.versionText { (text) throws(VersionError) in try VersionRange(text) }
  }

  /// Encodes as the string it was read from.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
