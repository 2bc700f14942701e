internal import FieldhouseKit
internal import Foundation

/// A restore that a process began and did not end.
public struct PendingRestore: Sendable {
  private let folder: String
  private let server: PostgreSQLEngine?

  /// - Parameters:
  ///   - folder: the data folder.
  ///   - engine: the operator's database; nil for files.
  public init(folder: String, engine: (any StorageEngine)?) {
    self.folder = folder
    server = engine as? PostgreSQLEngine
  }

  /// Finishes it, or takes it back, so that folder and database are as before it or as after it. Called before anything
  /// is opened; without a restore under way it does nothing.
  /// - Throws: ``StorageError`` `storage-unavailable` while another process restores.
  public func settle() async throws {
    try await forgetTrials()
    let isPending = DurableFiles.exists("\(folder)/\(RestoreJournal.name)")
    let leftovers = [RestoreJournal.staging, RestoreJournal.waste].map { "\(folder)/\($0)" }
    guard isPending || leftovers.contains(where: DurableFiles.exists) else { return }
    let lock: FolderLock
    do { lock = try Self.lock(folder) } catch {
      // Somebody who only prepares a restore has changed nothing yet.
      if DurableFiles.exists("\(folder)/\(RestoreJournal.name)") { throw error }
      return
    }
    try await settleLocked()
    lock.end()
  }

  /// Removes the copies on which a process that was killed has tried plugins.
  private func forgetTrials() async throws {
    let abandoned = Scratch.abandoned("\(folder)/\(TrialCopy.start)")
    guard !abandoned.isEmpty else { return }
    try await server?.forgetTrials()
    for folder in abandoned { try DurableFiles.remove(folder) }
  }

  /// The same for who holds the lock.
  func settleLocked() async throws {
    if let journal = try RestoreJournal.pending(in: folder) {
      let locks = try journal.namespaces.map { try FilePresence(path: "\(folder)/\($0).sqlite", isExclusive: true) }
      if try await hasHappened(journal) { try journal.perform(in: folder) } else { try giveUp() }
      for lock in locks { lock.end() }
    }
    for name in [RestoreJournal.staging, RestoreJournal.waste] { try DurableFiles.remove("\(folder)/\(name)") }
    try await server?.forgetStaged()
  }

  private func hasHappened(_ journal: RestoreJournal) async throws -> Bool {
    guard let part = journal.server else { return true }
    guard let server else {
      throw StorageError(
        .unavailable,
        "A restore into PostgreSQL was interrupted here. Repeat the command with the --database that it went into.")
    }
    return try await ServerSwitch.ofRestore(server, id: part.id).settle()
  }

  /// Nothing has been moved yet.
  private func giveUp() throws {
    try DurableFiles.remove("\(folder)/\(RestoreJournal.name)")
    try DurableFiles.sync(folder)
  }

  static func lock(_ folder: String) throws(StorageError) -> FolderLock {
    try FolderLock("\(folder)/restore.lock", busy: "A restore into \(folder) is going on. Try again when it has ended.")
  }
}
