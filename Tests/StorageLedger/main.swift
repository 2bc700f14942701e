internal import FieldhouseKit
internal import FieldhouseStorage
internal import Foundation

/// Writes to a namespace without end and prints the number of each write that was acknowledged, for a test that kills
/// the process and looks whether any of them is missing.
///
///     storage-ledger sqlite DIRECTORY FIRST WRITERS
///     storage-ledger postgresql ADDRESS PREFIX FIRST WRITERS
let arguments = Array(CommandLine.arguments.dropFirst())
let engine: any StorageEngine =
  arguments[0] == "sqlite"
  ? try SQLiteEngine(directory: arguments[1])
  : PostgreSQLEngine(address: arguments[1], options: PostgreSQLOptions(prefix: arguments[2]))
let numbers = arguments.suffix(2).compactMap { Int($0) }
let (first, writers) = (numbers[0], numbers[1])

let migration = Migration(
  id: "1", sql: "create table ledger (id integer not null primary key, writer integer not null)")
let board = BoardDeclaration(id: "writes", title: "Writes", operator: .sum)
let storage = try await engine.open(Namespace(id: "ledger", migrations: [migration], boards: [board]))
try await storage.migrate()

await withThrowingTaskGroup(of: Void.self) { group in
  for writer in 0..<writers {
    group.addTask {
      for id in stride(from: first + writer, to: .max, by: writers) {
        try await storage.write { transaction in
          try await transaction.execute("insert into ledger (id, writer) values (\(id), \(writer))")
          try await transaction.submit(
            ScoreChange(
              board: "writes", account: AccountID("w\(writer)"), score: 1, achievedAt: Date(timeIntervalSince1970: 0)))
          try await transaction.emit(Event(name: "ledger.written", payload: .integer(Int64(id))))
        }
        FileHandle.standardOutput.write(Data("\(id)\n".utf8))
      }
    }
  }
}
