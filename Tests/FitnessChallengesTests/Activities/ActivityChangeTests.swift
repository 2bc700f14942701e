import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

/// The clock stands at 2025-08-15T12:00:00Z.
@Suite struct `Changes of an activity` {
  private static let path = "\(FitnessWorld.area)/me/activities"

  private static func body(_ id: String, _ kind: String, _ more: JSONObject) -> JSON {
    var body: JSONObject = [
      "id": .string(id), "kind": .string(kind), "start": "2025-08-15T10:00:00Z", "end": "2025-08-15T10:30:00Z",
    ]
    for (key, value) in more { body[key] = value }
    return .object(body)
  }

  @Test(.tags(.wc17), arguments: TestHost.Engine.available)
  func `by hand keep to what counts of its kind: a run that becomes a walk has steps alone`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      for (id, more) in [("bare", ["metres": 5_000]), ("both", ["metres": 5_000, "steps": 4_000])]
        as [(String, JSONObject)]
      {
        #expect(try await host.post(Self.path, Self.body(id, "run", more), as: ada).status == 201)
      }
      #expect(try await host.put("\(Self.path)/bare", ["kind": "walk"], as: ada).pointers == ["/steps"])
      #expect(try await host.get("\(Self.path)/bare", as: ada)["kind"] == "run", "nothing was kept")
      let walk = try await host.put("\(Self.path)/bare", ["kind": "walk", "steps": 3_500], as: ada)
      #expect(walk["metres"]?.double == 0 && walk["steps"] == 3_500, "\(walk.text)")
      let other = try await host.put("\(Self.path)/both", ["kind": "walk"], as: ada)
      #expect(other["metres"]?.double == 0 && other["steps"] == 4_000)
      let wrong: JSON = ["kind": "walk", "metres": 100]
      #expect(try await host.put("\(Self.path)/both", wrong, as: ada).pointers == ["/metres"])
      let ride = try await host.put("\(Self.path)/both", ["kind": "ride", "metres": 8_000], as: ada)
      #expect(ride["metres"]?.double == 8_000)
      #expect(try await host.put("\(Self.path)/both", ["kind": "swim"], as: ada)["metres"]?.double == 8_000)
      #expect(try await host.get("\(Self.path)/both", as: ada)["suspect"] == ["speed"], "nobody swims so fast")
      #expect(try await host.put("\(Self.path)/both", ["kind": "swim", "title": " x "], as: ada)["title"] == "x")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `in name and kind do not keep out what a device counts anew`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      // Both names are longer than what an id of an activity has room for, and begin alike.
      let names = ["1", "2"].map { "the-companion-app-of-ada-on-her-phone-\($0)" }
      var tokens: [JSON] = []
      for name in names {
        let made = try await host.put("\(FitnessWorld.area)/me/devices/\(name)", ["name": "Phone"], as: ada)
        tokens.append(try #require(made["token"]))
      }
      func send(_ steps: Int64, revision: Int64, by device: Int = 0) async throws -> TestReply {
        let update: JSON = [
          "id": "one", "revision": .integer(revision), "steps": .integer(steps), "start": "2025-08-15T10:00:00Z",
          "end": "2025-08-15T10:15:00Z",
        ]
        return try await host.post("\(FitnessWorld.area)/ingest", ["token": tokens[device], "updates": [update]])
      }
      #expect(try await send(900, revision: 0)["taken"] == 1)
      let id = try #require(try await host.get(Self.path, as: ada).items.first?["id"]?.string)
      #expect(id.count <= 64)
      for title in ["To work", "To school"] {
        let named = try await host.put("\(Self.path)/\(id)", ["kind": "run", "title": .string(title)], as: ada)
        #expect(named["title"] == .string(title) && named["kind"] == "run" && named["steps"] == 900)
      }
      #expect(try await send(800, revision: 0)["known"] == 1)
      #expect(try await send(1_000, revision: 1)["taken"] == 1, "the device has counted on")
      let counted = try await host.get("\(Self.path)/\(id)", as: ada)
      #expect(counted["steps"] == 1_000 && counted["title"] == "To school", "what the device does not say stays")
      #expect(try await send(1_200, revision: 0, by: 1)["taken"] == 1, "another device of a name that begins alike")
      #expect(try await host.get(Self.path, as: ada).items.count == 2)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `are listed by pages, the newest first, each once, also where many begin in one instant`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      for number in 0..<12 {
        let minute = number / 4
        let start = JSON.string("2025-08-15T09:0\(minute):00Z")
        let more: JSONObject = ["steps": 10, "start": start]
        let walk = Self.body("w\(number % 4)-\(minute)", "walk", more)
        #expect(try await host.post(Self.path, walk, as: ada).status == 201)
      }
      var (found, place): ([String], String?) = ([], nil)
      repeat {
        let page = try await host.get("\(Self.path)?limit=5\(place.map { "&after=\($0)" } ?? "")", as: ada)
        found += page.items.compactMap { $0["id"]?.string }
        place = page["next"]?.string
      } while place != nil
      #expect(found == [2, 1, 0].flatMap { minute in [3, 2, 1, 0].map { "w\($0)-\(minute)" } })
      for text in ["0", ".", "x.a", "-1.a", "253402300800000.a"] {
        #expect(try await host.get("\(Self.path)?after=\(text)", as: ada).pointers == ["/after"], "\(text)")
      }
      #expect(try await host.get("\(Self.path)?after=253402300799999.a", as: ada).items.count == 12)
      #expect(try await host.get("\(Self.path)?after=0.", as: ada).items.isEmpty)
      for limit in ["0", "101"] {
        #expect(try await host.get("\(Self.path)?limit=\(limit)", as: ada).pointers == ["/limit"])
      }
    }
  }
}
