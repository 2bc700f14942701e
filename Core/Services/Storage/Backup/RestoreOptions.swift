internal import FieldhouseKit
public import Foundation

/// How a backup is put back.
public struct RestoreOptions: Sendable {
  /// Opens a sealed secret.
  public var passphrase: [UInt8]?
  /// Leaves the installation's secret as it is.
  public var withoutSecret = false
  /// Removes what was there before instead of keeping it.
  public var discardsPrevious = false
  /// What the host and its plugins know; a server needs them to make its tables.
  public var known: [Namespace] = []
  /// Namespaces of the backup that are not restored.
  public var leftOut: [String] = []
  /// When it is done, for the name of what is kept.
  public var now = Date()
  /// How many bytes can be written to a folder's disk; nil when that cannot be told.
  public var freeSpace: @Sendable (_ folder: String) -> Int? = DurableFiles.freeSpace

  /// The defaults.
  public init() {}

  /// - Throws: ``StorageError`` `storage-full` when a backup cannot be taken apart in a folder.
  func checkSpace(for manifest: BackupManifest, in folder: String) throws(StorageError) {
    try DurableFiles.checkSpace(manifest.bytes, in: folder, freeSpace)
  }
}

/// What a restore has done.
public struct RestoreReport: Sendable, Hashable {
  /// The backup; nil when an earlier state was put back.
  public var manifest: BackupManifest?
  /// The folder with what was there before; nil when nothing was there or it was not to be kept.
  public var kept: String?
  /// The namespaces of the backup that no installed plugin knows: their data waits for it.
  public var unknown: [String]
  /// Whether the installation has a secret that belongs to the databases.
  public var hasSecret: Bool
}
