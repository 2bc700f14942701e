/// Why the package note of a library cannot be used.
public struct PackageNoteError: CodedError, Hashable {
  /// The kinds of failure; the raw value is the stable code.
  public enum Reason: String, Sendable, CaseIterable {
    /// The library carries no package note.
    case missing = "package-note-missing"
    /// The note is no JSON object, or a value has the wrong form.
    case malformed = "package-note-malformed"
    /// A required key is missing.
    case keyMissing = "package-note-key-missing"
    /// The note belongs to something else than a Fieldhouse plugin.
    case wrongType = "package-note-wrong-type"
  }

  /// How to mend it.
  public let remedy =
    "Link the plugin with --package-metadata={\"type\":\"fieldhouse-plugin\",\"id\":…,\"kit\":…,\"swift\":…}."

  /// The kind of failure.
  public let reason: Reason
  /// What was found.
  public let message: String

  /// The stable code.
  public var code: String { reason.rawValue }

  init(_ reason: Reason, _ fact: String = "there is none") {
    self.reason = reason
    message = "The library's package note cannot be used (\(fact))."
  }
}
