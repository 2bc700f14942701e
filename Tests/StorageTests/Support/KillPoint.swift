internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

/// Ends `storage-ledger` at the change of the disk, or the sending to a server, that a test names.
struct KillPoint {
  private let library: String

  init() throws {
    library = StorageWorld.current.directory + "-killpoint.so"
    let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "DiskTrouble/killpoint.c").path
    let compiler = try Program(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"])
    try #require(compiler.wait() == 0)
  }

  /// Runs to the end.
  /// - Returns: the changes there were, and the exit code.
  func count(_ arguments: [String]) async throws -> (changes: Int, code: Int32) {
    let file = library + ".count"
    let code = try await run(arguments, ["FIELDHOUSE_KILL_AT": "0", "FIELDHOUSE_KILL_COUNT": file])
    let text = try String(contentsOfFile: file, encoding: .utf8)
    return (try #require(Int(text.trimmingCharacters(in: .newlines))), code)
  }

  /// Runs until just before that change.
  /// - Returns: 137 when it came so far.
  func run(_ arguments: [String], at change: Int) async throws -> Int32 {
    try await run(arguments, ["FIELDHOUSE_KILL_AT": "\(change)"])
  }

  private func run(_ arguments: [String], _ variables: [String: String]) async throws -> Int32 {
    var environment = ProcessInfo.processInfo.environment
    environment["LD_PRELOAD"] = library
    environment.merge(variables) { $1 }
    return try await Program([try LedgerProcess.executable()] + arguments, environment: environment).end()
  }
}
