/// A version after Semantic Versioning 2.0.0, such as `1.4.2`, `2.0.0-beta.1` or `1.0.0+build.7`.
///
/// Read strictly: three numbers without leading zeros, no `v`, no spaces, at most 256 characters, each number at most
/// 2⁵³ − 1 (what JSON carries exactly). Equality and order are those of precedence: build metadata
/// does not count.
public struct SemanticVersion: Sendable {
  /// The longest accepted text, in characters.
  public static let maximumLength = 256
  /// The highest accepted major, minor or patch number.
  public static let maximumNumber = 9_007_199_254_740_991

  /// Raised by incompatible changes.
  public let major: Int
  /// Raised by compatible additions.
  public let minor: Int
  /// Raised by compatible corrections.
  public let patch: Int
  /// The pre-release identifiers, empty for a release.
  public let prerelease: [PrereleaseIdentifier]
  /// The build metadata after `+`, empty without any.
  public let build: String

  /// A release.
  ///
  /// - Precondition: all three numbers are in `0...maximumNumber`.
  public init(_ major: Int, _ minor: Int, _ patch: Int) {
    self.init(numbers: [major, minor, patch], prerelease: [], build: "")
  }

  init(numbers: [Int], prerelease: [PrereleaseIdentifier], build: String) {
    precondition(numbers.allSatisfy { (0...Self.maximumNumber).contains($0) })
    (major, minor, patch) = (numbers[0], numbers[1], numbers[2])
    self.prerelease = prerelease
    self.build = build
  }

  /// True for a version with pre-release identifiers.
  public var isPrerelease: Bool { !prerelease.isEmpty }

  var numbers: [Int] { [major, minor, patch] }
}

extension SemanticVersion: Comparable, Hashable {
  /// Equal in precedence; build metadata is ignored.
  public static func == (left: Self, right: Self) -> Bool {
    left.numbers == right.numbers && left.prerelease == right.prerelease
  }

  /// Precedence after § 11: numbers first, a pre-release before its release, then its identifiers from the left.
  public static func < (left: Self, right: Self) -> Bool {
    if left.numbers != right.numbers { return left.numbers.lexicographicallyPrecedes(right.numbers) }
    guard left.isPrerelease, right.isPrerelease else { return left.isPrerelease && !right.isPrerelease }
    return left.prerelease.lexicographicallyPrecedes(right.prerelease)
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(numbers)
    hasher.combine(prerelease)
  }
}

extension SemanticVersion: CustomStringConvertible {
  /// The version as it is written.
  public var description: String {
    var text = "\(major).\(minor).\(patch)"
    if isPrerelease { text += "-" + prerelease.map(\.description).joined(separator: ".") }
    return build.isEmpty ? text : "\(text)+\(build)"
  }
}
