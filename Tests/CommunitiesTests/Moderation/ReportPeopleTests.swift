import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `What moderation keeps of a person` {
  @Test(arguments: TestHost.Engine.allCases)
  func `is in the person's export, and nobody else's reports are`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, others) = try await world.rudeClub("Cleo")
      try await world.flag(2, in: club, as: others[0], "bullying", detail: "cleo's words")
      try await world.decide("remove", world.onlyCase(), as: ada, note: "ada's note")
      func part(_ person: TestPerson) async throws -> JSON {
        try await world.host.export(of: person)["plugins"]?["clubs"]?["moderation"] ?? .null
      }
      #expect(try await part(others[0])["reports"]?.array?.map { $0["message"] } == ["bullying: cleo's words"])
      #expect(try await part(bob)["reported"]?.array?.map { $0["message"] } == ["rude"])
      #expect(try await part(ada)["decisions"]?.array?.map { $0["message"] } == ["remove: ada's note"])
      for word in ["cleo's", "ada's note"] { #expect(try await !part(bob).serialized().contains(word)) }
      #expect(try await !part(others[0]).serialized().contains("rude"))
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `goes with who reported, wrote or decided, and what others decide on stays`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, others) = try await world.rudeClub("Cleo", "Dan", "Eve")
      let gil = try await world.host.person("Gil")
      #expect(try await world.host.put("\(club.path)/members/\(gil.id)", as: ada).status == 204)
      #expect(try await world.host.put("\(club.path)/members/\(gil.id)/roles/admin", as: ada).status == 204)
      try await world.flag(2, in: club, as: others[0], "bullying", detail: "quixotic cleo")
      try await world.flag(2, in: club, as: others[1], "spam", detail: "quixotic dan")
      try await world.report("member", bob.id.text, in: club, as: others[1], detail: "quixotic dan")
      let id = try #require(try await world.queue(of: club, as: ada).first { $0["kind"] == "message" }?["id"]?.string)
      try await world.decide("warn", id, as: gil, note: "quixotic gil")
      for person in [others[0], gil] { try await world.host.leave(person) }
      try await world.host.settled()
      let found = try await world.details(id, as: world.host.operator)
      #expect(found["flags"]?.array?.map { $0["detail"] } == ["", "quixotic dan"])
      #expect(found["flags"]?.array?.map { $0["reason"] } == ["bullying", "spam"])
      #expect(found["flags"]?.array?.map { $0["by"]?["name"] } == [nil, "Dan"])
      #expect(found["decisions"]?.array?.map { $0["note"] } == [""])
      #expect(found["decisions"]?.array?.map { $0["by"] } == [nil])
      for word in [others[0].id.text, gil.id.text, "quixotic cleo", "quixotic gil"] {
        #expect(!found.text.contains(word))
      }
      // They count on: with one more there are three.
      #expect(try await world.flag(2, in: club, as: others[2]).status == 201)
      #expect(try await world.lines(in: club, as: ada)[1] == "2 removed")
      try await world.host.leave(bob)
      try await world.host.settled()
      for state in ["open", "decided"] {
        for item in try await world.queue(state, as: world.host.operator) {
          let left = try await world.details(item["id"]?.string ?? "", as: world.host.operator)
          for word in ["rude", bob.id.text, "quixotic"] { #expect(!left.text.contains(word), "\(word)") }
          #expect(left["report"]?["author"] == nil)
        }
      }
      #expect(try await world.decide("restore", id, as: ada).status == 200)
      #expect(try await world.lines(in: club, as: ada)[1] == "2 erased")
      #expect(try await world.decide("warn", id, as: ada).problem == "409 report-nobody")
      #expect(try await world.decide("suspend", id, as: world.host.operator).problem == "409 report-nobody")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `becomes another's with the account, and two reports of one are one`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, others) = try await world.rudeClub("Cleo", "Dan", "Eve", "Fay")
      try await world.say("by dan", in: club, as: others[1])
      for person in [others[0], others[1]] { try await world.flag(2, in: club, as: person) }
      try await world.flag(4, in: club, as: bob)
      try await world.report("member", others[1].id.text, in: club, as: bob)
      try await world.host.merge(others[1], into: others[0])
      try await world.host.settled()
      let found = try await world.queue(of: club, as: ada)
      #expect(found.map { $0["reports"] } == [1, 1, 1])
      #expect(Set(found.compactMap { $0["author"]?["name"]?.string }) == ["Bob", "Cleo"])
      #expect(found.first { $0["kind"] == "member" }?["thing"] == .string(others[0].id.text))
      for person in [others[0], others[2]] { #expect(try await world.flag(2, in: club, as: person).status == 201) }
      #expect(try await world.lines(in: club, as: ada)[1] == "2 Bob: rude")
      #expect(try await world.flag(2, in: club, as: others[3]).status == 201)
      #expect(try await world.lines(in: club, as: ada)[1] == "2 removed")
    }
  }
}
