import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Walking clubs refuse` {
  private static let area = WalkingWorld.area

  /// One that can be made.
  private static let season: JSONObject = ["title": "S", "firstDay": "2030-01-01", "lastDay": "2030-01-31"]

  private static func changed(_ changes: JSONObject) -> JSON {
    var body = season
    for (key, value) in changes { body[key] = value }
    return .object(body)
  }

  @Test(arguments: TestHost.Engine.available)
  func `what is no page, no day, no season, no walk and nobody's to watch`(on engine: TestHost.Engine) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let psv = try await world.club("PSV")
      let (ann, bob) = (try await world.walker("Ann", psv), try await world.walker("Bob", psv))
      try await Self.pages(psv.id, ann, world)
      try await Self.seasons(world)
      try await Self.walks(psv, ann, bob, world)
      try await Self.topics(ann, bob, world)
    }
  }

  private static func pages(_ club: String, _ ann: TestPerson, _ world: WalkingWorld) async throws {
    let host = world.host
    // Numbers that no place in a list can have.
    let huge = "9223372036854775807~9223372036854775807~1~x"
    for path in ["boards/clubs", "clubs/\(club)/board"] {
      #expect(try await host.get("\(area)/\(path)?after=\(huge)").pointers == ["/after"])
      #expect(try await host.get("\(area)/\(path)?after=5~1~1~x").status == 200)
      #expect(try await host.get("\(area)/\(path)?limit=0").pointers == ["/limit"])
      #expect(try await host.get("\(area)/\(path)?limit=101").pointers == ["/limit"])
      #expect(try await host.get("\(area)/\(path)?season=none").problem == "404 season-unknown")
    }
    #expect(try await host.get("\(area)/me/days?after=2025-02-29", as: ann).pointers == ["/after"])
    #expect(try await host.get("\(area)/me/days/2025-13-01", as: ann).pointers == ["/day"])
    #expect(try await host.get("\(area)/me/days/0000-01-01", as: ann).problem == "404 day-unknown")
    #expect(try await host.get("\(area)/me/days/9999-12-31/route", as: ann).problem == "404 day-unknown")
    for path in ["me", "me/days", "me/badges"] { #expect(try await host.get("\(area)/\(path)").status == 401) }
  }

  private static func seasons(_ world: WalkingWorld) async throws {
    let host = world.host
    func put(_ id: String, _ changes: JSONObject) async throws -> [String] {
      try await host.put("\(area)/seasons/\(id)", changed(changes), as: host.operator).pointers
    }
    #expect(try await put("s", ["firstDay": "2030-02-30"]) == ["/firstDay"])
    #expect(try await put("s", ["lastDay": "2029-12-31"]) == ["/lastDay"])
    // 800 days at most: from 1 January 2030 to 10 March 2032.
    #expect(try await put("s", ["lastDay": "2032-03-11"]) == ["/lastDay"])
    #expect(try await put("s", ["title": "  "]) == ["/title"])
    #expect(try await put("S", [:]) == ["/season"])
    #expect(
      try await put("s", ["rules": ["dailySteps": 999, "lateDays": 31]]) == ["/rules/dailySteps", "/rules/lateDays"])
    #expect(try await host.get("\(area)/seasons").items.map { $0["id"] } == ["2025-26"])
    #expect(try await put("s.30-b", ["lastDay": "2032-03-10", "rules": ["lateDays": 0]]).isEmpty)
    let made = try await host.get("\(area)/seasons").items[0]
    #expect(made["id"] == "s.30-b" && made["rules"]?["lateDays"] == 0 && made["rules"]?["dailySteps"] == 30_000)
  }

  private static func walks(
    _ club: (id: String, groups: [String]), _ ann: TestPerson, _ bob: TestPerson, _ world: WalkingWorld
  ) async throws {
    let host = world.host
    let role = "\(WalkingWorld.groups)/\(club.id)/members/\(ann.id)/roles/club-admin"
    #expect(try await host.put(role, as: host.operator).status == 204)
    func walk(_ start: String, _ end: String, _ changes: JSONObject = [:]) async throws -> TestReply {
      var body: JSONObject = ["title": "Walk", "startsAt": .string(start), "endsAt": .string(end)]
      for (key, value) in changes { body[key] = value }
      return try await host.post("\(area)/clubs/\(club.id)/walks", .object(body), as: ann)
    }
    // It is noon. A walk ends in time to come, behind its beginning and within a day of it.
    #expect(try await walk("2025-08-15T10:00:00Z", "2025-08-15T12:00:00Z").pointers == ["/endsAt"])
    #expect(try await walk("2025-08-15T14:00:00Z", "2025-08-15T14:00:00Z").pointers == ["/endsAt"])
    #expect(try await walk("2025-08-15T14:00:00Z", "2025-08-16T14:00:00.001Z").pointers == ["/endsAt"])
    #expect(try await walk("2025-08-15T14:00:00Z", "2025-08-15T15:00:00Z", ["title": " "]).pointers == ["/title"])
    let long = String(repeating: "é", count: 121)
    let far = try await walk("2025-08-15T14:00:00Z", "2025-08-15T15:00:00Z", ["place": .string(long)])
    #expect(far.pointers == ["/place"])
    let made = try await walk(
      "2025-08-15T12:00:00Z", "2025-08-16T12:00:00Z", ["place": .string(String(long.dropLast()))])
    let id = try #require(made["walk"]?.string, "\(made.text)")
    let shown = try await host.get("\(area)/clubs/\(club.id)/walks", as: ann).items
    let code = try #require(shown.first?["code"]?.string)
    // What people read to each other: nothing that looks like something else.
    #expect(code.count == 6 && code.allSatisfy { "ABCDEFGHIJKMNPQRSTUVWXYZ23456789".contains($0) }, "\(code)")
    let ajax = try await world.club("Ajax")
    let cat = try await world.walker("Cat", ajax)
    for (path, person, problem) in [
      ("\(club.id)/walks/\(id)", cat, "404 not-found"), ("\(ajax.id)/walks/\(id)", cat, "404 walk-unknown"),
      ("\(club.id)/walks/none", bob, "404 walk-unknown"),
    ] {
      let reply = try await host.put("\(area)/clubs/\(path)/check-in", ["code": .string(code)], as: person)
      #expect(reply.problem == problem)
    }
    let reply = try await host.delete("\(area)/clubs/\(ajax.id)/walks/\(id)", as: host.operator)
    #expect(reply.problem == "404 walk-unknown", "a walk is called off by its own club")
  }

  private static func topics(_ ann: TestPerson, _ bob: TestPerson, _ world: WalkingWorld) async throws {
    let host = world.host
    let own = "walking-clubs/me/\(ann.id)"
    let path = "/v1/live?topic=" + (own.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    #expect(try await host.get(path, as: bob).status >= 400)
    #expect(try await host.get(path).status >= 400)
    let watcher = try await host.watch(own, as: ann)
    for person in [ann, bob] { try await world.walk(person, at: "2025-08-15T12:00:00Z", steps: 1_000) }
    try await world.settle()
    #expect(Set(watcher.events.map { "\($0.topic) \($0.name)" }) == ["\(own) days"])
  }
}

@Suite struct `A day between seasons` {
  @Test(.tags(.wc91), arguments: TestHost.Engine.available)
  func `brings nothing, until a season that is made later has it`(on engine: TestHost.Engine) async throws {
    try await WalkingWorld.run(on: engine, hasSeason: false) { world in
      let host = world.host
      let psv = try await world.club("PSV")
      let ann = try await world.walker("Ann", psv)
      #expect(try await host.get("\(WalkingWorld.area)/boards/clubs").problem == "404 season-unknown")
      #expect(try await host.get("\(WalkingWorld.area)/me", as: ann)["season"] == nil)
      try await world.walk(ann, at: "2025-08-15T13:00:00Z", steps: 4_000)
      try await world.walk(ann, at: "2025-08-15T15:00:00Z", steps: 2_000, ["source": "manual", "evidence": "said"])
      try await world.nextDay()
      let day = try await world.day("2025-08-15", of: ann)
      #expect(day["summary"]?["steps"] == 6_000 && day["summary"]?["isOpen"] == false)
      #expect(day["summary"]?["points"] == nil && day["points"] == nil && day["summary"]?["together"] == nil)
      try await world.season("late", from: "2025-08-15", to: "2025-12-31", ["countsManual": true])
      #expect(try await world.clubs() == ["1 PSV 0"])
      try await world.settle()
      #expect(try await world.clubs() == ["1 PSV 6"])
      #expect(try await world.people("", season: "late") == ["Ann 6"])
      let counted = try await world.day("2025-08-15", of: ann)
      #expect(counted["summary"]?["points"] == 6 && counted["points"]?["counted"] == 6_000)
      #expect(try await host.inbox(of: ann).isEmpty, "nothing that was told before is another now")
    }
  }
}
