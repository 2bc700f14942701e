import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Who wrote what was removed` {
  private static let removed =
    "Something of yours in Lions was removed after reports. Reason: inappropriate behaviour."

  @Test(arguments: TestHost.Engine.allCases)
  func `is told that and why, not by whom, and objects once`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, others) = try await world.rudeClub("Cleo", "Dan", "Eve")
      for (index, person) in others.enumerated() {
        try await world.flag(2, in: club, as: person, ["spam", "inappropriate", "inappropriate"][index])
        #expect(try await world.news(bob) == (index < 2 ? [] : [Self.removed]))
      }
      let told = try #require(try await world.host.inbox(of: bob).first { $0["kind"] == "moderation-removed" })
      for person in others + [ada] { #expect(!told.serialized().contains(person.id.text)) }
      let id = try await world.onlyCase()
      #expect(told["link"] == .string("/reports/clubs/\(id)"))
      let path = "\(ClubWorld.moderation)/own/\(id)"
      let own = try await world.host.get(path, as: bob)
      #expect(own["words"] == "rude" && own["reason"] == "inappropriate" && own["place"] == "Lions")
      #expect(own["isHidden"] == true && own["mayAppeal"] == true && own["isDecided"] == false)
      for person in others + [ada] {
        #expect(try await world.host.get(path, as: person).problem == "404 report-unknown")
        #expect(
          try await world.host.post("\(path)/appeal", ["text": "no"], as: person).problem == "404 report-unknown")
      }
      #expect(try await world.decide("remove", id, as: ada).status == 200)
      for person in others {
        #expect(try await world.news(person) == ["Something that you reported in Lions was removed. Thank you."])
      }
      #expect(try await world.host.post("\(path)/appeal", ["text": ""], as: bob).pointers == ["/text"])
      let longest = String(repeating: "é", count: 500)
      #expect(
        try await world.host.post("\(path)/appeal", ["text": .string(longest + "é")], as: bob).pointers == ["/text"])
      #expect(try await world.host.post("\(path)/appeal", ["text": "It was a joke."], as: bob).status == 204)
      #expect(
        try await world.host.post("\(path)/appeal", ["text": "It was."], as: bob).problem == "409 report-appealed")
      #expect(try await world.onlyCase() == id)
      let found = try await world.details(id, as: ada)
      #expect(found["report"]?["appeal"] == "It was a joke.")
      #expect(found["decisions"]?.array?.map { $0["decision"] } == ["flagged", "remove", "appeal"])
      #expect(try await world.decide("restore", id, as: ada).status == 200)
      #expect(try await world.news(bob).first == "Something of yours in Lions that was removed is shown again.")
      #expect(try await world.lines(in: club, as: others[0])[1] == "2 Bob: rude")
      let after = try await world.host.get(path, as: bob)
      #expect(after["isHidden"] == false && after["mayAppeal"] == false && after["isDecided"] == true)
      #expect(after["reason"] == nil)
      for person in others { #expect(try await world.news(person).count == 1) }
    }
  }

  @Test func `objects to nothing that stands`() async throws {
    try await ClubWorld.run { world in
      let (club, _, bob, others) = try await world.rudeClub("Cleo")
      try await world.flag(2, in: club, as: others[0])
      let id = try await world.onlyCase()
      #expect(try await world.news(bob).isEmpty)
      #expect(
        try await world.host.post("\(ClubWorld.moderation)/own/\(id)/appeal", ["text": "no"], as: bob).problem
          == "404 report-unknown")
      #expect(try await world.host.get("\(ClubWorld.moderation)/own/\(id)", as: bob)["mayAppeal"] == false)
    }
  }
}
