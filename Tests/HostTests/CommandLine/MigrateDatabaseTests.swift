import FieldhouseKit
import Foundation
import Testing

@Suite struct `fieldhouse migrate-database` {
  private static let morning = "2024-08-17T09:00:00Z"

  /// A club with a prediction, its host stopped.
  private func club() async throws -> (Installation, Person) {
    let installation = try Installation(season: TestSeason.text())
    let person = try await RunningHost.run(installation, clock: Self.morning) { host in
      try await host.predictor("+4915100000001", 2, 1)
    }
    return (installation, person)
  }

  @Test func `from SQLite to SQLite proves every table by count and checksum`() async throws {
    let (installation, person) = try await club()
    let folder = installation.folder("moved")
    let arguments = ["migrate-database", "sqlite", "sqlite:\(folder)"] + installation.flags
    let tool = try await Tool.fieldhouse(arguments + ["--json"])
    try #require(tool.code == 0, "\(tool.errors)")
    let tables = try tool.json["tables"]?.array ?? []
    #expect(
      tables.contains { $0["namespace"] == "soccer-predictions" && $0["name"] == "predictions" && $0["rows"] == 1 })
    #expect(tables.allSatisfy { $0["checksum"]?.string?.count == 32 })
    let again = try await Tool.fieldhouse(arguments)
    #expect(again.code == 1)
    #expect(again.errors.contains("Replace them with --replace."))
    #expect(try await Tool.fieldhouse(arguments + ["--replace"]).code == 0)

    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".sqlite") {
      for suffix in ["-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: "\(installation.data)/\(name)\(suffix)")
      }
      try FileManager.default.removeItem(atPath: "\(installation.data)/\(name)")
      try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(installation.data)/\(name)")
    }
    try await RunningHost.run(installation, clock: Self.morning) { host in
      try await host.expect(home: 2, of: person)
    }
  }

  @Test func `a club that has grown moves to PostgreSQL, goes on there, is backed up there and moves back`()
    async throws
  {
    let (installation, person) = try await club()
    try await PostgreSQLDatabase.run { database in
      let tool = try await Tool.fieldhouse(["migrate-database", "sqlite", database.address] + installation.flags)
      try #require(tool.code == 0, "\(tool.errors)")
      #expect(tool.errors.contains("rows are the same on both sides"))
      let options = ["--database", database.address]
      let file = installation.folder("server.backup")
      try await RunningHost.run(installation, clock: Self.morning, options: options) { host in
        try await host.expect(home: 2, of: person)
        try await host.predict(3, 3, as: person)
        let backup = try await Tool.fieldhouse(["backup", file, "--json"] + installation.flags + options)
        try #require(backup.code == 0, "\(backup.errors)")
        let document = try backup.json
        #expect(document["engine"] == "postgresql")
        try await host.predict(4, 4, as: person)
      }
      let restored = try await Tool.fieldhouse(["restore", file] + installation.flags + options)
      try #require(restored.code == 0, "\(restored.errors)")
      let back = try await Tool.fieldhouse(
        ["migrate-database", database.address, "sqlite", "--replace"] + installation.flags)
      try #require(back.code == 0, "\(back.errors)")
    }
    try await RunningHost.run(installation, clock: Self.morning) { host in
      try await host.expect(home: 3, of: person)
    }
  }

  @Test func `under a running host, of nothing, or of data without a plugin it refuses and copies nothing`()
    async throws
  {
    let (installation, _) = try await club()
    let folder = installation.folder("moved")
    let arguments = ["migrate-database", "sqlite", "sqlite:\(folder)"] + installation.flags
    try await RunningHost.run(installation, clock: Self.morning) { _ in
      let tool = try await Tool.fieldhouse(arguments)
      #expect(tool.code == 75)
      #expect(tool.errors.contains("Stop it first."))
    }
    _ = try await Tool.fieldhouse(["plugins", "disable", "soccer-predictions"] + installation.flags)
    let tool = try await Tool.fieldhouse(arguments)
    #expect(tool.code == 1)
    #expect(tool.errors.contains("No plugin can be read for soccer-predictions."))
    #expect(try await Tool.fieldhouse(arguments + ["--leave-out", "soccer-predictions"]).code == 0)
    let empty = try await Tool.fieldhouse(["migrate-database", "sqlite:\(folder)/none", "sqlite"] + installation.flags)
    #expect(empty.code == 75)
    for wrong in [["oracle://x", "sqlite"], ["sqlite", "sqlite"]] {
      #expect(try await Tool.fieldhouse(["migrate-database"] + wrong + installation.flags).code == 2)
    }
  }
}
