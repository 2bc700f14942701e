public import FieldhouseKit

extension StorageError.Code {
  /// A namespace's id is not allowed, or it is open already.
  public static var namespace: Self { Self("storage-namespace") }
  /// A migration that has run was changed afterwards.
  public static var migrationChanged: Self { Self("storage-migration-changed") }
  /// A migration that has run is missing from the plugin, or another one was put before it.
  public static var migrationRemoved: Self { Self("storage-migration-removed") }
  /// A statement of a migration failed.
  public static var migrationFailed: Self { Self("storage-migration-failed") }
  /// A backup is incomplete, damaged or of something else.
  public static var backup: Self { Self("storage-backup") }
  /// The disk failed while reading or writing.
  public static var disk: Self { Self("storage-disk") }
  /// A database file was deleted or replaced while it was open.
  public static var fileLost: Self { Self("storage-file-lost") }
  /// A database file is gone that there was before.
  public static var missing: Self { Self("storage-missing") }
  /// A query of a plugin answers with more than it may.
  public static var tooLarge: Self { Self("storage-result-too-large") }
}
