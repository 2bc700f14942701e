import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

/// The clock stands at 2025-08-15T12:00:00Z.
@Suite struct `A companion app` {
  private static let devices = "\(FitnessWorld.area)/me/devices"
  private static let ingest = "\(FitnessWorld.area)/ingest"

  private static func update(_ id: String, minute: Int, steps: Int, _ changes: JSONObject = [:]) -> JSON {
    var body: JSONObject = [
      "id": .string(id), "steps": .integer(Int64(steps)),
      "start": .string("2025-08-15T10:\(ImportSamples.two(minute)):00Z"),
      "end": .string("2025-08-15T10:\(ImportSamples.two(minute + 5)):00Z"),
    ]
    for (key, value) in changes { body[key] = value }
    return .object(body)
  }

  @Test(arguments: TestHost.Engine.available)
  func `sends steps with a token that is shown once and can be ended`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let device = "phone-1"
      let made = try await host.put("\(Self.devices)/\(device)", ["name": "Phone"], as: ada)
      let token = made["token"] ?? .null
      for person in [ada, bob] {
        #expect(
          try await host.put("\(Self.devices)/\(device)", ["name": "P"], as: person).problem == "409 device-taken")
      }
      func send(_ updates: [JSON]) async throws -> TestReply {
        try await host.post(Self.ingest, ["token": token, "updates": .array(updates)])
      }
      let batch = [Self.update("b", minute: 5, steps: 500), Self.update("a", minute: 0, steps: 400)]
      let first = try await send(batch)
      #expect(first.status == 200 && first["taken"] == 2 && first["known"] == 0, "\(first.text)")
      #expect(try await send(batch.reversed())["known"] == 2, "once, however often it comes")
      #expect(try await send([Self.update("a", minute: 0, steps: 450, ["revision": 2])])["taken"] == 1)
      #expect(
        try await send([Self.update("a", minute: 0, steps: 420, ["revision": 1])])["known"] == 1, "late, and older")
      let odd = try await send([
        Self.update("x", minute: 0, steps: 1, ["end": "2025-08-15T10:00:00Z"]),
        Self.update("y", minute: 0, steps: 1, ["end": "2025-08-16T12:00:00.001Z", "start": "2025-08-16T11:00:00Z"]),
        Self.update("z", minute: 0, steps: 100, ["start": "2025-08-15T11:59:00Z", "end": "2025-08-15T12:03:00Z"]),
      ])
      #expect(odd["refused"] == ["x", "y"] && odd["taken"] == 1, "\(odd.text)")
      let kept = try await host.get("\(FitnessWorld.area)/me/activities", as: ada).items
      #expect(kept.map { $0["steps"] } == [100, 500, 450] && kept[0]["suspect"] == ["clock-ahead"])
      #expect(kept.allSatisfy { $0["source"] == "device" && $0["evidence"] == "device" })
      let listed = try await host.get(Self.devices, as: ada)
      #expect(listed.items.count == 1 && listed.items[0]["usedAt"] == "2025-08-15T12:00:00Z")
      #expect(!listed.text.contains(token.string ?? "?"))
      let secrets = try await host.services.storage.read { try await $0.query("select hash from device_tokens") }
      #expect(try secrets.map { try $0["hash"] as String } == [SHA256.hex(Array((token.string ?? "").utf8))])
      #expect(try await host.delete("\(Self.devices)/\(device)", as: bob).problem == "404 device-unknown")
      #expect(try await host.delete("\(Self.devices)/\(device)", as: ada).status == 204)
      #expect(try await send(batch).problem == "401 device-token")
      try await host.settled()
      let changes = host.events.filter { $0.name == "fitness-challenges.activities-changed" }
      #expect(changes.count == 3 && changes[0].payload["from"] == 1_755_252_000_000)
      #expect(changes[0].payload["before"] == 1_755_252_600_000, "one event for a batch")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `sends no more than a day has room for, and a person has ten at most`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      var token = JSON.null
      for number in 1...10 {
        token = try await host.put("\(Self.devices)/\(number)", ["name": .string("Phone")], as: ada)["token"] ?? .null
      }
      #expect(try await host.put("\(Self.devices)/11", ["name": "One more"], as: ada).problem == "409 devices-many")
      #expect(try await host.put("\(Self.devices)/12", ["name": ""], as: ada).pointers == ["/name"])
      try await host.services.storage.write {
        let today = CivilDay("2025-08-15")?.daysSince1970 ?? 0
        try await $0.execute("update device_tokens set taken = 9999, day = \(today)")
      }
      func send(_ count: Int) async throws -> TestReply {
        let updates = (0..<count).map { Self.update("u\($0)", minute: $0, steps: 5) }
        return try await host.post(Self.ingest, ["token": token, "updates": .array(updates)])
      }
      #expect(try await send(2).problem == "429 device-limit")
      #expect(try await send(1)["taken"] == 1)
      #expect(try await send(1).problem == "429 device-limit")
      try await host.clock.advance(to: "2025-08-16T00:00:00Z")
      #expect(try await send(2)["taken"] == 1)
    }
  }
}
