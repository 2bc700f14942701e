internal import FieldhouseKit
internal import FieldhouseStorage
internal import Foundation

// Works on a namespace for a test that kills the process and looks what is left.
//
//     storage-ledger write PLACE FIRST WRITERS    writes without end, prints the number of each write acknowledged
//     storage-ledger insert PLACE FIRST WRITERS   the same with nothing but one statement a write
//     storage-ledger migrate PLACE STOP           migrates and kills itself at that step; 0 does not
//     storage-ledger restore PLACE FOLDER BACKUP  restores a backup into a data folder
//     storage-ledger undo PLACE FOLDER            brings back what was there before
//
// PLACE is `sqlite DIRECTORY` or `postgresql ADDRESS PREFIX`.
var arguments = Array(CommandLine.arguments.dropFirst())
let command = arguments.removeFirst()
let kind = arguments.removeFirst()
let place = arguments.removeFirst()
let engine: any StorageEngine =
  kind == "sqlite"
  ? try SQLiteEngine(directory: place)
  : PostgreSQLEngine(address: place, options: PostgreSQLOptions(prefix: arguments.removeFirst()))
let numbers = arguments.compactMap { Int($0) }

do {
  if command == "restore" || command == "undo" {
    try await RestoreRun(engine: engine, folder: arguments[0]).run(command == "restore" ? arguments[1] : nil)
  } else if command == "migrate" {
    try await MigrationRun(engine: engine).run(stoppingAt: numbers[0])
  } else {
    try await LedgerRun(engine: engine, first: numbers[0], writers: numbers[1], isPlain: command == "insert").run()
  }
} catch {
  FileHandle.standardError.write(Data("storage-ledger \(command): \(error)\n".utf8))
  exit(1)
}
