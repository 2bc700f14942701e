internal import FieldhouseKit
internal import Foundation

/// A backup that was taken apart into a folder, every byte and every database looked at.
struct StagedBackup: Sendable {
  let manifest: BackupManifest
  let folder: String
  /// The namespaces as they were found.
  let namespaces: [BackupManifest.NamespaceState]

  /// Takes a backup apart.
  /// - Throws: ``StorageError`` `storage-backup` or `storage-corrupt`.
  static func open(
    _ reader: BackupReader, into folder: String, progress: @escaping (StorageProgress) -> Void
  ) throws -> StagedBackup {
    let manifest = try reader.extract(to: folder) { bytes, manifest in
      progress(StorageProgress(step: "reading", done: bytes, total: manifest.bytes))
    }
    let named = Set(manifest.namespaces.map { "\($0.id).sqlite" })
    if let other = manifest.parts.first(where: { $0.kind == .database && !named.contains($0.name) }) {
      throw StorageError.damaged("its manifest says nothing of '\(other.name)'")
    }
    var found: [BackupManifest.NamespaceState] = []
    for state in manifest.namespaces {
      guard manifest.parts.contains(where: { $0.name == "\(state.id).sqlite" }) else {
        throw StorageError.damaged("the database of '\(state.id)' is missing")
      }
      progress(StorageProgress(step: "checking \(state.id)", done: found.count, total: manifest.namespaces.count))
      let census = try NamespaceCensus.take(state.id, at: "\(folder)/\(state.id).sqlite")
      guard manifest.format == 1 || census == state else {
        throw StorageError.damaged("rows or migrations of '\(state.id)' differ from its manifest")
      }
      found.append(census)
    }
    return StagedBackup(manifest: manifest, folder: folder, namespaces: found)
  }

  /// Refuses a backup whose namespaces are newer than what is known.
  /// - Returns: the ids that are not known at all.
  func check(known: [Namespace]) throws(StorageError) -> [String] {
    var unknown: [String] = []
    for state in namespaces {
      if let namespace = known.first(where: { $0.id == state.id }) {
        try state.check(against: namespace)
      } else {
        unknown.append(state.id)
      }
    }
    return unknown
  }

  /// What was numbered after the backup was made may be known elsewhere: no number of then is used again.
  func leaveGaps(except leftOut: [String]) throws {
    for state in namespaces where !leftOut.contains(state.id) {
      let path = "\(folder)/\(state.id).sqlite"
      let connection = try SQLiteConnection(path: path, role: .writer)
      defer { connection.close() }
      let next = try connection.lastSequence + 1_000_000_000
      try connection.run(HostStatements.raiseState, [.text(StateKey.sequence), .integer(next)])
      try connection.run("pragma journal_mode = delete")
    }
  }

  /// Writes the list of the databases that come in, so that none of those that go is missed.
  static func writeList(in folder: String) throws {
    let ids = DurableFiles.names(in: folder).compactMap(BackupNames.namespace).sorted()
    let text = "# The databases of this folder.\n" + ids.map { $0 + "\n" }.joined()
    try DurableFiles.write(Data(text.utf8), to: "\(folder)/\(BackupNames.list)")
  }

  /// Adds those who have left, as a data folder has it, to those of what comes in: they are erased again. Who has left
  /// once never comes back.
  static func addErasures(of folder: String, to coming: String) throws {
    let lists = [folder, coming].map { FileManager.default.contents(atPath: "\($0)/\(BackupNames.erasures)") }
    let ids = lists.compactMap { $0 }.flatMap { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
    var seen: Set<Substring> = []
    let lines = ids.filter { seen.insert($0).inserted }
    guard !lines.isEmpty else { return }
    try DurableFiles.write(
      Data((lines.joined(separator: "\n") + "\n").utf8), to: "\(coming)/\(BackupNames.erasures)")
  }
}
