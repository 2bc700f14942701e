import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

/// The clock stands at 2025-08-15T12:00:00Z.
@Suite struct `Routes of activities` {
  private static let consent = "\(FitnessWorld.area)/me/route-consent"
  private static let activities = "\(FitnessWorld.area)/me/activities"
  /// 2025-08-15T10:00:00Z.
  private static let ten: Int64 = 1_755_252_000_000
  private static let figures = ["metres", "seconds", "steps", "source", "evidence", "suspect", "counts"]

  /// A walk to the north for half an hour from an hour on, a point each 10 s and 14 m.
  /// - Parameter jump: which point is far away; none with nil.
  private static func walk(_ id: String, hour: Int = 10, jump: Int? = nil) -> JSON {
    let start = ten + Int64(hour - 10) * 3_600_000
    let points = (0...180).map { number -> JSON in
      let away = number == jump ? 1.0 : 0
      return [.number(48 + away + Double(number) * 0.000126), .number(11), .integer(start + Int64(number) * 10_000)]
    }
    let time = "2025-08-15T\(ImportSamples.two(hour))"
    return [
      "id": .string(id), "kind": "walk", "start": .string("\(time):00:00Z"), "end": .string("\(time):30:00Z"),
      "steps": 3_000, "points": [.array(points)],
    ]
  }

  /// How many rows of somebody's tell where that was.
  private static func traces(of person: TestPerson, _ host: TestHost) async throws -> Int {
    try await host.services.storage.read { transaction in
      var count = 0
      for table in ["activities", "activity_routes", "activity_places", "imports", "import_samples"] {
        let rows = try await transaction.query(
          SQL(text: "select * from \(table) where account = ?1", values: [person.id.sqlValue]))
        let isWhole = ["activity_routes", "activity_places"].contains(table)
        count += rows.filter { isWhole || $0.values.contains(where: tellsPlace) }.count
      }
      return count
    }
  }

  private static func tellsPlace(_ value: SQLValue) -> Bool {
    guard case .text(let text) = value else { return false }
    return text.contains("48.0") || text.contains("48.1")
  }

  @Test(.tags(.pl71), arguments: TestHost.Engine.available)
  func `are not kept without consent, and the activity counts as it does with it`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      try await host.keepRoutes(of: bob)
      for (id, hour, jump) in [("a", 10, nil), ("b", 8, 90)] as [(String, Int, Int?)] {
        let walk = Self.walk(id, hour: hour, jump: jump)
        let suspect: JSON = jump == nil ? [] : ["jump"]
        let without = try await host.post(Self.activities, walk, as: ada)
        #expect(without.status == 201 && without["routeLeftOut"] == true, "\(without.text)")
        #expect(without["hasRoute"] == false && without["points"] == [])
        #expect(without["suspect"] == suspect, "the track is looked at before it is left out")
        let with = try await host.post(Self.activities, walk, as: bob)
        #expect(with["routeLeftOut"] == false && with["hasRoute"] == true && (with["points"]?.array?.count ?? 0) > 1)
        for figure in Self.figures {
          #expect(without[figure] != nil && without[figure] == with[figure], "\(figure)")
        }
      }
      #expect(try await Self.traces(of: ada, host) == 0)
      #expect(try await Self.traces(of: bob, host) > 2)
      let said: JSON = [
        "id": "c", "kind": "walk", "start": "2025-08-15T06:00:00Z", "end": "2025-08-15T06:30:00Z", "steps": 9,
      ]
      #expect(try await host.post(Self.activities, said, as: ada)["routeLeftOut"] == false, "there was none")
    }
  }

  @Test(.tags(.pl71), arguments: TestHost.Engine.available)
  func `are kept once their person has agreed, and are gone once that is taken back; the figures stay`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, guest) = (try await host.person("Ada"), try await host.person("Bob"), try await host.guest())
      #expect(try await host.put(Self.consent, as: guest).problem == "403 account-needed")
      #expect(try await host.post(Self.activities, Self.walk("a", hour: 8), as: ada)["routeLeftOut"] == true)
      let given = try await host.put(Self.consent, as: ada)
      #expect(given.status == 200 && given["isGiven"] == true && given["routes"] == 0, "\(given.text)")
      #expect(given["givenAt"] != nil)
      try await host.clock.advance(by: .seconds(60))
      #expect(try await host.put(Self.consent, as: ada)["givenAt"] == given["givenAt"])
      let again = try await host.post(Self.activities, Self.walk("a", hour: 8), as: ada)
      #expect(again["routeLeftOut"] == true && again["hasRoute"] == false, "what came before stays as it is")
      let kept = try await host.post(Self.activities, Self.walk("b"), as: ada)
      #expect(kept["hasRoute"] == true && kept["routeLeftOut"] == false && kept["points"] != [])
      #expect(try await host.get(Self.consent, as: ada)["routes"] == 1)
      #expect(try await host.get("\(Self.activities)/b", as: bob).problem == "404 activity-unknown")
      #expect(try await host.delete(Self.consent, as: bob)["removed"] == 0, "everybody speaks for themselves")
      #expect(try await host.get(Self.consent, as: bob)["isGiven"] == false)
      #expect(try await host.get(Self.consent, as: ada)["isGiven"] == true)
      try await host.settled()
      func told() -> [[Int?]] {
        host.events.filter { $0.name == "fitness-challenges.activities-changed" }.map {
          [$0.payload["from"]?.int, $0.payload["before"]?.int]
        }
      }
      let before = told().count
      let gone = try await host.delete(Self.consent, as: ada)
      #expect(gone.status == 200 && gone["removed"] == 1, "\(gone.text)")
      try await host.settled()
      #expect(Array(told().dropFirst(before)) == [[1_755_252_000_000, 1_755_253_800_000]])
      let left = try await host.get("\(Self.activities)/b", as: ada)
      #expect(left["hasRoute"] == false && left["routeLeftOut"] == true && left["points"] == [])
      for figure in Self.figures { #expect(left[figure] != nil && left[figure] == kept[figure], "\(figure)") }
      #expect(try await Self.traces(of: ada, host) == 0)
      #expect(try await host.delete(Self.consent, as: ada)["removed"] == 0)
      #expect(try await host.post(Self.activities, Self.walk("c", hour: 9), as: ada)["routeLeftOut"] == true)
    }
  }

  @Test(.tags(.pl71), arguments: TestHost.Engine.available)
  func `from before anybody was asked stay until their person removes them, and no more are kept`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      try await host.keepRoutes(of: ada)
      try await host.post(Self.activities, Self.walk("a", hour: 8), as: ada)
      // As the migration finds it.
      _ = try await host.services.storage.write { try await $0.execute("delete from route_consents") }
      let asked = try await host.get(Self.consent, as: ada)
      #expect(asked["isGiven"] == false && asked["routes"] == 1, "\(asked.text)")
      #expect(try await host.get("\(Self.activities)/a", as: ada)["hasRoute"] == true)
      #expect(try await host.post(Self.activities, Self.walk("b"), as: ada)["routeLeftOut"] == true)
      #expect(try await host.delete(Self.consent, as: ada)["removed"] == 1)
      #expect(try await Self.traces(of: ada, host) == 0)
    }
  }

  @Test(.tags(.pl71), arguments: TestHost.Engine.available)
  func `of files are left out in the same way, and it is said of how many`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      try await host.clock.advance(to: "2026-04-13T00:00:00Z")
      func bringIn(_ id: String, from latitude: Double) async throws -> TestReply {
        let way = (0..<6).map { ImportSamples.segment(from: latitude + Double($0) * 0.0011, minute: $0 * 2) }
        let file = Array(ImportSamples.gpx("<trk><name>Canal</name>\(way.joined())</trk>").utf8)
        let imports = "\(FitnessWorld.area)/me/imports"
        try await host.post(imports, ["id": .string(id), "bytes": .integer(Int64(file.count))], as: ada)
        let part = try await host.upload("\(imports)/\(id)/parts/0", file, type: "application/octet-stream", as: ada)
        #expect(part.status == 200, "\(part.text)")
        return try await host.post("\(imports)/\(id)/finish", [:], as: ada)
      }
      let first = try await bringIn("one", from: 48)
      #expect(first["phase"] == "done" && first["added"] == 1 && first["routesLeftOut"] == 1, "\(first.text)")
      let without = try await host.get(Self.activities, as: ada).items[0]
      #expect(without["routeLeftOut"] == true && without["hasRoute"] == false && without["evidence"] == "track")
      #expect((without["metres"]?.double ?? 0) > 600)
      #expect(try await Self.traces(of: ada, host) == 0)
      let known = try await bringIn("two", from: 48)
      #expect(known["added"] == 0 && known["known"] == 1 && known["routesLeftOut"] == 0)
      try await host.keepRoutes(of: ada)
      let kept = try await bringIn("three", from: 48.1)
      #expect(kept["added"] == 1 && kept["routesLeftOut"] == 0)
      #expect(try await host.get(Self.activities, as: ada).items.filter { $0["hasRoute"] == true }.count == 1)
    }
  }

  @Test(.tags(.pl71), arguments: TestHost.Engine.available)
  func `of files that are half handed in go with the consent, and only those`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      try await host.clock.advance(to: "2026-04-13T00:00:00Z")
      let imports = "\(FitnessWorld.area)/me/imports"
      let way = (0..<6).map { ImportSamples.segment(from: 48 + Double($0) * 0.0011, minute: $0 * 2) }
      let file = Array(ImportSamples.gpx("<trk><name>Canal</name>\(way.joined())</trk>").utf8)
      let half = file.count / 2
      func begin(_ id: String, as person: TestPerson) async throws -> TestReply {
        try await host.post(imports, ["id": .string(id), "bytes": .integer(Int64(file.count))], as: person)
      }
      func part(_ number: Int, _ bytes: [UInt8], of id: String, as person: TestPerson) async throws -> TestReply {
        try await host.upload("\(imports)/\(id)/parts/\(number)", bytes, type: "application/octet-stream", as: person)
      }
      for person in [ada, bob] {
        try await host.keepRoutes(of: person)
        #expect(try await begin("open", as: person).status == 201)
        #expect(try await part(0, Array(file.prefix(half)), of: "open", as: person)["phase"] == "open")
        #expect(try await Self.traces(of: person, host) == 1, "what is half read holds the track")
      }
      #expect(try await begin("read", as: ada).status == 201)
      #expect(try await part(0, file, of: "read", as: ada)["phase"] == "counting")
      #expect(try await host.delete(Self.consent, as: ada)["removed"] == 1)
      #expect(try await Self.traces(of: ada, host) == 0)
      let rest = Array(file.dropFirst(half))
      #expect(try await part(1, rest, of: "open", as: ada).problem == "404 import-unknown")
      #expect(try await host.get("\(imports)/read", as: ada)["added"] == 1, "what has been read has no track any more")
      #expect(try await host.post("\(imports)/read/finish", [:], as: ada)["phase"] == "done")
      let anew = try await begin("open", as: ada)
      #expect(anew.status == 201 && anew["part"] == 0, "\(anew.text)")
      #expect(try await part(1, rest, of: "open", as: bob)["added"] == 1, "everybody for themselves")
    }
  }

  @Test(.tags(.pl71), arguments: TestHost.Engine.available)
  func `go with whoever leaves; the consent is exported, and is none for another account`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, second, third) = (
        try await host.person("Ada"), try await host.person("Second"), try await host.person("Third")
      )
      func exported(_ person: TestPerson) async throws -> JSON? {
        try await host.export(of: person)["plugins"]?["fitness-challenges"]?["data"]
      }
      try await host.keepRoutes(of: second)
      #expect(
        try await exported(second)?["routeConsent"]?["givenAt"]?.string?.hasPrefix("2025-08-15T12:00:00") == true)
      try await host.post(Self.activities, Self.walk("a"), as: second)
      let places = try #require(try await exported(second)?["activities"]?[0]?["places"]?.array)
      // Half an hour takes up a part of a seventh slot, with its last point.
      let begun = (0...6).map { "2025-08-15T10:\(ImportSamples.two($0 * 5))" }
      #expect(places.map { String($0["from"]?.string?.prefix(16) ?? "") } == begun)
      #expect(places.allSatisfy { $0["cell"]?.string?.contains("-") == true })
      try await host.merge(second, into: ada)
      try await host.settled()
      let merged = try await host.get(Self.consent, as: ada)
      #expect(merged["isGiven"] == false && merged["routes"] == 1, "what was kept comes along, the consent does not")
      #expect(try await host.post(Self.activities, Self.walk("b", hour: 8), as: ada)["routeLeftOut"] == true)
      let told = try await exported(ada)
      #expect(told?["routeConsent"] == nil && told?["activities"]?[0]?["routeLeftOut"] == true)
      #expect(told?["activities"]?.array?.map { $0["places"]?.array?.count } == [0, 7], "each has its own")
      try await host.keepRoutes(of: ada)
      try await host.merge(third, into: ada)
      try await host.settled()
      #expect(try await host.get(Self.consent, as: ada)["isGiven"] == true, "who has agreed has agreed still")
      try await host.leave(ada)
      try await host.settled()
      let consents = try await host.services.storage.read { try await $0.query("select * from route_consents").count }
      #expect(consents == 0)
      #expect(try await Self.traces(of: ada, host) == 0)
    }
  }

  @Test(.tags(.pl71), arguments: TestHost.Engine.available)
  func `that were left out are told to nobody who asks, while the activity is told as ever`(on engine: TestHost.Engine)
    async throws
  {
    try await Activities.withAsker(on: engine) { host, asker in
      let ada = try await host.person("Ada")
      #expect(try await host.post(Self.activities, Self.walk("a"), as: ada).status == 201)
      for question in ["activities", "places", "route"] {
        let path = "/v1/me/sharing/fitness-challenges.\(question)/asker"
        #expect(try await host.put(path, [:], as: ada).status == 204)
      }
      func ask(_ question: String, _ input: JSON) async throws -> JSON? {
        try await asker.questions.ask(Inquiry("fitness-challenges.\(question)", input, about: ada.id)).value
      }
      let span: JSON = ["from": .integer(Self.ten), "before": .integer(Self.ten + 3_600_000)]
      let told = try await ask("activities", span)?["activities"]
      #expect(told?.array?.count == 1 && told?[0]?["hasRoute"] == false && told?[0]?["evidence"] == "track")
      #expect((told?[0]?["metres"]?.double ?? 0) > 2_500 && told?[0]?["steps"] == 3_000)
      #expect(told?[0]?["routeLeftOut"] == nil, "the answer is what it was")
      #expect(try await ask("places", span)?["places"] == [])
      #expect(try await ask("route", ["activity": "a"])?["points"] == [])
    }
  }
}
