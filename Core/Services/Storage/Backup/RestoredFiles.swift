internal import FieldhouseKit
internal import Foundation

/// Puts extracted files in the place of a directory's databases.
struct RestoredFiles {
  let directory: String
  let scratch: String
  let namespaces: [String]

  /// Locks every namespace against use, then renames one file after the other.
  /// - Throws: ``StorageError`` `storage-unavailable` when a process has one of them open.
  func swapIn() throws {
    let locks = try namespaces.map { try FilePresence(path: path($0), isExclusive: true) }
    try namespaces.forEach(leaveGap)
    for namespace in namespaces {
      for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path(namespace) + suffix) }
      guard rename("\(scratch)/\(namespace).sqlite", path(namespace)) == 0 else {
        throw StorageError(.readOnly, "The file \(path(namespace)) cannot be replaced.")
      }
    }
    _ = locks
  }

  /// What was numbered after the backup was made may be known elsewhere: no number of then is used again.
  private func leaveGap(_ namespace: String) throws {
    let connection = try SQLiteConnection(path: "\(scratch)/\(namespace).sqlite", role: .writer)
    defer { connection.close() }
    let next = try connection.lastSequence + 1_000_000_000
    try connection.run(HostStatements.raiseState, [.text(StateKey.sequence), .integer(next)])
    try connection.run("pragma journal_mode = delete")
  }

  private func path(_ namespace: String) -> String { "\(directory)/\(namespace).sqlite" }
}
