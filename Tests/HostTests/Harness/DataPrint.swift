import FieldhouseTestSupport
import Foundation
import Testing

/// Everything that an installation keeps, so that two moments can be compared.
struct DataPrint: Equatable, Sendable {
  /// The bytes of each file of the data folder, but for those that only say who has a database open.
  private let files: [String: Data]
  /// The whole database of a server as statements.
  private let dump: String?

  init(_ installation: Installation, _ database: PostgreSQLDatabase?) async throws {
    var files: [String: Data] = [:]
    let names = try FileManager.default.subpathsOfDirectory(atPath: installation.data)
    for name in names where ![".lease", "-shm", "-wal", "probe-cache.json"].contains(where: name.hasSuffix) {
      files[name] = FileManager.default.contents(atPath: "\(installation.data)/\(name)")
    }
    // An empty log is as good as none.
    for name in names where name.hasSuffix("-wal") {
      let log = FileManager.default.contents(atPath: "\(installation.data)/\(name)")
      if log?.isEmpty == false { files[name] = log }
    }
    try #require(database != nil || files["ledger.sqlite"] != nil)
    self.files = files
    dump = try await database?.dump()
  }
}

extension PostgreSQLDatabase {
  /// The whole database as statements.
  func dump() async throws -> String {
    let tool = try await Tool.run(["pg_dump", "-d", address])
    try #require(tool.code == 0 && tool.output.contains("COPY"), "\(tool.errors)")
    // Newer versions write a random key into each dump.
    return tool.output.split(separator: "\n").filter { !$0.contains("restrict ") }.joined(separator: "\n")
  }
}
