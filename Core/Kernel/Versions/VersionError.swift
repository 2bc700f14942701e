/// Why a text is no version or version range.
public struct VersionError: CodedError, Hashable {
  /// The kinds of failure; the raw value is the stable code.
  public enum Reason: String, Sendable, CaseIterable {
    /// The text is no Semantic Version 2.0.0.
    case version = "version-malformed"
    /// The text is no version range.
    case range = "version-range-malformed"
  }

  /// The kind of failure.
  public let reason: Reason
  /// What was found.
  public let message: String
  /// How to mend it.
  public let remedy: String

  /// The stable code.
  public var code: String { reason.rawValue }

  static func version(_ text: String, _ fact: String) -> VersionError {
    VersionError(
      reason: .version,
      message: "\"\(text.prefix(80))\" is no version: \(fact).",
      remedy: "Write one such as 1.2.0 or 2.0.0-beta.1.")
  }

  static func range(_ text: String, _ fact: String) -> VersionError {
    VersionError(
      reason: .range,
      message: "\"\(text.prefix(80))\" is no version range: \(fact).",
      remedy: "Write one such as ^1.2.0 or >=1.2.0 <2.0.0.")
  }
}
