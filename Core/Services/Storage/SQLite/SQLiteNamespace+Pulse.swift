internal import CSQLite
internal import FieldhouseKit
internal import Synchronization

extension SQLiteNamespace {
  /// Looks at the file, reads from it and writes to it.
  func pulse() async -> Health {
    do {
      try await look()
      _ = try await rows(HostStatements.lastBeat, [])
    } catch {
      let error = Self.storageError(error)
      guard error.code == .fileLost else { return error.health(isReading: true) }
      await writer.rescue()
      return (file.loss ?? error).health(isReading: true)
    }
    do {
      try await writer.perform(as: .host, limits: options.limits) { [now] transaction in
        _ = try await transaction.run(HostStatements.beat, [.integer(now)])
      }
    } catch {
      return Self.storageError(error).health(isReading: false)
    }
    return .ok
  }

  /// Looks at the place of the file and, through a connection that has nothing in its memory yet, at its pages: a table
  /// each time.
  private func look() async throws {
    try file.checkPlace()
    try await slowReads.run { try inspect() }
  }

  /// A table in which damage was found is looked at until it is sound.
  private func inspect() throws(StorageError) {
    let isRead: Bool
    do {
      isRead = try FileInspection(path: path).run(slice.number)
    } catch {
      // Whether it can be read otherwise, the read through the connections there are tells.
      guard error.code == .corrupt else { return }
      file.note(damage: error)
      throw error
    }
    guard isRead || !file.isDamaged else { return }
    slice.advance()
    file.note(damage: nil)
  }

  private static func storageError(_ error: any Error) -> StorageError {
    error as? StorageError ?? StorageError(.unavailable, "\(error)")
  }
}

/// Looks at a database file with a fresh connection.
struct FileInspection {
  private static let longest: UInt64 = 250_000_000

  let path: String

  /// Reads the head, the host's tables and one table of all, as far as that takes no longer than a quarter of a second.
  /// - Returns: whether all of the table was read; a larger one is doctor's to read, when no host runs.
  /// - Throws: ``StorageError`` `storage-corrupt`, or why the file cannot be read.
  func run(_ number: Int) throws(StorageError) -> Bool {
    let connection = try SQLiteConnection(path: path, role: .reader)
    defer { connection.close() }
    let tables = try connection.run(Self.tables).map(\.values).compactMap { $0.first?.plainText }
    guard tables.contains("fieldhouse_state") else { throw damage("its tables are gone") }
    connection.deadline = Monotonic.now &+ Self.longest
    let check = HostStatement("pragma quick_check('\(tables[number % tables.count])')")
    let answers: [Row]
    do {
      answers = try connection.run(check)
    } catch {
      guard error.code == .timeout else { throw error }
      return false
    }
    let faults = answers.compactMap { $0.values.first?.plainText }.filter { $0 != "ok" }
    if let fault = faults.first { throw damage(fault) }
    return true
  }

  private func damage(_ fault: String) -> StorageError {
    StorageError(.corrupt, "The file \(path) is damaged: \(fault). See fieldhouse doctor.")
  }

  private static let tables = HostStatement("select name from sqlite_master where type = 'table' order by name")
}

/// Counts which part of the work comes next.
final class Slices: Sendable {
  private let count = Atomic(0)

  /// The part that is to be worked on.
  var number: Int { count.load(ordering: .relaxed) }

  /// Goes on to the next one.
  func advance() { count.add(1, ordering: .relaxed) }
}
