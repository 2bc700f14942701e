internal import FieldhouseKit
internal import FieldhouseStorage
internal import Foundation

/// Writes numbered rows, each with a score and an event, or the rows alone.
struct LedgerRun {
  let engine: any StorageEngine
  let first: Int
  let writers: Int
  let isPlain: Bool

  func run() async throws {
    let migration = Migration(
      id: "1", sql: "create table ledger (id integer not null primary key, writer integer not null)")
    let board = BoardDeclaration(id: "writes", title: "Writes", operator: .sum)
    let storage = try await engine.open(Namespace(id: "ledger", migrations: [migration], boards: [board]))
    try await storage.migrate()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        group.addTask {
          for id in stride(from: first + writer, to: .max, by: writers) {
            try await write(id, of: writer, to: storage)
            FileHandle.standardOutput.write(Data("\(id)\n".utf8))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private func write(_ id: Int, of writer: Int, to storage: any NamespaceStorage) async throws {
    guard !isPlain else {
      try await storage.write { try await $0.execute("insert into ledger (id, writer) values (\(id), \(writer))") }
      return
    }
    try await storage.write { transaction in
      try await transaction.execute("insert into ledger (id, writer) values (\(id), \(writer))")
      try await transaction.submit(
        ScoreChange(
          board: "writes", account: AccountID("w\(writer)"), score: 1, achievedAt: Date(timeIntervalSince1970: 0)))
      try await transaction.emit(Event(name: "ledger.written", payload: .integer(Int64(id))))
    }
  }
}
