import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Evidence of entries` {
  /// A JPEG as far as its first bytes tell.
  private static let picture: [UInt8] = [0xff, 0xd8, 0xff, 0xe0] + [UInt8](repeating: 7, count: 40)

  private func entry(_ challenge: String, _ rest: String = "", exercise: String = "e1", entry: String = "one") -> String
  {
    "\(FitnessWorld.path(challenge))/days/2025-08-15/exercises/\(exercise)/entries/\(entry)\(rest)"
  }

  private func ruling(_ challenge: String, of person: TestPerson, _ entry: String = "one") -> String {
    "\(FitnessWorld.path(challenge))/athletes/\(person.id)/days/2025-08-15/exercises/e1/entries/\(entry)/ruling"
  }

  /// An activity of half an hour and five kilometres on the day of the tests, entered by hand or with its track.
  private func run(_ id: String, isTracked: Bool = false, as person: TestPerson, _ world: FitnessWorld) async throws {
    var body: JSONObject = [
      "id": .string(id), "kind": "run", "start": "2025-08-15T08:00:00Z", "end": "2025-08-15T08:30:00Z",
    ]
    if isTracked {
      // Some 167 m to the north each minute.
      let places = (0...30).map { minute -> JSON in
        [.number(52.3 + Double(minute) * 0.0015), 4.9, .number(1_755_244_800_000 + Double(minute) * 60_000)]
      }
      body["points"] = .array([.array(places)])
    } else {
      body["metres"] = 5_000
    }
    let reply = try await world.host.post("\(FitnessWorld.area)/me/activities", .object(body), as: person)
    #expect(reply.status == 201, "\(reply.text)")
  }

  private func points(_ challenge: String, _ filter: String, as person: TestPerson, _ world: FitnessWorld)
    async throws -> [Double]
  {
    try await world.host.settled()
    return try await world.host.get("\(FitnessWorld.path(challenge))/board?evidence=\(filter)", as: person).items
      .compactMap { $0["points"]?.double }
  }

  @Test(.tags(.fc19), arguments: TestHost.Engine.available)
  func `is words alone, a picture, or the coach's word, and boards count by it`(on engine: TestHost.Engine) async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bob, cy) = (
        try await world.coach("Ann"), try await world.athlete("Bob"), try await world.athlete("Cy")
      )
      let id = try await world.made(by: coach)
      for person in [bob, cy] { try await world.join(id, as: person) }
      for (name, value) in [("one", 5), ("two", 3)] as [(String, Int64)] {
        try await world.log(.integer(value), id, as: bob, entry: name)
      }
      try await world.log(9, id, as: cy)
      #expect(try await points(id, "all", as: bob, world) == [9, 8])
      for filter in ["shown", "measured"] { #expect(try await points(id, filter, as: bob, world).isEmpty) }
      #expect(try await host.get("\(FitnessWorld.path(id))/board?evidence=guess", as: bob).status == 422)
      let put = try await host.upload(entry(id, "/photo"), Self.picture, type: "image/jpeg", as: bob)
      #expect(put.status == 204, "\(put.text)")
      #expect(
        try await host.upload(entry(id, "/photo", entry: "none"), Self.picture, type: "image/jpeg", as: bob).problem
          == "404 entry-unknown")
      #expect(
        try await host.upload(entry(id, "/photo"), [1, 2], type: "image/jpeg", as: bob).problem == "415 media-content")
      #expect(try await points(id, "shown", as: bob, world) == [5])
      #expect(try await points(id, "measured", as: bob, world).isEmpty)
      #expect(try await host.put(ruling(id, of: bob, "two"), ["ruling": "confirmed"], as: coach).status == 200)
      #expect(try await points(id, "shown", as: bob, world) == [8])
      #expect(try await points(id, "measured", as: bob, world) == [3])
      let mine = try await world.challenge(id, as: bob)["me"]
      #expect(mine?["points"] == 8 && mine?["shownPoints"] == 8 && mine?["measuredPoints"] == 3)
      let kept = try await host.get("\(FitnessWorld.path(id))/entries", as: bob).items
      let shown = Dictionary(uniqueKeysWithValues: kept.map { ($0["entry"]?.string ?? "", $0) })
      #expect(shown["one"]?["evidence"] == "photo" && shown["two"]?["evidence"] == "confirmed")
      let photo = try #require(shown["one"]?["photo"]?.string)
      #expect(photo.hasPrefix("/v1/media/"))
      #expect(try await world.log(4, id, as: bob, entry: "two").status == 200, "what is changed is confirmed no more")
      #expect(try await points(id, "measured", as: bob, world).isEmpty)
      #expect(try await host.delete(entry(id, "/photo"), as: bob).status == 204)
      #expect(try await points(id, "shown", as: bob, world).isEmpty)
      #expect(try await points(id, "all", as: bob, world) == [9, 9])
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `goes with an entry that is taken back, the picture with it`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach, bob) = (world.host, try await world.coach("Ann"), try await world.athlete("Bob"))
      let id = try await world.made(by: coach)
      try await world.join(id, as: bob)
      for name in ["one", "two"] {
        try await world.log(5, id, as: bob, entry: name)
        #expect(
          try await host.upload(entry(id, "/photo", entry: name), Self.picture, type: "image/jpeg", as: bob).status
            == 204)
      }
      let kept = try await host.get("\(FitnessWorld.path(id))/entries", as: bob).items
      let photo = try #require(kept.first?["photo"]?.string)
      try await host.clock.advance(by: .seconds(1))
      #expect(try await world.log(.null, id, as: bob, entry: "one").status == 200)
      #expect(try await host.get(photo, as: bob).status == 200, "the other entry is shown by the same picture")
      #expect(try await world.log(.null, id, as: bob, entry: "two").status == 200)
      #expect(try await host.get(photo, as: bob).status == 404)
    }
  }

  @Test(.tags(.fc30), arguments: TestHost.Engine.available)
  func `is rejected by the coach alone, with the reason, and appealed once by whom it is about`(
    on engine: TestHost.Engine
  )
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, other) = (try await world.coach("Ann"), try await world.coach("Zoe"))
      let (bob, cy) = (try await world.athlete("Bob"), try await world.athlete("Cy"))
      let id = try await world.made(by: coach)
      for person in [bob, cy] { try await world.join(id, as: person) }
      try await world.log(20, id, as: bob)
      #expect(try await world.challenge(id, as: bob)["me"]?["outcome"] == "passed")
      let rejection: JSON = ["ruling": "rejected", "reason": "Twenty kilometres in a minute?"]
      #expect(try await host.put(ruling(id, of: bob), rejection, as: cy).problem == "403 forbidden")
      #expect(try await host.put(ruling(id, of: bob), rejection, as: other).problem == "404 not-found")
      #expect(
        try await host.put(ruling(id, of: bob), ["ruling": "rejected", "reason": " "], as: coach).pointers == [
          "/reason"
        ])
      #expect(try await host.put(ruling(id, of: other), rejection, as: coach).problem == "404 athlete-unknown")
      #expect(try await host.put(ruling(id, of: bob, "none"), rejection, as: coach).problem == "404 entry-unknown")
      let appeal = entry(id, "/appeal")
      #expect(try await host.put(appeal, ["text": "I did."], as: bob).problem == "409 not-rejected")
      #expect(try await host.put(ruling(id, of: bob), rejection, as: coach)["ruling"] == "rejected")
      let after = try await world.challenge(id, as: bob)["me"]
      #expect(after?["outcome"] == "running" && after?["points"] == 0)
      #expect(try await world.log(25, id, as: bob)["me"]?["points"] == 0, "changing it does not bring it back")
      try await host.settled()
      #expect(
        try await host.inbox(of: bob).map { $0["text"] } == [
          "Run twenty: your entry of Run does not count: Twenty kilometres in a minute?"
        ])
      #expect(try await host.put(appeal, ["text": " "], as: bob).pointers == ["/text"])
      #expect(try await host.put(appeal, ["text": "I wrote it down in the evening."], as: bob).status == 204)
      #expect(try await host.put(appeal, ["text": "Once more."], as: bob).problem == "409 appealed-already")
      #expect(try await host.put(appeal, ["text": "Hers."], as: cy).problem == "404 entry-unknown")
      try await host.settled()
      #expect(try await host.inbox(of: coach).map { $0["text"] } == ["Run twenty: Bob appeals a rejection."])
      let appeals = "\(FitnessWorld.path(id))/appeals"
      #expect(try await host.get(appeals, as: bob).problem == "403 forbidden")
      let waiting = try await host.get(appeals, as: coach).items
      #expect(
        waiting.map { $0["text"] } == ["I wrote it down in the evening."] && waiting[0]["person"]?["name"] == "Bob")
      let entries = "\(FitnessWorld.path(id))/athletes/\(bob.id)/entries"
      #expect(try await host.get(entries, as: coach).items.map { $0["isAppealed"] } == [true])
      #expect(try await host.get(entries, as: cy).problem == "403 forbidden")
      try await host.clock.advance(by: .seconds(60))
      #expect(try await host.put(ruling(id, of: bob), ["ruling": "confirmed"], as: coach)["evidence"] == "confirmed")
      #expect(try await host.get(appeals, as: coach).items.isEmpty)
      #expect(try await world.challenge(id, as: bob)["me"]?["outcome"] == "passed")
      #expect(try await host.post("\(FitnessWorld.path(id))/withdraw", as: bob).status == 204)
      #expect(try await host.get(entries, as: coach).problem == "404 athlete-unknown", "the view ends with taking part")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is an activity of one's own that is as long, for one entry of an exercise, and goes with whoever leaves`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bob, cy) = (
        try await world.coach("Ann"), try await world.athlete("Bob"), try await world.athlete("Cy")
      )
      let id = try await world.made(by: coach)
      for person in [bob, cy] { try await world.join(id, as: person) }
      try await run("morning", as: bob, world)
      func log(_ value: JSON, _ name: String, _ activity: String, as person: TestPerson) async throws -> TestReply {
        try await host.put(entry(id, entry: name), ["value": value, "activity": .string(activity)], as: person)
      }
      #expect(try await log(5, "one", "morning", as: cy).problem == "404 activity-unknown")
      #expect(try await log(6, "one", "morning", as: bob).pointers == ["/activity"], "it was 5 km")
      #expect(try await log(5, "one", "morning", as: bob).status == 200)
      #expect(try await log(2, "two", "morning", as: bob).problem == "409 activity-used")
      #expect(try await log(4, "one", "morning", as: bob).status == 200, "the same entry may change")
      #expect(try await host.get("\(FitnessWorld.path(id))/entries", as: bob).items.map { $0["evidence"] } == ["said"])
      try await run("tracked", isTracked: true, as: bob, world)
      #expect(try await log(4.5, "three", "tracked", as: bob).status == 200)
      let kept = try await host.get("\(FitnessWorld.path(id))/entries", as: bob).items
      #expect(kept.first { $0["entry"] == "three" }?["evidence"] == "track")
      #expect(try await points(id, "measured", as: bob, world) == [4.5])
      try await host.clock.advance(by: .seconds(60))
      #expect(try await world.log(.null, id, as: bob, entry: "three").status == 200)
      #expect(try await log(4, "four", "tracked", as: bob).status == 200, "of one that is taken back it is free again")
      _ = try await host.upload(entry(id, "/photo"), Self.picture, type: "image/jpeg", as: bob)
      let data = try await host.export(of: bob)["plugins"]?["fitness-challenges"]?["data"]
      let shown = data?["participations"]?[0]?["evidence"]?.array?.compactMap { $0["activity"]?.string }
      #expect(Set(shown ?? []) == ["morning", "tracked"])
      try await host.leave(bob)
      try await host.settled()
      let left = try await host.services.storage.read { try await $0.query("select * from evidence").count }
      #expect(left == 0)
    }
  }
}
