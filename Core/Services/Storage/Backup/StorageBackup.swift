internal import FieldhouseKit
public import Foundation

/// A backup of a whole installation in one file, whatever engine its databases come from and go to.
///
/// The databases are as they were at one instant: with the embedded engine no transaction of any process is under way in
/// any file at it; of a server it is one snapshot over all schemas. What one namespace has caused in another and is not
/// there yet lies in its outbox and is carried on after a restore, exactly once. Files that people and plugins gave are
/// held while the databases are read, so that what a row names is in the backup; of a server, a file that is taken away
/// in the milliseconds after the snapshot may be missing. Making a backup refuses no write.
public struct StorageBackup: Sendable {
  private let path: String
  private let progress: @Sendable (StorageProgress) -> Void

  /// The backup in that file.
  /// - Parameter progress: told as the work goes on.
  public init(path: String, progress: @escaping @Sendable (StorageProgress) -> Void = { _ in }) {
    self.path = path
    self.progress = progress
  }

  /// Makes the backup.
  /// - Parameters:
  ///   - folder: the data folder.
  ///   - namespaces: those of a server, whose tables only their migrations tell; the embedded engine takes every file.
  /// - Throws: ``StorageError`` `storage-missing` when a namespace is missing that there was or must be, `storage-backup`
  ///   when a file of that name must not be replaced. Nothing has changed then.
  public func make(
    of engine: any StorageEngine, in folder: String, namespaces: [Namespace] = [],
    options: BackupOptions = BackupOptions(), now: Date = Date()
  ) async throws -> BackupManifest {
    let writer = BackupWriter(path: path, overwrites: options.overwrites)
    try writer.checkPlace()
    return try await Scratch.run("\(folder)/.backup") { held, loop in
      let ids = try await complete(engine, folder, options)
      // A host that runs beside is not to find the disk full.
      try DurableFiles.checkSpace(ids.reduce(0) { $0 + DurableFiles.size("\(folder)/\($1).sqlite") }, in: folder)
      let scratch = held + "/databases"
      try DurableFiles.makeFolder(scratch)
      try await databases(ids, of: engine, namespaces, to: scratch, held, folder, on: loop)
      let states = try ids.map { id in
        progress(StorageProgress(step: "counting \(id)", done: 0, total: 1))
        return try NamespaceCensus.take(id, at: "\(scratch)/\(id).sqlite")
      }
      var sources = ids.map { id in
        BackupSource(kind: .database, name: "\(id).sqlite", path: "\(scratch)/\(id).sqlite")
      }
      sources += BackupNames.media.map { BackupSource(kind: .files, name: $0, path: "\(held)/\($0)") }
      sources += try others(folder, held, options)
      let manifest = BackupManifest(
        format: BackupForm.number, createdAt: Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down)),
        engine: engine.name, host: options.host, kit: Kit.version, plugins: options.plugins,
        leftOut: options.leftOut.sorted(), namespaces: states, parts: try sources.map { try $0.part() })
      try writer.write(manifest, sources) { progress("writing", $0, of: manifest) }
      return manifest
    }
  }

  /// What the backup says of itself, without a look at its parts.
  /// - Throws: ``StorageError`` `storage-backup`.
  public func manifest() throws -> BackupManifest { try BackupReader(path: path).manifest() }

  /// Takes the backup apart beside `folder` and looks at every byte and every database, without restoring anything.
  /// - Throws: ``StorageError`` `storage-backup` or `storage-corrupt`.
  @discardableResult
  public func verify(in folder: String, passphrase: [UInt8]? = nil) async throws -> BackupManifest {
    try await Scratch.run("\(folder)/.verify") { scratch, _ in
      let reader = BackupReader(path: path, passphrase: passphrase, withoutSecret: passphrase == nil)
      return try StagedBackup.open(reader, into: scratch, progress: progress).manifest
    }
  }

  /// Copies the databases as they are at one instant, and holds the files that they name.
  private func databases(
    _ ids: [String], of engine: any StorageEngine, _ namespaces: [Namespace], to scratch: String, _ held: String,
    _ folder: String, on loop: EventLoop
  ) async throws {
    let files = FilesSnapshot(folder: folder, names: BackupNames.media, scratch: held)
    try files.hold()
    if let engine = engine as? SQLiteEngine {
      let snapshot = try await SQLiteSnapshot(ids, of: engine, on: loop) { try files.hold() }
      for id in ids {
        try snapshot.copy(id, to: "\(scratch)/\(id).sqlite") {
          progress(StorageProgress(step: "copying \(id)", done: $0, total: $1))
        }
      }
    } else if let engine = engine as? PostgreSQLEngine {
      let unknown = Set(ids).subtracting(namespaces.map(\.id)).sorted()
      guard unknown.isEmpty else {
        throw StorageError(
          .backup,
          "No plugin can be read for \(unknown.joined(separator: ", ")). Put its manifest back and repeat, or leave its "
            + "data out with --leave-out.")
      }
      let target = try SQLiteEngine(directory: scratch)
      let transfer = DatabaseTransfer(namespaces, progress: { [progress] in progress(StorageProgress($0)) })
      let result: Result<TransferReport, any Error>
      do {
        result = .success(
          try await engine.atOneInstant(namespaces.filter { ids.contains($0.id) }) { parts in
            try files.hold()
            return try await transfer.run(from: parts, to: target)
          })
      } catch {
        result = .failure(error)
      }
      await target.close()
      _ = try result.get()
    }
  }

  /// The namespaces to back up.
  /// - Throws: ``StorageError`` `storage-missing` when one is missing, `storage-backup` when there is none at all.
  private func complete(
    _ engine: any StorageEngine, _ folder: String, _ options: BackupOptions
  ) async throws -> [String] {
    // What the engine misses is looked at here, so that it can be left out.
    var there = Set(DurableFiles.names(in: folder).compactMap(BackupNames.namespace))
    if !(engine is SQLiteEngine) { there = Set(try await engine.namespaces()) }
    guard !there.isEmpty else { throw StorageError(.backup, "There is no database to back up yet.") }
    var expected = Set(options.expected)
    if engine is SQLiteEngine {
      let leases = DurableFiles.names(in: folder).filter { $0.hasSuffix(".lease") }.map { String($0.dropLast(6)) }
      expected.formUnion(leases.compactMap(BackupNames.namespace))
    }
    let missing = expected.subtracting(there).subtracting(options.leftOut).sorted()
    guard missing.isEmpty else {
      throw StorageError(
        .missing,
        "The database of \(missing.joined(separator: ", ")) is missing, so the backup would not be whole. Look with "
          + "fieldhouse doctor what became of it, or leave it out with --leave-out.")
    }
    return there.subtracting(options.leftOut).sorted()
  }

  /// The secret, who has left, and the manifests.
  private func others(_ folder: String, _ held: String, _ options: BackupOptions) throws -> [BackupSource] {
    var sources: [BackupSource] = []
    let secret = "\(folder)/\(BackupNames.secret)"
    if !options.withoutSecret, let bytes = FileManager.default.contents(atPath: secret) {
      let path = "\(held)/\(BackupNames.secret)"
      let sealed = try options.passphrase.map { try SealedSecret.seal(Array(bytes), passphrase: $0) }
      try DurableFiles.write(sealed ?? Array(bytes), to: path)
      sources.append(
        BackupSource(kind: sealed == nil ? .secret : .sealedSecret, name: BackupNames.secret, path: path))
    }
    if let bytes = FileManager.default.contents(atPath: "\(folder)/\(BackupNames.erasures)") {
      try DurableFiles.write(bytes, to: "\(held)/\(BackupNames.erasures)")
      sources.append(
        BackupSource(kind: .erasures, name: BackupNames.erasures, path: "\(held)/\(BackupNames.erasures)"))
    }
    if let manifests = options.manifests {
      let copy = "\(held)/\(BackupNames.manifests)"
      try DurableFiles.makeFolder(copy)
      for name in DurableFiles.names(in: manifests) where name.hasSuffix(".json") && BackupNames.isInside(name) {
        guard let bytes = FileManager.default.contents(atPath: "\(manifests)/\(name)") else { continue }
        try DurableFiles.write(bytes, to: "\(copy)/\(name)")
      }
      sources.append(BackupSource(kind: .files, name: BackupNames.manifests, path: copy))
    }
    return sources
  }

  private func progress(_ step: String, _ bytes: Int, of manifest: BackupManifest) {
    progress(StorageProgress(step: step, done: bytes, total: manifest.bytes))
  }
}
