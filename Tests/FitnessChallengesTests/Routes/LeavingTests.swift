import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `Who is kept and who is not` {
  @Test(.tags(.fc15), arguments: TestHost.Engine.available)
  func `whom the coach has blocked gets no place that becomes free, but the next one does`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach) = (world.host, try await world.coach("Ann"))
      let id = try await world.made(by: coach, ["capacity": 1])
      var people: [TestPerson] = []
      for name in ["Bo", "Cy", "Di", "Ed"] { people.append(try await world.athlete(name)) }
      try await world.join(id, as: people[0])
      for person in people.dropFirst() {
        #expect(try await host.put("\(FitnessWorld.path(id))/waiting-list", as: person).status == 200)
      }
      #expect(try await host.put("/v1/me/blocked/\(people[1].id)", as: coach).status == 204)
      #expect(try await host.put("/v1/me/blocked/\(coach.id)", as: people[2]).status == 204, "a block goes both ways")
      #expect(try await host.post("\(FitnessWorld.path(id))/withdraw", as: people[0]).status == 204)
      let scope = Scope("challenge", id)
      var members: [Bool] = []
      for person in people { members.append(try await host.services.groups.isMember(person.id, of: scope)) }
      #expect(members == [false, false, false, true])
      try await host.settled()
      #expect(try await host.inbox(of: people[1]).isEmpty)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `everything of a coach and of an athlete is in what they get of themselves, and gone when they leave`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine, settings: ["coaching": "approval"]) { world async throws in
      let host = world.host
      let (ann, bob, cy) = (
        try await host.person("Ann"), try await world.athlete("Bob"), try await host.person("Cy")
      )
      func data(_ person: TestPerson) async throws -> JSON? {
        try await host.export(of: person)["plugins"]?["fitness-challenges"]?["data"]
      }
      let none = try await data(cy)
      #expect(none == nil || none == .null, "nothing of who has done nothing")
      for person in [ann, cy] {
        #expect(try await host.put("\(FitnessWorld.area)/me/coach", as: person)["isCoach"] == false)
      }
      #expect(try await data(cy)?["askedToCoachAt"] == "2025-08-15T12:00:00Z")
      #expect(try await host.put("\(FitnessWorld.area)/coach-requests/\(ann.id)", as: host.operator).status == 204)
      let id = try await world.made(by: ann)
      try await world.join(id, as: bob)
      for text in ["Rain", "Sun"] {
        let update: JSON = ["text": .string(text)]
        #expect(try await host.post("\(FitnessWorld.path(id))/updates", update, as: ann).status == 201)
      }
      let led = try await data(ann)?["challenges"]?[0]
      #expect(led?["updates"]?.array?.map { $0["text"] } == ["Rain", "Sun"])
      #expect(led?["updates"]?[0]?["sentAt"] == "2025-08-15T12:00:00Z")
      let device = "\(FitnessWorld.area)/me/devices/watch"
      #expect(try await host.put(device, ["name": "Bob's watch"], as: bob).status == 200)
      let begin: JSON = ["id": "f", "bytes": 9, "name": "Bob walks.gpx"]
      #expect(try await host.post(FitnessWorld.imports, begin, as: bob).status == 201)
      let mine = try await data(bob)
      #expect(mine?["devices"]?.array?.map { $0["name"] } == ["Bob's watch"])
      #expect(mine?["devices"]?[0]?["usedAt"] == .null)
      #expect(mine?["files"]?.array?.map { $0["name"] } == ["Bob walks.gpx"])
      #expect(mine?["files"]?[0]?["begunAt"] == "2025-08-15T12:00:00Z")
      #expect(mine?["participations"]?.array?.count == 1 && mine?["askedToCoachAt"] == .null)
      for person in [ann, bob, cy] { try await host.leave(person) }
      try await host.settled()
      let left = try await host.services.storage.read { transaction in
        var left: [String] = []
        for table in ["updates", "coach_requests", "device_tokens", "imports", "entries", "waiting_list"] {
          let rows = try await transaction.query(SQL(text: "select * from \(table)", values: []))
          if !rows.isEmpty { left.append(table) }
        }
        return left
      }
      #expect(left == [])
    }
  }

  @Test(.tags(.fc13), arguments: TestHost.Engine.available)
  func `challenges are found by words of every script, by their beginnings, whatever marks the letters have`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach, bob) = (world.host, try await world.coach("Ann"), try await world.athlete("Bob"))
      let titles = ["تحدي الجري ٢٠٢٥", "Ёлки и Бег", "ランニング 100km", "Öl-Wechsel: los!", "Łódź biegnie"]
      for title in titles { _ = try await world.made(by: coach, ["title": .string(title)]) }
      func found(_ words: String) async throws -> [String] {
        let allowed = words.utf8.map { byte -> String in
          let digits = String(byte, radix: 16, uppercase: true)
          return "%" + (digits.count == 1 ? "0" : "") + digits
        }
        return try await host.get("\(FitnessWorld.challenges)?query=\(allowed.joined())", as: bob).items
          .compactMap { $0["title"]?.string }
      }
      let queries = [
        ("الجر", 0), ("٢٠٢٥", 0), ("БЕГ", 1), ("елки", 1), ("ランニ 100", 2), ("OL wech", 3), ("łodz", 4),
      ]
      for (words, place) in queries { #expect(try await found(words) == [titles[place]], "\(words)") }
      for words in ["wechselstube", "biegn x"] { #expect(try await found(words).isEmpty) }
      #expect(try await found(":-!").count == titles.count, "what has no word asks for nothing")
    }
  }
}
