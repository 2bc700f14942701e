public import Foundation

/// What a backup holds.
public struct BackupManifest: Sendable, Hashable, Codable {
  /// One namespace.
  public struct Entry: Sendable, Hashable, Codable {
    /// The namespace's id.
    public var namespace: String
    /// The size of its part in bytes.
    public var bytes: Int
    /// The SHA-256 of its part, 64 hexadecimal digits.
    public var sha256: String
  }

  /// When it was made, to the second.
  public var createdAt: Date
  /// The engine it was made from.
  public var engine: String
  /// The namespaces, in the order of their parts.
  public var entries: [Entry]

  /// The size of all parts in bytes.
  public var bytes: Int { entries.reduce(0) { $0 + $1.bytes } }
}
