import FieldhouseKit
import Foundation
import Testing

@Suite struct `fieldhouse backup and restore` {
  private static let morning = "2024-08-17T09:00:00Z"

  @Test func `a backup of a running host keeps what was saved before, and the host goes on writing`() async throws {
    let installation = try Installation(season: TestSeason.text())
    let file = installation.folder("club.backup")
    let person = try await RunningHost.run(installation, clock: Self.morning) { host in
      let person = try await host.predictor("+4915100000001", 2, 1)
      let tool = try await Tool.fieldhouse(["backup", file, "--json"] + installation.flags)
      try #require(tool.code == 0, "\(tool.errors)")
      let ids = try tool.json["namespaces"]?.array?.compactMap { $0["id"]?.string }
      #expect(ids == ["accounts", "host", "notifications", "soccer-predictions"])
      try await host.predict(0, 0, as: person)
      return person
    }
    let new = try Installation(season: TestSeason.text())
    let restored = try await Tool.fieldhouse(["restore", file, "--json"] + new.flags)
    try #require(restored.code == 0, "\(restored.errors)")
    let document = try restored.json
    #expect(document["engine"] == "sqlite")
    #expect(document["kept"] == .null && document["secret"] == "clear")
    try await RunningHost.run(new, clock: Self.morning) { host in
      let again = try await host.signIn("+4915100000001")
      #expect(again.id == person.id)
      try await host.expect(home: 2, of: person)
    }
  }

  @Test func `restore leaves a running host alone and says to stop it`() async throws {
    let installation = try Installation(season: TestSeason.text())
    let file = installation.folder("club.backup")
    try await RunningHost.run(installation, clock: Self.morning) { host in
      #expect(try await Tool.fieldhouse(["backup", file] + installation.flags).code == 0)
      let person = try await host.predictor("+4915100000001", 2, 1)
      let tool = try await Tool.fieldhouse(["restore", file] + installation.flags)
      #expect(tool.code == 75)
      #expect(tool.output.isEmpty)
      #expect(tool.errors.contains("Stop it first."))
      try await host.expect(home: 2, of: person)
    }
  }

  @Test func `a damaged backup is refused before anything is touched`() async throws {
    let installation = try Installation(season: TestSeason.text())
    let file = installation.folder("club.backup")
    try await RunningHost.run(installation, clock: Self.morning) { _ in }
    let made = try await Tool.fieldhouse(["backup", file] + installation.flags)
    #expect(made.code == 0)
    #expect(made.output.hasPrefix(file))
    #expect(try await Tool.fieldhouse(["restore", file, "--verify"] + installation.flags).code == 0)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: file))
    for flags in [["--verify"], []] {
      let tool = try await Tool.fieldhouse(["restore", file] + flags + installation.flags)
      #expect(tool.code == 1)
      #expect(tool.errors.contains("Nothing was restored"))
    }
    try await RunningHost.run(installation, clock: Self.morning) { host in
      let leagues = try await host.soccer("/leagues")
      #expect(leagues.status == 200)
    }
  }

  @Test func `without a database there is nothing to back up`() async throws {
    let installation = try Installation()
    let tool = try await Tool.fieldhouse(["backup", installation.folder("x")] + installation.flags)
    #expect(tool.code == 1)
    #expect(tool.errors.contains("There is no database to back up yet."))
    let missing = try await Tool.fieldhouse(["backup", "x", "--data", installation.folder("nowhere")])
    #expect(missing.code == 75)
  }
}
