import FieldhouseContent
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The use of the app` {
  private static let pages: Set = ["/", "/inbox", "/soccer/leagues/{league}", "/golf"]

  private func world(_ database: TestDatabase, isOn: Bool = true, limit: @escaping Content.Limit = { _ in })
    async throws -> ContentWorld
  {
    try await ContentWorld(database, usage: isOn ? Self.pages : nil, limit: limit)
  }

  private func agree(_ person: String, _ world: ContentWorld, kind: Account.Kind = .user) async throws {
    let reply = try await world.call(.put, "/usage/consent", ["isGiven": true], as: person, kind: kind)
    #expect(reply["agreedAt"]?.string != nil)
  }

  private func look(
    _ page: String, _ person: String, _ world: ContentWorld, step: String? = nil, area: String? = nil,
    kind: Account.Kind = .user
  ) async throws {
    var body: JSONObject = ["page": .string(page)]
    if let step { body["step"] = .string(step) }
    if let area { body["area"] = .string(area) }
    try await world.call(.post, "/usage/views", .object(body), as: person, kind: kind)
  }

  /// What is counted, with `-` for what is not shown.
  private func counts(_ part: String, _ world: ContentWorld) async throws -> [String: String] {
    let report = try await world.call(.get, "/usage?days=366", as: "operator")
    let items = report[part]?.array ?? []
    return Dictionary(
      items.map { item in
        let name = item["name"]?.string ?? "\(item["week"]?.string ?? "") \(item["later"]?.int ?? 0)"
        return (name, item["number"]?.int.map { "\($0)" } ?? "-")
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test(.tags(.pl87, .wc78), arguments: TestEngine.allCases)
  func `is counted of those who have agreed alone, by days and patterns, and few are not shown`(engine: TestEngine)
    async throws
  {
    try await engine.run { database in
      let world = try await world(database)
      for number in 0..<9 { try await look("/inbox", "silent\(number)", world) }
      #expect(try await counts("pages", world).isEmpty)
      for number in 0..<4 {
        try await agree("p\(number)", world)
        try await look("/inbox", "p\(number)", world)
      }
      #expect(try await counts("pages", world) == ["/inbox": "-"])
      #expect(try await counts("steps", world)["opened"] == "-")
      try await agree("p4", world)
      for _ in 0..<2 { try await look("/inbox", "p4", world) }
      for page in ["/soccer/leagues/{league}", "/soccer/leagues/en.1", "/people/ada@example.org"] {
        for _ in 0..<5 { try await look(page, "p4", world) }
      }
      // A page counts each time, a person once; an address that names something is none that is known.
      #expect(
        try await counts("pages", world) == ["/inbox": "6", "/soccer/leagues/{league}": "5", "other": "10"])
      #expect(
        try await counts("steps", world) == [
          "opened": "5", "signed-up": "5", "favourite": "-", "joined": "-", "entered": "-",
        ])
      #expect(try await counts("days", world) == ["2025-08-15": "21"])
    }
  }

  @Test(.tags(.pl87, .wc78), arguments: TestEngine.allCases)
  func `is a funnel from opening to the first entry in each game, each person once in each step`(engine: TestEngine)
    async throws
  {
    try await engine.run { database in
      let world = try await world(database)
      for number in 0..<9 {
        let person = "p\(number)"
        let kind: Account.Kind = number < 8 ? .user : .guest
        try await agree(person, world, kind: kind)
        for _ in 0..<2 { try await look("/", person, world, kind: kind) }
        for _ in 0..<2 {
          if number < 7 { try await look("/", person, world, step: "favourite", kind: kind) }
          if number < 6 { try await look("/", person, world, step: "joined", kind: kind) }
          if number < 5 { try await look("/", person, world, step: "entered", area: "soccer", kind: kind) }
          if number < 4 { try await look("/", person, world, step: "entered", area: "golf", kind: kind) }
          // No area of this host, and one with a step that enters nothing.
          try await look("/", person, world, step: "entered", area: "nobody@example.org", kind: kind)
          try await look("/", person, world, step: "joined", area: "golf", kind: kind)
        }
      }
      let report = try await world.call(.get, "/usage", as: "operator")
      let steps = report["steps"]?.array ?? []
      #expect(steps.map { $0["name"] } == ["opened", "signed-up", "favourite", "joined", "entered"])
      #expect(steps.map { $0["number"]?.int } == [9, 8, 7, 9, 9])
      #expect(try await counts("areas", world) == ["soccer": "5", "golf": "-"])
      // What says how far somebody has come is no look.
      #expect(try await counts("pages", world) == ["/": "18"])
    }
  }

  @Test(.tags(.pl87, .wc78), arguments: TestEngine.allCases)
  func `tells how long visits last and who comes again, in classes`(engine: TestEngine) async throws {
    try await engine.run { database in
      // The clock stands on a Friday.
      let world = try await world(database)
      for number in 0..<5 { try await agree("p\(number)", world) }
      func all() async throws { for number in 0..<5 { try await look("/", "p\(number)", world) } }
      try await all()
      world.clock.advance(240)
      try await all()
      // Over when nobody has looked at anything for half an hour.
      #expect(try await counts("visits", world)["1–5"] == "-")
      world.clock.advance(1_800)
      #expect(try await counts("visits", world) == ["0–1": "-", "1–5": "5", "5–15": "-", "15–60": "-", "60+": "-"])
      try await all()
      world.clock.advance(1_700)
      try await all()
      world.clock.advance(1_900)
      try await all()
      #expect(try await counts("visits", world)["15–60"] == "5")
      world.clock.advance(14 * 86_400)
      for number in 0..<4 { try await look("/", "p\(number)", world) }
      #expect(try await counts("returns", world) == ["2025-08-11 0": "5", "2025-08-11 2": "-"])
      try await look("/", "p4", world)
      try await look("/", "p4", world)
      #expect(try await counts("returns", world)["2025-08-11 2"] == "5")
    }
  }

  @Test(.tags(.pl87, .wc78), arguments: TestEngine.allCases)
  func `is kept for 400 days`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await world(database)
      for number in 0..<5 { try await agree("p\(number)", world) }
      func all() async throws { for number in 0..<5 { try await look("/", "p\(number)", world, step: "favourite") } }
      func kept() async throws -> [Int] {
        try await world.storage.read { transaction in
          var counts: [Int] = []
          for table in ["usage_people", "usage_steps", "usage_returns"] as [SQL] {
            counts.append(try await transaction.first("select count(*) as number from \(table)")?["number"] ?? -1)
          }
          return counts
        }
      }
      try await all()
      #expect(try await kept() == [5, 3, 1])
      world.clock.advance(400 * 86_400)
      _ = try await world.call(.get, "/usage", as: "operator")
      #expect(try await kept() == [5, 3, 0])
      world.clock.advance(86_400)
      try await agree("fresh", world)
      try await look("/", "fresh", world)
      // Who has not come for so long has not agreed any more.
      #expect(try await kept() == [1, 2, 1])
      #expect(try await world.call(.get, "/usage/consent", as: "p0")["agreedAt"] == nil)
    }
  }

  @Test(.tags(.pl87, .wc78, .pl70), arguments: TestEngine.allCases)
  func `is nobody's any more once consent is taken back, and goes with whoever leaves`(engine: TestEngine) async throws
  {
    try await engine.run { database in
      let world = try await world(database)
      for person in ["ann", "bob", "cleo"] { try await agree(person, world) }
      let export = try await world.content.export(AccountID("ann"))
      #expect(export["usage"]?["agreedAt"]?.string != nil)
      #expect(try await world.content.export(AccountID("dora"))["usage"] == nil)
      let back = try await world.call(.put, "/usage/consent", ["isGiven": false], as: "ann")
      #expect(back["agreedAt"] == nil && back["isOffered"] == true)
      try await look("/", "ann", world)
      #expect(try await counts("pages", world).isEmpty)
      try await world.storage.write { try await Content.erase(AccountID("bob"), in: $0) }
      try await world.storage.write { try await Content.merge(AccountID("cleo"), into: AccountID("ann"), in: $0) }
      let kept: [String] = try await world.storage.read {
        try await $0.query("select account from usage_people").map { try $0["account"] }
      }
      #expect(kept == ["ann"])
      #expect(try await world.call(.get, "/usage/consent", as: "ann")["agreedAt"]?.string != nil)
    }
  }

  @Test(.tags(.pl87, .wc78), arguments: TestEngine.allCases)
  func `is not counted where the operator has not switched it on`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await world(database, isOn: false)
      #expect(try await world.call(.get, "/usage/consent", as: "ann")["isOffered"] == false)
      #expect(
        await problem { try await world.call(.put, "/usage/consent", ["isGiven": true], as: "ann") }?.code
          == "usage-off")
      try await world.call(.put, "/usage/consent", ["isGiven": false], as: "ann")
      try await look("/", "ann", world)
      let report = try await world.call(.get, "/usage", as: "operator")
      #expect(report["isOn"] == false && report["pages"]?.array?.isEmpty == true)
    }
  }

  @Test(.tags(.pl87), arguments: TestEngine.allCases)
  func `is told no more often than a person looks`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await world(database) { _ in
        throw Problem(status: 429, code: "too-many-attempts", detail: "Wait.")
      }
      #expect(await problem { try await look("/", "ann", world) }?.status == 429)
      #expect(
        await problem { try await world.call(.post, "/usage/views", ["page": "/", "step": "left"], as: "ann") }?.status
          == 422)
    }
  }
}
