import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import TeamManagement

@Suite struct `Statistics and biographies` {
  @Test(.tags(.tm5, .tm6, .tm8, .tm9, .tm50, .tm51, .tm92, .tm93), arguments: TestHost.Engine.available)
  func `are kept by admins in fields of their own choice, for members and the team, and seen by all of it`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let team = try await world.team(of: ada, bob)
      let path = world.path(team, "/statistics")
      #expect(try await host.get(path, as: bob)["fields"] == ["Goals", "Assists"], "what the sport begins with")
      let figures: JSON = ["wins": 3, "losses": 1, "ties": 2, "fields": ["Goals", "Clean sheets"]]
      #expect(try await host.put(path, figures, as: bob).problem == "403 forbidden")
      let twice: JSON = ["wins": 0, "losses": 0, "ties": 0, "fields": ["Goals", " Goals"]]
      #expect(try await host.put(path, twice, as: ada).pointers == ["/fields"])
      #expect(try await host.put(path, ["wins": -1, "losses": 0, "ties": 0], as: ada).pointers == ["/wins"])
      #expect(try await host.put(path, figures, as: ada).status == 204)
      let member = world.path(team, "/members/\(bob.id)")
      #expect(try await host.put("\(member)/statistics", ["values": ["Saves": 3]], as: ada).pointers == ["/values"])
      let values: JSON = ["values": ["Goals": 7, "Clean sheets": 2.5]]
      #expect(try await host.put("\(member)/statistics", values, as: bob).problem == "403 forbidden")
      #expect(try await host.put("\(member)/statistics", values, as: ada).status == 204)
      let own: JSON = ["title": "Fastest mile", "value": "5:12", "account": .string(bob.id.text), "day": "2025-05-01"]
      let record = try await host.post(world.path(team, "/records"), own, as: ada)
      #expect(record.status == 201)
      let whole: JSON = ["title": "Most goals", "value": "9"]
      #expect(try await host.post(world.path(team, "/records"), whole, as: bob).problem == "403 forbidden")
      let wholeRecord = try await host.post(world.path(team, "/records"), whole, as: ada)
      #expect(wholeRecord.status == 201)
      let change = world.path(team, "/records/\(record["record"]?.string ?? "")")
      #expect(try await host.put(change, ["title": "Fastest mile", "value": "5:10"], as: ada).status == 204)
      let shown = try await host.get(path, as: bob)
      #expect(shown["wins"] == 3 && shown["losses"] == 1 && shown["ties"] == 2 && shown["members"] == 2)
      #expect(shown["players"]?.array?.map { $0["values"] } == [[:], ["Clean sheets": 2.5, "Goals": 7]])
      let records = shown["records"]?.array ?? []
      #expect(Set(records.compactMap { $0["value"]?.string }) == ["5:10", "9"])
      #expect(try await host.get(member, as: ada)["records"]?.array?.count == 1)
      #expect(try await host.get(member, as: ada)["values"]?["Goals"] == 7)
      let better = world.path(team, "/records/\(wholeRecord["record"]?.string ?? "")")
      #expect(
        try await host.put(better, ["title": "Most goals", "value": "10"], as: bob).problem == "403 forbidden")
      #expect(try await host.put(better, ["title": "Most goals", "value": "10"], as: ada).status == 204)
      let changed = try await host.get(path, as: bob)["records"]?.array ?? []
      #expect(Set(changed.compactMap { $0["value"]?.string }) == ["5:10", "10"], "the team's has changed")
      let eight: JSON = ["values": ["Goals": 8, "Clean sheets": 2.5]]
      #expect(try await host.put("\(member)/statistics", eight, as: ada).status == 204)
      #expect(try await host.get(member, as: bob)["values"] == ["Clean sheets": 2.5, "Goals": 8])
      #expect(try await host.delete(change, as: bob).problem == "403 forbidden")
      #expect(try await host.delete(change, as: ada).status == 204)
      #expect(try await host.delete(change, as: ada).problem == "404 record-unknown")
      #expect(
        try await host.put(path, ["wins": 4, "losses": 1, "ties": 2, "fields": ["Goals"]], as: ada).status == 204)
      #expect(try await host.get(path, as: bob)["wins"] == 4)
      #expect(try await host.get(member, as: bob)["values"] == ["Goals": 8])
      #expect(try await host.get(path, as: eve).problem == "404 not-found")
      func formulas(_ all: JSON) async throws -> TestReply {
        try await host.put(
          path, ["wins": 4, "losses": 1, "ties": 2, "fields": ["Goals", "Games"], "formulas": all], as: ada)
      }
      #expect(try await formulas([["name": "Each", "formula": "Goals / Saves"]]).pointers == ["/formulas"])
      #expect(
        try await formulas([["name": "Each", "formula": "Goals / Games"], ["name": "Half", "formula": "Goals / 2"]])
          .status == 204)
      #expect(try await host.put("\(member)/statistics", ["values": ["Goals": 7, "Games": 4]], as: ada).status == 204)
      let results = try await host.get(path, as: bob)
      #expect(results["players"]?.array?.map { $0["results"] } == [[:], ["Each": 1.75, "Half": 3.5]])
      #expect(try await host.get(member, as: bob)["results"] == ["Each": 1.75, "Half": 3.5])
      #expect(
        try await host.put(path, ["wins": 4, "losses": 1, "ties": 2, "fields": ["Goals"]], as: ada).status == 204)
      #expect(
        try await host.get(path, as: bob)["formulas"] == [["name": "Half", "formula": "Goals / 2"]], "what fits stays")
      let other = world.path(team, "/members/\(ada.id)")
      #expect(try await host.put("\(other)/statistics", ["values": ["Goals": 2]], as: ada).status == 204)
      #expect(try await host.get(other, as: bob)["values"] == ["Goals": 2], "members read those of others")
    }
  }

  @Test(
    .tags(.tm93),
    arguments: [
      ("Futsal", ["Goals", "Assists"]), ("basketball", ["Points", "Rebounds", "Assists"]),
      ("Softball", ["Runs", "Hits"]),
      ("Beach volleyball", ["Aces", "Blocks", "Points"]), ("Quidditch", ["Points"]),
    ])
  func `begin with fields of the sport, which become any others within their limits`(
    sport: String, fields: [String]
  ) async throws {
    try await TeamWorld.run(on: .sqlite) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      let made = try await host.post("\(TeamWorld.area)/teams", ["name": "Owls", "sport": .string(sport)], as: ada)
      let path = world.path(try #require(made["team"]?.string), "/statistics")
      #expect(try await host.get(path, as: ada)["fields"] == .array(fields.map { .string($0) }))
      func put(_ fields: [String]) async throws -> TestReply {
        let body: JSON = ["wins": 0, "losses": 0, "ties": 0, "fields": .array(fields.map { .string($0) })]
        return try await host.put(path, body, as: ada)
      }
      let most = (1...StatisticsStore.mostFields).map { "Field \($0)" }
      #expect(try await put(most).status == 204)
      #expect(try await host.get(path, as: ada)["fields"] == .array(most.map { .string($0) }))
      #expect(try await put(most + ["One more"]).pointers == ["/fields"])
      #expect(try await put([String(repeating: "f", count: 40)]).status == 204)
      #expect(try await put([String(repeating: "f", count: 41)]).pointers == ["/fields/0"])
      #expect(try await put([""]).pointers == ["/fields/0"])
      let values = world.path(try #require(made["team"]?.string), "/members/\(ada.id)/statistics")
      let name = String(repeating: "f", count: 40)
      for (value, isTaken) in [(1_000_000_000, true), (1_000_000_001, false), (-1_000_000_000, true)] as [(Int64, Bool)]
      {
        let status = try await host.put(values, ["values": [name: .integer(value)]], as: ada).status
        #expect(status == (isTaken ? 204 : 422))
      }
      #expect(try await put([]).status == 204, "none at all")
    }
  }

  @Test(.tags(.tm6, .tm7, .tm9, .pl33), arguments: TestHost.Engine.available)
  func `are written by the member and by admins; how a biography has changed the member sees`(
    on engine: TestHost.Engine
  )
    async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let team = try await world.team(of: ada, bob, eve)
      let member = world.path(team, "/members/\(bob.id)")
      #expect(try await host.put("\(member)/biography", ["text": "Fast."], as: bob).status == 204)
      #expect(try await host.put("\(member)/biography", ["text": "Slow."], as: eve).problem == "403 forbidden")
      #expect(try await host.put("\(member)/biography", ["text": "Fast, and our captain."], as: ada).status == 204)
      let long = JSON.string(String(repeating: "x", count: 2_001))
      #expect(try await host.put("\(member)/biography", ["text": long], as: bob).pointers == ["/text"])
      let mine = try await host.get(member, as: bob)
      #expect(mine["biography"] == "Fast, and our captain.")
      #expect(mine["biographyHistory"]?.array?.map { $0["by"] } == ["Ada", "Bob"])
      #expect(mine["biographyHistory"]?.array?.map { $0["text"] } == ["Fast, and our captain.", "Fast."])
      let others = try await host.get(member, as: eve)
      #expect(others["biography"] == "Fast, and our captain." && others["biographyHistory"] == nil)
      #expect(try await host.get(world.path(team, "/members/nobody"), as: eve).problem == "404 member-unknown")
    }
  }
}
