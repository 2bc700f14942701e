public import Foundation

/// What a backup holds.
public struct BackupManifest: Sendable, Hashable, Codable {
  /// A piece of the backup: a file or a folder of the installation.
  public struct Part: Sendable, Hashable, Codable {
    /// What it is.
    public enum Kind: String, Sendable, Hashable, Codable {
      /// A namespace, as a SQLite database.
      case database
      /// A folder of files.
      case files
      /// The installation's secret, readable by whoever has the backup.
      case secret
      /// The installation's secret under a passphrase.
      case sealedSecret = "sealed-secret"
      /// Who has left: erased again after a restore.
      case erasures
    }

    /// What it is.
    public var kind: Kind
    /// Its name in the data folder, e.g. `accounts.sqlite` or `media`.
    public var name: String
    /// Its size in bytes.
    public var bytes: Int
    /// Its SHA-256, 64 hexadecimal digits.
    public var sha256: String
  }

  /// A table of a namespace.
  public struct Table: Sendable, Hashable, Codable {
    /// Its name.
    public var name: String
    /// How many rows it has.
    public var rows: Int
    /// A checksum of the rows that does not depend on their order: 32 hexadecimal digits.
    public var checksum: String
  }

  /// A migration that had run.
  public struct Step: Sendable, Hashable, Codable {
    /// The migration's id.
    public var id: String
    /// The SHA-256 of its text.
    public var checksum: String
  }

  /// One namespace.
  public struct NamespaceState: Sendable, Hashable, Codable {
    /// Its id.
    public var id: String
    /// The migrations that had run, in order.
    public var migrations: [Step]
    /// Its tables, by name.
    public var tables: [Table]
  }

  /// A plugin that was installed.
  public struct Plugin: Sendable, Hashable, Codable {
    /// Its id.
    public var id: String
    /// Its version.
    public var version: String

    /// A plugin.
    public init(id: String, version: String) {
      self.id = id
      self.version = version
    }
  }

  /// The number of the form: 2, or 1 for a backup that holds databases only.
  public var format: Int
  /// When it was made, to the second.
  public var createdAt: Date
  /// The engine it was made from.
  public var engine: String
  /// The host's version; empty when the backup does not say.
  public var host: String
  /// The version of Kit; empty when the backup does not say.
  public var kit: String
  /// The plugins that were installed.
  public var plugins: [Plugin]
  /// The namespaces that the operator left out.
  public var leftOut: [String]
  /// The namespaces, by id; a backup of form 1 says nothing of their tables.
  public var namespaces: [NamespaceState]
  /// The parts, in their order.
  public var parts: [Part]

  /// The size of all parts in bytes.
  public var bytes: Int { parts.reduce(0) { $0 + $1.bytes } }

  /// The part with the installation's secret, if the backup has it.
  public var secret: Part? { parts.first { $0.kind == .secret || $0.kind == .sealedSecret } }
}

/// What a backup is to hold beside databases and files.
public struct BackupOptions: Sendable {
  /// Seals the installation's secret; without one it stands in the backup as it is.
  public var passphrase: [UInt8]?
  /// Leaves the installation's secret out.
  public var withoutSecret = false
  /// Replaces a file of that name.
  public var overwrites = false
  /// The namespaces that must be there.
  public var expected: [String] = []
  /// The namespaces that are left out.
  public var leftOut: [String] = []
  /// The folder with the plugins' manifests, which are kept for reference.
  public var manifests: String?
  /// The installed plugins.
  public var plugins: [BackupManifest.Plugin] = []
  /// The host's version.
  public var host = ""

  /// The defaults.
  public init() {}
}
