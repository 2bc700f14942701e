internal import FieldhouseKit
internal import Foundation

/// Puts a whole installation back: databases, files, the installation's secret. Killed at any point it leaves the state
/// of before or that of after, once ``PendingRestore/settle()`` or another restore has run.
///
/// With the embedded engine everything is renamed under a journal. With a server the namespaces are copied into new
/// schemas, which take the place of the old ones in one transaction; the files follow that transaction.
public struct StorageRestore: Sendable {
  let folder: String
  let server: PostgreSQLEngine?
  let options: RestoreOptions
  private let progress: @Sendable (StorageProgress) -> Void

  /// A restore into a data folder.
  /// - Parameters:
  ///   - engine: the operator's database: the embedded one of that folder, or a server.
  ///   - progress: told as the work goes on.
  public init(
    into folder: String, engine: any StorageEngine, options: RestoreOptions = RestoreOptions(),
    progress: @escaping @Sendable (StorageProgress) -> Void = { _ in }
  ) {
    self.folder = folder
    self.options = options
    self.progress = progress
    server = engine as? PostgreSQLEngine
  }

  /// Puts a backup in the place of what there is.
  /// - Throws: ``StorageError`` `storage-backup` or `storage-corrupt` for a backup that cannot be restored, `storage-full`
  ///   without room, `storage-unavailable` when a host runs. Nothing has changed then.
  public func run(_ path: String) async throws -> RestoreReport {
    try await locked {
      let reader = BackupReader(path: path, passphrase: options.passphrase, withoutSecret: options.withoutSecret)
      try checkUnused()
      try options.checkSpace(for: try reader.manifest(), in: folder)
      let staging = "\(folder)/\(RestoreJournal.staging)"
      try DurableFiles.makeFolder(staging)
      let staged = try StagedBackup.open(reader, into: staging, progress: progress)
      let unknown = try staged.check(known: options.known)
      try drop(options.leftOut, from: staged)
      try staged.leaveGaps(except: options.leftOut)
      try StagedBackup.addErasures(of: folder, to: staging)
      let id = try server == nil ? nil : await copyToServer(staged, unknown: unknown)
      if server == nil { try StagedBackup.writeList(in: staging) }
      try DurableFiles.sync(staging)
      let kept = try await change(from: RestoreJournal.staging, id.map { RestoreJournal.Server(id: $0, undone: nil) })
      let hasSecret = DurableFiles.exists("\(folder)/\(BackupNames.secret)")
      return RestoreReport(
        manifest: staged.manifest, kept: kept, unknown: unknown.filter { !options.leftOut.contains($0) },
        hasSecret: hasSecret && (staged.manifest.secret != nil && !options.withoutSecret))
    }
  }

  /// Takes the last restore back: what it kept comes in, what is there is kept in its turn.
  /// - Throws: ``StorageError`` `storage-backup` when nothing is kept.
  public func undo() async throws -> RestoreReport {
    try await locked {
      guard let name = Self.kept(in: folder).last,
        let record = try RestoreJournal.read("\(folder)/\(name)/\(RestoreJournal.record)")
      else { throw StorageError(.backup, "No restore into \(folder) has kept what was there before.") }
      guard (record.server == nil) == (server == nil) else {
        throw StorageError(.backup, "The last restore went into another database. Name it with --database.")
      }
      try StagedBackup.addErasures(of: folder, to: "\(folder)/\(name)")
      let part = record.server.map { RestoreJournal.Server(id: newID(), undone: $0.id) }
      if let part { try await part.switching(server).prepare() }
      let kept = try await change(from: name, part, arrived: record.incoming)
      return RestoreReport(
        manifest: nil, kept: kept, unknown: [], hasSecret: DurableFiles.exists("\(folder)/\(BackupNames.secret)"))
    }
  }

  /// The folders with what restores have kept, oldest first.
  public static func kept(in folder: String) -> [String] {
    DurableFiles.names(in: folder).filter { $0.hasPrefix(RestoreJournal.keptPrefix) }
  }

  /// Removes what earlier restores have kept; they cannot be undone any more.
  /// - Returns: the names of the folders.
  public func forgetKept() async throws -> [String] {
    try await locked {
      let names = Self.kept(in: folder)
      for name in names {
        try DurableFiles.move("\(folder)/\(name)", to: "\(folder)/\(RestoreJournal.waste)")
        try DurableFiles.remove("\(folder)/\(RestoreJournal.waste)")
      }
      try await server?.forgetKept("")
      return names
    }
  }
}

extension StorageRestore {
  /// Runs `body` as the only one who restores into the folder, what another one left being settled.
  private func locked<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try DurableFiles.makeFolder(folder)
    let loop = EventLoop(name: "restore")
    defer { loop.stop() }
    return try await withTaskExecutorPreference(loop) {
      let lock = try PendingRestore.lock(folder)
      let pending = PendingRestore(folder: folder, engine: server)
      try await pending.settleLocked()
      do {
        let value = try await body()
        try await pending.settleLocked()
        lock.end()
        return value
      } catch {
        try? await pending.settleLocked()
        lock.end()
        throw error
      }
    }
  }

  /// Says at once that a host runs, before the backup is taken apart.
  private func checkUnused() throws {
    guard server == nil else { return }
    for id in DurableFiles.names(in: folder).compactMap(BackupNames.namespace) {
      try FilePresence(path: "\(folder)/\(id).sqlite", isExclusive: true).end()
    }
  }

  private func drop(_ ids: [String], from staged: StagedBackup) throws {
    for id in ids { try DurableFiles.remove("\(staged.folder)/\(id).sqlite") }
  }

  /// Copies the databases beside those of the server; the files have done their work then.
  /// - Returns: the id of the switch.
  private func copyToServer(_ staged: StagedBackup, unknown: [String]) async throws -> String? {
    guard let server else { return nil }
    let ids = Set(staged.namespaces.map(\.id)).subtracting(options.leftOut)
    let lost = ids.intersection(unknown).sorted()
    guard lost.isEmpty else {
      throw StorageError(
        .backup,
        "No plugin can be read for \(lost.joined(separator: ", ")). Put its manifest back and repeat, or leave its data "
          + "out with --leave-out.")
    }
    let id = newID()
    let (source, target) = (try SQLiteEngine(directory: staged.folder), server.staging(id))
    let known = options.known.filter { ids.contains($0.id) }
    let transfer = DatabaseTransfer(known) { [progress] in progress(StorageProgress($0)) }
    let result: Result<TransferReport, any Error>
    do { result = .success(try await transfer.run(from: source, to: target)) } catch { result = .failure(error) }
    await source.close()
    await target.close()
    _ = try result.get()
    for name in DurableFiles.names(in: staged.folder) where name.contains(".sqlite") || name == BackupNames.list {
      try DurableFiles.remove("\(staged.folder)/\(name)")
    }
    try await ServerSwitch.ofRestore(server, id: id).prepare()
    return id
  }
}
