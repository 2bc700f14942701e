/// What an engine found out about itself.
public struct StorageHealth: Sendable, Hashable {
  /// Something that is wrong or worth knowing.
  public struct Finding: Sendable, Hashable {
    /// How bad it is.
    public enum Severity: String, Sendable, Hashable {
      /// Worth knowing.
      case information
      /// It works, with a risk.
      case warning
      /// It does not work.
      case problem
    }

    /// The namespace it is about; nil when it is about all.
    public var namespace: String?
    /// How bad it is.
    public var severity: Severity
    /// A stable name, e.g. `storage-corrupt`.
    public var code: String
    /// A sentence with the remedy.
    public var message: String
  }

  /// The engine's name.
  public var engine: String
  /// The version of the library or server.
  public var version: String
  /// What was found.
  public var findings: [Finding]

  /// Whether nothing is broken.
  public var isHealthy: Bool { !findings.contains { $0.severity == .problem } }
}
