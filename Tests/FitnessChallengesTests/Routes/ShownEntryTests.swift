import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

/// The clock stands at 2025-08-15T12:00:00Z at first.
@Suite struct `Entries that an activity shows` {
  /// A run of 5 km with its track on the day of the tests, some hours behind midnight.
  private static func run(_ id: String, hour: Int, as person: TestPerson, _ host: TestHost) async throws {
    let start = 1_755_216_000_000 + Int64(hour) * 3_600_000
    let places = (0...30).map { minute -> JSON in
      let north = 52.3 + Double(minute) * 5_000 / 30 / 111_195.0802
      return [.number(north), 4.9, .integer(start + Int64(minute) * 60_000)]
    }
    let time = "2025-08-15T\(ImportSamples.two(hour))"
    let body: JSON = [
      "id": .string(id), "kind": "run", "start": .string("\(time):00:00Z"), "end": .string("\(time):30:00Z"),
      "points": [.array(places)],
    ]
    let reply = try await host.post("\(FitnessWorld.area)/me/activities", body, as: person)
    #expect(reply.status == 201 && reply["evidence"] == "track" && reply["suspect"] == [], "\(reply.text)")
  }

  private static func path(_ challenge: String, _ entry: String) -> String {
    "\(FitnessWorld.path(challenge))/days/2025-08-15/exercises/e1/entries/\(entry)"
  }

  /// Somebody's points of what is measured and of everything.
  private static func points(
    _ challenge: String, _ person: TestPerson, _ world: FitnessWorld
  ) async throws -> [Double] {
    let me = try await world.challenge(challenge, as: person)["me"]
    return [me?["measuredPoints"]?.double ?? -1, me?["points"]?.double ?? -1]
  }

  @Test(arguments: TestHost.Engine.available)
  func `are shown as long as they say no more than it, whatever is said earlier or comes later`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach, bob) = (world.host, try await world.coach("Ann"), try await world.athlete("Bob"))
      let id = try await world.made(by: coach)
      try await world.join(id, as: bob)
      try await Self.run("morning", hour: 6, as: bob, host)
      try await Self.run("noon", hour: 10, as: bob, host)
      func log(
        _ value: JSON, _ entry: String, by activity: String? = nil, at minute: Int? = nil
      ) async throws -> TestReply {
        var body: JSONObject = ["value": value]
        if let activity { body["activity"] = .string(activity) }
        if let minute { body["saidAt"] = .string("2025-08-15T12:\(ImportSamples.two(minute)):00Z") }
        return try await host.put(Self.path(id, entry), .object(body), as: bob)
      }
      try await host.clock.advance(to: "2025-08-15T12:50:00Z")
      #expect(try await log(4, "a", by: "morning", at: 10).status == 200)
      #expect(try await Self.points(id, bob, world) == [4, 4])
      #expect(try await log(5, "a", at: 11).status == 200)
      #expect(try await Self.points(id, bob, world) == [5, 5], "as long as it was")
      #expect(try await log(.null, "a", at: 5).status == 200)
      #expect(try await Self.points(id, bob, world) == [5, 5], "taken back before it was entered anew")
      #expect(try await log(50, "a", at: 12).status == 200)
      #expect(try await Self.points(id, bob, world) == [0, 50], "nobody has measured 50")
      #expect(try await log(3, "a", by: "noon", at: 9).pointers == ["/activity"], "what counts are the 50 said later")
      #expect(try await log(4, "b", by: "morning", at: 13).status == 200, "it shows nothing else any more")
      #expect(try await log(3, "a", by: "noon", at: 14).status == 200)
      #expect(try await Self.points(id, bob, world) == [7, 7])
      #expect(try await log(.null, "a", at: 20).status == 200)
      #expect(try await log(2, "a", by: "morning", at: 19).status == 200, "it counts no more when this comes")
      #expect(try await Self.points(id, bob, world) == [4, 4])
      #expect(try await log(1, "c", by: "noon", at: 21).status == 200, "so that the activity may show another one")
      #expect(try await host.delete("\(FitnessWorld.area)/me/activities/noon", as: bob).status == 204)
      #expect(try await Self.points(id, bob, world) == [5, 5], "what was shown stays")
      #expect(try await log(1.5, "c", at: 22).status == 200)
      #expect(try await Self.points(id, bob, world) == [4, 5.5], "but is not more than that")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `and that are taken back leave no appeal that nobody could answer`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach, bob) = (world.host, try await world.coach("Ann"), try await world.athlete("Bob"))
      let id = try await world.made(by: coach)
      try await world.join(id, as: bob)
      try await world.log(9, id, as: bob)
      let ruling = "\(FitnessWorld.path(id))/athletes/\(bob.id)/days/2025-08-15/exercises/e1/entries/one/ruling"
      let appeals = "\(FitnessWorld.path(id))/appeals"
      func appeal() async throws -> Int {
        try await host.put("\(Self.path(id, "one"))/appeal", ["text": "I did."], as: bob).status
      }
      #expect(try await host.put(ruling, ["ruling": "rejected", "reason": "Why?"], as: coach).status == 200)
      #expect(try await appeal() == 204)
      #expect(try await host.get(appeals, as: coach).items.count == 1)
      try await host.clock.advance(by: .seconds(60))
      #expect(try await world.log(.null, id, as: bob)["me"]?["points"]?.double == 0)
      #expect(try await host.get(appeals, as: coach).items.isEmpty)
      #expect(try await host.put(ruling, ["ruling": "confirmed"], as: coach).problem == "404 entry-unknown")
      try await host.clock.advance(by: .seconds(60))
      #expect(try await world.log(9, id, as: bob)["me"]?["points"]?.double == 0, "it is rejected still")
      #expect(try await appeal() == 204)
      #expect(try await host.put(ruling, ["ruling": "none"], as: coach)["ruling"] == "none")
      #expect(try await world.challenge(id, as: bob)["me"]?["points"]?.double == 9)
      #expect(try await host.get(appeals, as: coach).items.isEmpty)
    }
  }
}
