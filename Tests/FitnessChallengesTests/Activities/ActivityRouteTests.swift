import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FitnessChallenges

/// The clock stands at 2025-08-15T12:00:00Z.
@Suite struct `Activities` {
  private static let path = "\(FitnessWorld.area)/me/activities"

  private static func walk(_ id: String, _ changes: JSONObject = [:]) -> JSON {
    var body: JSONObject = [
      "id": .string(id), "kind": "walk", "start": "2025-08-15T10:00:00Z", "end": "2025-08-15T10:30:00Z", "steps": 3_000,
    ]
    for (key, value) in changes { body[key] = value }
    return .object(body)
  }

  /// A walk to the north for half an hour, a point each 10 s and 14 m.
  private static func recorded(_ id: String, count: Int = 181) -> JSON {
    let start: Int64 = 1_755_252_000_000
    let points = (0..<count).map { number -> JSON in
      [.number(48 + Double(number) * 0.000126), .number(11), .integer(start + Int64(number) * 10_000)]
    }
    return walk(id, ["points": [.array(points)], "steps": .null])
  }

  @Test(.tags(.pl71, .wc17), arguments: TestHost.Engine.available)
  func `are entered, recorded once, changed, listed by pages and removed by their person alone`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, guest) = (try await host.person("Ada"), try await host.person("Bob"), try await host.guest())
      #expect(try await host.post(Self.path, Self.walk("a"), as: guest).problem == "403 account-needed")
      try await host.keepRoutes(of: ada)
      for _ in 1...2 {
        let kept = try await host.post(Self.path, Self.walk("a"), as: ada)
        #expect(kept.status == 201 && kept["source"] == "manual" && kept["evidence"] == "said", "\(kept.text)")
        #expect(kept["steps"] == 3_000 && kept["seconds"] == 1_800 && kept["hasRoute"] == false)
      }
      let recorded = try await host.post(Self.path, Self.recorded("b"), as: ada)
      #expect(recorded["source"] == "gps" && recorded["evidence"] == "track" && recorded["hasRoute"] == true)
      #expect(abs((recorded["metres"]?.double ?? 0) - 2_521.9) < 0.1 && recorded["suspect"] == [])
      #expect((recorded["points"]?.array?.count ?? 0) >= 2)
      let list = try await host.get("\(Self.path)?limit=1", as: ada)
      #expect(list.items.map { $0["id"] } == ["b"])
      let next = try #require(list["next"]?.string)
      let rest = try await host.get("\(Self.path)?limit=1&after=\(next)", as: ada)
      #expect(rest.items.map { $0["id"] } == ["a"] && rest.items[0]["counts"]?["steps"] == 0)
      #expect(rest.items[0]["steps"] == 3_000, "what the better source left out is still shown")
      #expect(try await host.get("\(Self.path)?after=nonsense", as: ada).pointers == ["/after"])
      #expect(try await host.get("\(Self.path)/a", as: bob).problem == "404 activity-unknown")
      #expect(try await host.delete("\(Self.path)/a", as: bob).problem == "404 activity-unknown")
      let changed = try await host.put("\(Self.path)/a", ["kind": "run", "steps": 4_000, "title": "Canal"], as: ada)
      #expect(changed["kind"] == "run" && changed["steps"] == 4_000 && changed["title"] == "Canal", "\(changed.text)")
      #expect(
        try await host.put("\(Self.path)/b", ["kind": "walk", "steps": 9], as: ada).problem == "409 activity-measured")
      #expect(try await host.put("\(Self.path)/b", ["kind": "run"], as: ada)["kind"] == "run")
      #expect(try await host.delete("\(Self.path)/b", as: ada).status == 204)
      #expect(try await host.delete("\(Self.path)/b", as: ada).problem == "404 activity-unknown")
      #expect(try await host.get("\(Self.path)/a", as: ada)["counts"]?["steps"] == 4_000)
      let left = try await host.services.storage.read { transaction in
        try await transaction.query(
          "select activity from activity_routes union all select activity from activity_places"
        )
        .count
      }
      #expect(left == 0)
    }
  }

  @Test(.tags(.wc17), arguments: TestHost.Engine.available)
  func `that cannot be are refused beside their field, what is hardly possible is kept and marked`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      func pointers(_ changes: JSONObject) async throws -> [String] {
        try await host.post(Self.path, Self.walk("x", changes), as: ada).pointers
      }
      #expect(try await pointers(["metres": 5]) == ["/metres"], "without the location only steps count of a walk")
      #expect(try await pointers(["steps": 0]) == ["/steps"])
      #expect(try await pointers(["steps": 200_001]) == ["/steps"])
      #expect(try await pointers(["end": "2025-08-15T10:00:00Z"]) == ["/end"])
      #expect(try await pointers(["start": "2025-08-14T10:29:59Z"]) == ["/end"], "more than a day by hand")
      #expect(try await pointers(["end": "2025-08-16T12:00:00.001Z"]) == ["/end"], "more than a day ahead")
      let outside: JSON = [[48, 11, 1_755_252_000_000], [91, 11, 1_755_252_001_000]]
      #expect(try await pointers(["points": [outside]]) == ["/points/0/1"])
      let early: JSON = [[48, 11, 1_755_251_999_999]]
      #expect(try await pointers(["points": [early]]) == ["/points/0/0"])
      #expect(try await host.get(Self.path, as: ada).items.isEmpty)
      let fast = try await host.post(Self.path, Self.walk("f", ["steps": 9_000]), as: ada)
      #expect(fast["suspect"] == ["cadence"])
      let ahead = try await host.post(Self.path, Self.walk("g", ["end": "2025-08-15T12:02:00.001Z"]), as: ada)
      #expect(ahead.status == 201 && ahead["suspect"] == ["clock-ahead"])
      let run = try await host.post(
        Self.path, Self.walk("r", ["kind": "run", "steps": .null, "metres": 5_000]), as: ada)
      #expect(run["metres"]?.double == 5_000 && run["evidence"] == "said")
    }
  }

  @Test(.tags(.pl71), arguments: TestHost.Engine.available)
  func `are told, roughly placed and drawn without their ends to plugins that the person lets ask`(
    on engine: TestHost.Engine
  ) async throws {
    try await Self.withAsker(on: engine) { host, asker in
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      try await host.keepRoutes(of: ada)
      for body in [Self.walk("a"), Self.recorded("b")] {
        #expect(try await host.post(Self.path, body, as: ada).status == 201)
      }
      let (from, before): (Int64, Int64) = (1_755_216_000_000, 1_755_302_400_000)
      func ask(_ question: String, _ input: JSON, about person: TestPerson) async throws -> Answer<JSON> {
        try await asker.questions.ask(Inquiry("fitness-challenges.\(question)", input, about: person.id))
      }
      let span: JSON = ["from": .integer(from), "before": .integer(before)]
      guard case .refused(let refusal) = try await ask("activities", span, about: ada) else {
        return #expect(Bool(false), "who has not agreed is told about")
      }
      #expect(refusal.reason == .consent)
      for question in ["activities", "places", "route"] {
        let path = "/v1/me/sharing/fitness-challenges.\(question)/asker"
        for person in [ada, bob] { #expect(try await host.put(path, [:], as: person).status == 204) }
      }
      let told = try #require(try await ask("activities", span, about: ada).value)
      #expect(told["isComplete"] == true && told["activities"]?.array?.count == 2)
      let said = try #require(told["activities"]?.array?.first { $0["id"] == "a" })
      #expect(
        said["steps"] == 0 && said["overlap"] == 3_000 && said["evidence"] == "said" && said["source"] == "manual")
      let track = try #require(told["activities"]?.array?.first { $0["id"] == "b" })
      #expect(track["hasRoute"] == true && track["received"] == 1_755_259_200_000 && track["overlap"] == 0)
      #expect(try await ask("activities", span, about: bob).value?["activities"] == [])
      let early: JSON = ["from": .integer(from), "before": 1_755_252_000_000]
      #expect(try await ask("activities", early, about: ada).value?["activities"] == [], "it begins later")
      let places = try #require(try await ask("places", span, about: ada).value?["places"]?.array)
      #expect(places.count == 7 && places[0]["from"] == 1_755_252_000_000 && places[0]["before"] == 1_755_252_300_000)
      #expect(Set(places.compactMap { $0["cell"]?.string }).count == 6)
      let points = try #require(try await ask("route", ["activity": "b"], about: ada).value?["points"]?.array)
      #expect(points.count == 2 && (points[0][0]?.double ?? 0) > 48.0017 && (points[1][0]?.double ?? 99) < 48.0210)
      guard case .refused = try await ask("route", ["activity": "b"], about: bob) else {
        return #expect(Bool(false), "a route of somebody else is told")
      }
      let long: JSON = ["from": .integer(from), "before": .integer(from + 32 * 86_400_000 + 1)]
      guard case .refused = try await ask("activities", long, about: ada) else {
        return #expect(Bool(false), "more than 32 days are told")
      }
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `tell of their changes with all of the time in which something else counts now`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      func spans() async throws -> [[Int]] {
        try await host.settled()
        return host.events.filter { $0.name == "fitness-challenges.activities-changed" }.map { event in
          [event.payload["from"]?.int ?? 0, event.payload["before"]?.int ?? 0].map { ($0 - 1_755_252_000_000) / 60_000 }
        }
      }
      for _ in 1...2 { try await host.post(Self.path, Self.walk("a"), as: ada) }
      #expect(try await spans() == [[0, 30]], "once, for what was kept once")
      let later: JSONObject = ["start": "2025-08-15T10:20:00Z", "end": "2025-08-15T10:50:00Z"]
      try await host.post(Self.path, Self.walk("b", later), as: ada)
      #expect(try await spans().last == [0, 50], "part of the first counts with the second now")
      try await host.put("\(Self.path)/b", ["kind": "walk", "start": "2025-08-15T10:40:00Z"], as: ada)
      #expect(try await spans().last == [0, 50])
      try await host.delete("\(Self.path)/b", as: ada)
      #expect(try await spans().last == [40, 50])
      #expect(host.events.last?.payload["account"] == .string(ada.id.text))
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `go with whoever leaves, are exported, and come along to another account`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, second) = (try await host.person("Ada"), try await host.person("Second"))
      try await host.post(Self.path, Self.walk("a"), as: ada)
      try await host.post(Self.path, Self.walk("a", ["steps": 5]), as: second)
      try await host.keepRoutes(of: second)
      try await host.post(Self.path, Self.recorded("b"), as: second)
      try await host.merge(second, into: ada)
      try await host.settled()
      let kept = try await host.get(Self.path, as: ada).items
      #expect(kept.map { $0["id"] } == ["b", "a"] && kept[1]["steps"] == 3_000)
      #expect((try await host.get("\(Self.path)/b", as: ada)["points"]?.array?.count ?? 0) > 1)
      let exported = try await host.export(of: ada)["plugins"]?["fitness-challenges"]?["data"]?["activities"]
      #expect(exported?.array?.map { $0["id"] } == ["a", "b"] && exported?[0]?["steps"] == 3_000)
      #expect((exported?[1]?["route"]?.array?.count ?? 0) > 1)
      try await host.leave(ada)
      try await host.settled()
      let left = try await host.services.storage.read { transaction in
        var count = 0
        for table in ["activities", "activity_routes", "activity_places"] {
          count += try await transaction.query(SQL(text: "select * from \(table)", values: [])).count
        }
        return count
      }
      #expect(left == 0)
    }
  }

  /// Runs a test with another plugin that asks.
  static func withAsker(
    on engine: TestHost.Engine, _ body: (TestHost, PluginHost) async throws -> Void
  ) async throws {
    struct Asker: Plugin { init(host: PluginHost) {} }
    let asks: [JSON] = ["activities", "places", "route"].map { ["question": .string("fitness-challenges.\($0)")] }
    let manifest: JSONObject = [
      "id": "asker", "name": "Asker", "version": "1.0.0", "kit": "^1.0.0", "dependencies": ["fitness-challenges": "*"],
      "library": ["path": "libAsker.so", "symbol": "asker_plugin"], "contributions": ["asks": .array(asks)],
    ]
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let plugin = try TestPlugin(
      FitnessChallenges.self, manifest: root.appending(path: "manifests/fitness-challenges.json"),
      folder: root.appending(path: "Plugins/FitnessChallenges"))
    try await TestHost.run(plugin, TestPlugin(Asker.self, manifest: manifest), on: engine) { host in
      try await body(host, try #require(await host.services(of: "asker")))
    }
  }
}
