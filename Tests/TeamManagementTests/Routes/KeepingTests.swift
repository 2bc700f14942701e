import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

/// What a team keeps, and how much of it.
@Suite struct `What a team keeps` {
  @Test(.tags(.tm5, .tm51), arguments: TestHost.Engine.available)
  func `of records is whose they are, after a farewell too, the latest first`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let people = try await world.people("Ada", "Bob", "Eve")
      let (ada, bob, eve) = (people[0], people[1], people[2])
      let (team, other) = (try await world.team(of: ada, bob), try await world.team(of: eve, name: "Wolves"))
      let path = world.path(team, "/records")
      var names: [String] = []
      for (title, person) in [("Mile", bob), ("Cup", nil)] as [(String, TestPerson?)] {
        let record: JSON = [
          "title": .string(" \(title) "), "value": "1", "account": person.map { JSON.string($0.id.text) } ?? .null,
        ]
        names.append(try #require(try await host.post(path, record, as: ada)["record"]?.string))
        try await host.clock.advance(by: .seconds(1))
      }
      func records() async throws -> [String] {
        try await host.get(world.path(team, "/statistics"), as: ada)["records"]?.array?.map {
          "\($0["title"]?.string ?? "") \($0["person"]?["name"]?.string ?? "-")"
        } ?? []
      }
      #expect(try await records() == ["Cup -", "Mile Bob"])
      #expect(try await host.post(world.group(team, "/leave"), as: bob).status == 204)
      #expect(try await records() == ["Cup -", "Mile Bob"], "it does not become the whole team's")
      let change: JSON = ["title": "Mile", "value": "5:10"]
      let foreign = world.path(other, "/records/\(names[0])")
      #expect(try await host.put(foreign, change, as: eve).problem == "404 record-unknown", "that of another team")
      #expect(try await host.delete(foreign, as: eve).problem == "404 record-unknown")
      let stranger: JSON = ["title": "Mile", "value": "1", "account": .string(eve.id.text)]
      #expect(try await host.post(path, stranger, as: ada).problem == "404 member-unknown")
      try await host.leave(bob)
      try await host.settled()
      #expect(try await records() == ["Cup -"])
      try await world.write(
        (2...StatisticsStore.mostRecords).map {
          "insert into records (id, team, title, value, created_at) values (\("r\($0)"), \(team), 'Many', '1', 0)"
        })
      let one: JSON = ["title": "One more", "value": "1"]
      #expect(try await host.post(path, one, as: ada).problem == "409 records-full")
      #expect(try await host.post(world.path(other, "/records"), one, as: eve).status == 201)
      #expect(try await host.delete("\(path)/\(names[1])", as: ada).status == 204)
      #expect(try await host.post(path, one, as: ada).status == 201)
    }
  }

  @Test(.tags(.tm93), arguments: TestHost.Engine.available)
  func `of figures goes with its field, and formulas have names of their own`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      let path = world.path(try await world.team(of: ada), "/statistics")
      func put(_ fields: JSON, _ formulas: JSON = .null) async throws -> TestReply {
        let body: JSON = ["wins": 0, "losses": 0, "ties": 0, "fields": fields, "formulas": formulas]
        return try await host.put(path, body, as: ada)
      }
      func formula(_ name: JSON, _ text: JSON = "Goals / Games") -> JSON { ["name": name, "formula": text] }
      let fields: JSON = ["Goals", "Goals against", "Games"]
      #expect(try await put(fields, [formula("Rate"), formula(" Rate ", "Goals")]).pointers == ["/formulas"])
      #expect(try await put(fields, [formula("Rate"), formula(" ")]).pointers == ["/formulas/1/name"])
      #expect(
        try await put(fields, [formula("Rate"), formula("Goals"), formula("All", "goals against*2")]).status == 204)
      let values = path.replacing("/statistics", with: "/members/\(ada.id)/statistics")
      let figures: JSON = ["Goals": 3, "Goals against": 4, "Games": 2]
      #expect(try await host.put(values, ["values": figures], as: ada).status == 204)
      func player() async throws -> JSON? { try await host.get(path, as: ada)["players"]?[0] }
      #expect(try await player()?["results"] == ["Rate": 1.5, "Goals": 1.5, "All": 8])
      #expect(try await put(["Games", "Goals"]).status == 204)
      #expect(try await put(fields).status == 204, "a field of the name comes back")
      #expect(try await player()?["values"] == ["Goals": 3, "Games": 2], "without what stood in it")
      let kept = try await host.get(path, as: ada)["formulas"]?.array?.map { $0["name"] }
      #expect(kept == ["Rate", "Goals"], "nor do formulas that it left behind")
      #expect(try await put(fields, []).status == 204)
      #expect(try await host.get(path, as: ada)["formulas"] == [])
    }
  }

  @Test(.tags(.pl33), arguments: TestHost.Engine.available)
  func `of biographies are the latest versions, of each member on each team`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let people = try await world.people("Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      let (team, other) = (try await world.team(of: ada, bob), try await world.team(of: bob, name: "Wolves"))
      let now = host.services.clock.now
      try await host.services.storage.write { transaction in
        for (account, team) in [(ada.id, team), (bob.id, other)] {
          try await RosterStore.write("First.", of: account, in: team, by: account, at: now, transaction)
        }
        for number in 1...RosterStore.mostVersions {
          try await RosterStore.write("\(number)", of: bob.id, in: team, by: ada.id, at: now, transaction)
        }
      }
      let path = world.path(team, "/members/\(bob.id)")
      func history() async throws -> [String] {
        try await host.get(path, as: bob)["biographyHistory"]?.array?.compactMap { $0["text"]?.string } ?? []
      }
      #expect(try await history() == (1...50).reversed().map(String.init))
      #expect(try await host.put("\(path)/biography", ["text": "51"], as: bob).status == 204)
      #expect(try await history() == (2...51).reversed().map(String.init))
      #expect(try await world.count("select count(*) as n from biographies") == 52, "nothing is kept that nobody sees")
      for (person, team) in [(ada, team), (bob, other)] {
        #expect(try await host.get(world.path(team, "/members/\(person.id)"), as: person)["biography"] == "First.")
      }
      let none = try await host.put("\(path)/biography", ["text": " "], as: bob)
      #expect(none.status == 204, "\(none.text)")
      #expect(try await host.get(path, as: ada)["biography"] == "", "a biography can be taken back")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `of files are two hundred, of which each can be put anew`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      let team = try await world.team(of: ada)
      let (one, two) = (try await world.event(team, by: ada), try await world.event(team, by: ada))
      let pdf = Array("%PDF-1.7".utf8)
      func put(_ event: String, _ name: String) async throws -> String? {
        let path = world.path(team, "/events/\(event)/files/\(name)")
        return try await host.upload(path, pdf, type: "application/pdf", as: ada).problem
      }
      #expect(try await put(one, "map") == nil)
      try await world.write(
        (1..<AttachmentStore.mostOfTeam).map {
          """
          insert into attachments (event, name, team, type, size, content, added_at)
          values (\(two), \("n\($0)"), \(team), 'application/pdf', 8, \(pdf), 0)
          """
        })
      #expect(try await put(one, "form") == "409 attachments-full")
      #expect(try await put(one, "map") == nil, "instead of the one of the same name")
      #expect(try await host.delete(world.path(team, "/events/\(two)/files/n1"), as: ada).status == 204)
      #expect(try await put(one, "form") == nil)
      #expect(try await put(one, "map2") == "409 attachments-full")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `of its log is read page by page, each entry once, and nothing of another team`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      let (team, other) = (try await world.team(of: ada), try await world.team(of: ada, name: "Wolves"))
      for number in 1...5 {
        for place in [team, other] {
          _ = try await world.event(place, by: ada, ["title": .string("\(place == team ? "F" : "W")\(number)")])
        }
      }
      let path = world.path(team, "/log")
      let all = try await host.get(path, as: ada)
      #expect(
        all.items.prefix(5).map { $0["subject"] } == ["F5", "F4", "F3", "F2", "F1"] && all["next"]?.string == nil)
      #expect(all.items.allSatisfy { $0["subject"]?.string?.hasPrefix("W") != true })
      var (read, next): ([JSON], String?) = ([], "")
      while let after = next {
        let page = try await host.get("\(path)?limit=2\(after.isEmpty ? "" : "&after=\(after)")", as: ada)
        #expect(page.items.count <= 2)
        read += page.items
        next = page["next"]?.string
      }
      #expect(read == all.items)
      for (query, pointer) in [("limit=0", "/limit"), ("limit=101", "/limit"), ("after=x1", "/after")] {
        #expect(try await host.get("\(path)?\(query)", as: ada).pointers == [pointer])
      }
      #expect(try await host.get("\(path)?limit=100", as: ada).items.count == all.items.count)
    }
  }
}
