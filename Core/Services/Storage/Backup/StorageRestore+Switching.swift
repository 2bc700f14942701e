internal import FieldhouseKit
internal import Foundation

extension StorageRestore {
  /// Lets what lies in a folder beside take its place.
  /// - Returns: the name of the folder with what went; nil when there was nothing or nobody wants it.
  func change(
    from staged: String, _ part: RestoreJournal.Server?, arrived: [String]? = nil
  ) async throws -> String? {
    let incoming = DurableFiles.names(in: "\(folder)/\(staged)").filter { $0 != RestoreJournal.record }
    let leaving = leaving(incoming, arrived)
    let isKept = part != nil || (incoming + leaving).contains { DurableFiles.exists("\(folder)/\($0)") }
    let kept = isKept && !options.discardsPrevious ? keptName() : RestoreJournal.waste
    let journal = RestoreJournal(staged: staged, kept: kept, incoming: incoming, leaving: leaving, server: part)
    let locks = try journal.namespaces.map { try FilePresence(path: "\(folder)/\($0).sqlite", isExclusive: true) }
    try journal.write(to: "\(folder)/\(RestoreJournal.name)")
    try await part?.switching(server).run()
    try journal.perform(in: folder)
    if let part, options.discardsPrevious { try await server?.forgetKept(part.id) }
    for lock in locks { lock.end() }
    return kept == RestoreJournal.waste ? nil : kept
  }

  /// What must go although nothing of that name comes in: other namespaces, and the logs of those that are replaced.
  private func leaving(_ incoming: [String], _ arrived: [String]?) -> [String] {
    let there = DurableFiles.names(in: folder)
    guard server == nil else { return (arrived ?? []).filter { !incoming.contains($0) && there.contains($0) } }
    return there.filter { name in
      let database = ["-wal", "-shm", "-journal"].first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) }
      let isDatabase = BackupNames.namespace(of: database ?? name) != nil
      return !incoming.contains(name) && (isDatabase || arrived?.contains(name) == true)
    }
  }

  private func keptName() -> String {
    let style = Date.ISO8601FormatStyle(timeSeparator: .omitted, includingFractionalSeconds: true)
    var date = options.now
    while true {
      let name = RestoreJournal.keptPrefix + date.formatted(style).replacingOccurrences(of: ".", with: "-")
      if !DurableFiles.exists("\(folder)/\(name)") { return name }
      date += 0.001
    }
  }

  func newID() -> String {
    let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz")
    return String((0..<8).map { _ in digits[Int.random(in: digits.indices)] })
  }
}

extension RestoreJournal.Server {
  func switching(_ engine: PostgreSQLEngine?) throws -> ServerSwitch {
    guard let engine else { throw StorageError(.backup, "The restore needs its server. Name it with --database.") }
    return undone.map { ServerSwitch.ofUndoing(engine, kept: $0, id: id) } ?? .ofRestore(engine, id: id)
  }
}
