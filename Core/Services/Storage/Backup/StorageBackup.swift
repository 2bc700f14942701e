internal import FieldhouseKit
public import Foundation

/// Backups of all namespaces in one file, whatever engine they come from and go to.
///
/// Making one blocks no write. Restoring checks every byte before anything is replaced.
public struct StorageBackup: Sendable {
  private let path: String
  private let progress: @Sendable (StorageProgress) -> Void
  private let loop = EventLoop(name: "backup")

  /// The backup in that file.
  /// - Parameter progress: told as the work goes on.
  public init(path: String, progress: @escaping @Sendable (StorageProgress) -> Void = { _ in }) {
    self.path = path
    self.progress = progress
  }

  /// Makes the backup.
  /// - Parameter namespaces: those of an engine that is not embedded; the embedded one takes every file it has.
  /// - Throws: ``StorageError``; an older backup of that name stays then.
  public func make(
    of engine: any StorageEngine, namespaces: [Namespace] = [], now: Date = Date()
  ) async throws -> BackupManifest {
    let createdAt = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
    return try await inScratch { scratch in
      if let engine = engine as? SQLiteEngine {
        for id in try await engine.namespaces() {
          try SQLiteSnapshot.copy(engine.path(of: id), to: "\(scratch)/\(id).sqlite") {
            progress(StorageProgress(step: "copying \(id)", done: $0, total: $1))
          }
        }
      } else {
        try await copy(engine, namespaces, to: scratch)
      }
      let ids = try FileManager.default.contentsOfDirectory(atPath: scratch).filter { $0.hasSuffix(".sqlite") }
        .map { String($0.dropLast(7)) }.sorted()
      let parts = ids.map { "\(scratch)/\($0).sqlite" }
      let entries = try zip(ids, parts).map(BackupFile.entry)
      let manifest = BackupManifest(createdAt: createdAt, engine: engine.name, entries: entries)
      try BackupFile.write(manifest, parts: parts, to: path) { progress("writing", $0, of: manifest) }
      return manifest
    }
  }

  /// Looks at every byte without restoring anything.
  /// - Throws: ``StorageError`` `storage-backup` or `storage-corrupt`.
  public func verify() async throws -> BackupManifest {
    try await inScratch { try extract(to: $0) }
  }

  /// Replaces the namespaces of the backup in a directory of the embedded engine. No process may have them open.
  /// - Throws: ``StorageError`` `storage-backup`, `storage-corrupt`, or `storage-unavailable` when a host runs on it.
  public func restore(to directory: String) async throws -> BackupManifest {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let scratch = "\(directory)/.restoring"
    try? FileManager.default.removeItem(atPath: scratch)
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    return try await withTaskExecutorPreference(loop) {
      let manifest = try extract(to: scratch)
      try RestoredFiles(directory: directory, scratch: scratch, namespaces: manifest.entries.map(\.namespace)).swapIn()
      return manifest
    }
  }

  /// Copies the backup's namespaces into an engine that is not embedded.
  /// - Throws: ``StorageError``.
  public func restore(
    to engine: any StorageEngine, namespaces: [Namespace]
  ) async throws -> TransferReport {
    try await inScratch { scratch in
      let ids = Set(try extract(to: scratch).entries.map(\.namespace))
      let source = try SQLiteEngine(directory: scratch)
      let transfer = DatabaseTransfer(namespaces.filter { ids.contains($0.id) }) { progress(StorageProgress($0)) }
      do {
        let report = try await transfer.run(from: source, to: engine)
        await source.close()
        return report
      } catch {
        await source.close()
        throw error
      }
    }
  }

  private func copy(_ engine: any StorageEngine, _ namespaces: [Namespace], to scratch: String) async throws {
    let target = try SQLiteEngine(directory: scratch)
    do {
      _ = try await DatabaseTransfer(namespaces, progress: { progress(StorageProgress($0)) }).run(
        from: engine, to: target)
      await target.close()
    } catch {
      await target.close()
      throw error
    }
  }

  private func extract(to scratch: String) throws -> BackupManifest {
    let manifest = try BackupFile.extract(path, to: scratch) { progress("reading", $0, of: $1) }
    for entry in manifest.entries {
      let connection = try SQLiteConnection(path: "\(scratch)/\(entry.namespace).sqlite", role: .reader)
      defer { connection.close() }
      try SQLiteSnapshot.check(connection.handle)
    }
    return manifest
  }

  private func progress(_ step: String, _ bytes: Int, of manifest: BackupManifest) {
    progress(StorageProgress(step: step, done: bytes, total: manifest.bytes))
  }

  private func inScratch<Value: Sendable>(
    _ body: @escaping @Sendable (String) async throws -> Value
  ) async throws -> Value {
    let scratch = "\(path).parts"
    try? FileManager.default.removeItem(atPath: scratch)
    try FileManager.default.createDirectory(
      atPath: scratch, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    return try await withTaskExecutorPreference(loop) { try await body(scratch) }
  }
}
