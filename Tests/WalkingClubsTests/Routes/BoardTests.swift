import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Boards of walking clubs` {
  @Test(.tags(.wc26, .wc27, .wc28, .wc29, .wc30, .wc91), arguments: TestHost.Engine.available)
  func
    `rank clubs at home and everywhere and the groups of each, mine first; a season begins anew and the old one stays`(
      on engine: TestHost.Engine
    ) async throws
  {
    try await WalkingWorld.run(on: engine, hasSeason: false) { world in
      let host = world.host
      try await world.season("2025-26", from: "2025-08-01", to: "2025-08-16")
      let psv = try await world.club("PSV", groups: "Lunch", "Evening")
      let (ajax, kyiv) = (try await world.club("Ajax"), try await world.club("Kyiv", in: "UA"))
      let (ann, bob) = (try await world.walker("Ann", psv), try await world.walker("Bob", psv, group: 1))
      let (cat, dan) = (try await world.walker("Cat", ajax), try await world.walker("Dan", kyiv))
      for (person, steps) in [(ann, 4_000), (bob, 6_500), (cat, 10_000), (dan, 12_000)] {
        try await world.walk(person, at: "2025-08-15T13:00:00Z", steps: steps)
      }
      try await world.nextDay()
      #expect(try await world.clubs("scope=international") == ["1 Kyiv 12", "2 Ajax 10", "2 PSV 10"])
      #expect(try await world.clubs("scope=national", as: ann) == ["1 Ajax 10", "1 PSV 10"])
      #expect(try await world.clubs("scope=national", as: dan) == ["1 Kyiv 12"])
      #expect(try await world.clubs("country=NL") == ["1 Ajax 10", "1 PSV 10"])
      let board = try await host.get("\(WalkingWorld.area)/boards/clubs?scope=international&limit=1", as: ann)
      #expect(board["me"]?["rank"] == 2 && board["me"]?["isMine"] == true && board["me"]?["points"] == 10)
      #expect(
        board["me"]?["club"]?["members"] == 2 && board["me"]?["club"]?["name"] == "PSV" && board["me"]?["walkers"] == 2)
      #expect(board.items.map { $0["isMine"] } == [false])
      let next = try #require(board["next"]?.string)
      #expect(try await world.clubs("scope=international&limit=5&after=\(next)") == ["2 Ajax 10", "2 PSV 10"])
      #expect(try await host.get("\(WalkingWorld.area)/boards/clubs?after=x").pointers == ["/after"])
      let crews = try await host.get("\(WalkingWorld.area)/clubs/\(psv.id)/board", as: ann)
      #expect(
        crews.items.map { $0["group"]?["name"] } == ["Evening", "Lunch"] && crews.items.map { $0["points"] } == [6, 4])
      #expect(crews["me"]?["rank"] == 2 && crews["me"]?["group"]?["name"] == "Lunch")
      #expect(try await host.get("\(WalkingWorld.area)/clubs/nowhere/board", as: ann).problem == "404 club-unknown")
      try await world.season("2025-27", from: "2025-08-17", to: "2026-06-30")
      // It is the last day of the season before.
      #expect(try await world.clubs() == ["1 Kyiv 12", "2 Ajax 10", "2 PSV 10"])
      try await host.clock.advance(to: "2025-08-16T12:00:00Z")
      let early = try await world.walker("Eve", ajax, zone: "Pacific/Kiritimati")
      #expect(try await host.get("\(WalkingWorld.area)/me", as: early)["season"]?["id"] == "2025-27")
      #expect(try await world.clubs(as: early).allSatisfy { $0.hasSuffix(" 0") }, "it has begun where Eve is")
      try await host.clock.advance(to: "2025-08-17T12:00:00Z")
      try await world.walk(bob, at: "2025-08-17T11:00:00Z", steps: 3_000)
      try await world.nextDay()
      #expect(try await world.clubs() == ["1 PSV 3", "2 Ajax 0", "2 Kyiv 0"], "all begin anew")
      #expect(try await world.clubs("season=2025-26") == ["1 Kyiv 12", "2 Ajax 10", "2 PSV 10"])
      #expect(try await world.people("", season: "2025-27") == ["Bob 3"])
      #expect(try await world.people("") == ["Dan 12", "Cat 10", "Bob 6", "Ann 4"])
      let overlap = try await host.put(
        "\(WalkingWorld.area)/seasons/other", ["title": "Other", "firstDay": "2025-08-16", "lastDay": "2025-08-20"],
        as: host.operator)
      #expect(overlap.problem == "409 seasons-overlap")
      let wrong = try await host.put(
        "\(WalkingWorld.area)/seasons/other", ["title": "Other", "firstDay": "2025-08-16", "lastDay": "2025-08-15"],
        as: host.operator)
      #expect(wrong.pointers == ["/lastDay"])
      let mine = try await host.put(
        "\(WalkingWorld.area)/seasons/2025-26", ["title": "Mine", "firstDay": "2025-01-01", "lastDay": "2025-01-02"],
        as: ann)
      #expect(mine.status == 403)
      #expect(try await host.get("\(WalkingWorld.area)/seasons").items.map { $0["id"] } == ["2025-27", "2025-26"])
    }
  }

  @Test(.tags(.wc31), arguments: TestHost.Engine.available)
  func `rank people within the club, at home and everywhere, with the own row`(on engine: TestHost.Engine) async throws
  {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let (psv, ajax, kyiv) = (
        try await world.club("PSV"), try await world.club("Ajax"), try await world.club("Kyiv", in: "UA")
      )
      let (ann, bob) = (try await world.walker("Ann", psv), try await world.walker("Bob", psv))
      let (cat, dan) = (try await world.walker("Cat", ajax), try await world.walker("Dan", kyiv))
      for (person, steps) in [(ann, 4_000), (bob, 6_500), (cat, 10_000), (dan, 12_000)] {
        try await world.walk(person, at: "2025-08-15T13:00:00Z", steps: steps)
      }
      try await world.nextDay()
      #expect(try await world.people("club/\(psv.id)") == ["Bob 6", "Ann 4"])
      #expect(try await world.people("group/\(psv.groups[0])") == ["Bob 6", "Ann 4"])
      #expect(try await world.people("country/NL") == ["Cat 10", "Bob 6", "Ann 4"])
      #expect(try await world.people("") == ["Dan 12", "Cat 10", "Bob 6", "Ann 4"])
      let path = "/v1/leaderboards/walking-clubs/points?season=2025-26&partition=country/NL&limit=1"
      let board = try await host.get(path, as: ann)
      #expect(board["me"]?["rank"] == 3 && board["me"]?["score"] == 4 && board.items.count == 1)
    }
  }

  @Test(.tags(.wc31), arguments: TestHost.Engine.available)
  func `rank people in the country for which they walked, also where it was wrong at first, and past seasons stay`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine, hasSeason: false) { world in
      let host = world.host
      try await world.season("2025-26", from: "2025-08-01", to: "2025-08-15")
      try await world.season("2026-27", from: "2025-08-16", to: "2026-06-30")
      let (psv, kyiv) = (try await world.club("PSV", in: "BE"), try await world.club("Kyiv", in: "UA"))
      let (ann, bob) = (try await world.walker("Ann", psv), try await world.walker("Bob", psv))
      for (day, steps) in [("2025-08-15", 3_000), ("2025-08-16", 5_000)] {
        for person in [ann, bob] { try await world.walk(person, at: "\(day)T13:00:00Z", steps: steps) }
        try await world.nextDay()
      }
      #expect(try await world.choose(kyiv.id, kyiv.groups[0], as: bob, leavesPoints: true).status == 204)
      try await world.walk(bob, at: "2025-08-17T13:00:00Z", steps: 2_000)
      try await world.nextDay()
      func rows() async throws -> [[String]] {
        [
          try await world.people("country/BE"), try await world.people("country/BE", season: "2026-27"),
          try await world.people("country/NL", season: "2026-27"),
          try await world.people("country/UA", season: "2026-27"),
        ]
      }
      #expect(try await rows() == [["Ann 3", "Bob 3"], ["Ann 5", "Bob 5"], [], ["Bob 2"]])
      let edit = try await host.patch(
        "/v1/organisations/walking-clubs/club/\(psv.id)", ["country": "NL"], as: host.operator)
      #expect(edit.status == 200, "\(edit.text)")
      #expect(try await rows() == [["Ann 3", "Bob 3"], [], ["Ann 5", "Bob 5"], ["Bob 2"]])
      try await world.walk(ann, at: "2025-08-15T15:00:00Z", steps: 1_000)
      try await world.settle()
      #expect(try await world.people("country/BE") == ["Ann 4", "Bob 3"], "what comes late goes where the rest is")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `rank clubs by what each walker makes, from so many walkers on, and by improvement`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine, hasSeason: false) { world in
      let host = world.host
      try await world.season("2025-26", ["minimumWalkers": 2])
      let (psv, ajax, kyiv) = (
        try await world.club("PSV"), try await world.club("Ajax"), try await world.club("Kyiv", in: "UA")
      )
      var people: [TestPerson] = []
      for (name, club) in [("Ann", psv), ("Bob", psv), ("Cat", ajax), ("Dan", ajax), ("Eve", kyiv)] {
        people.append(try await world.walker(name, club))
      }
      func walk(_ thousands: [Int], on day: String) async throws {
        for (person, steps) in zip(people, thousands) where steps > 0 {
          try await world.walk(person, at: "\(day)T13:00:00Z", steps: steps * 1_000)
        }
      }
      for day in ["2025-08-15", "2025-08-16", "2025-08-17", "2025-08-18"] {
        try await walk([4, 4, 6, 6, 20], on: day)
        try await world.nextDay()
      }
      #expect(try await world.clubs("measure=total") == ["1 Kyiv 80", "2 Ajax 48", "3 PSV 32"])
      let average = try await host.get("\(WalkingWorld.area)/boards/clubs?measure=average", as: people[4])
      #expect(
        average.items.map { $0["club"]?["name"] } == ["Ajax", "PSV"] && average.items.map { $0["value"] } == [24, 16])
      #expect(average["me"] == nil, "one walker alone is no average")
      #expect(try await world.clubs("measure=improved").isEmpty)
      try await host.clock.advance(to: "2025-09-14T12:00:00Z")
      for day in ["2025-09-14", "2025-09-15", "2025-09-16", "2025-09-17"] {
        try await walk([6, 6, 6, 6, 40], on: day)
        try await world.nextDay()
      }
      try await host.clock.advance(by: .seconds(86_400))
      let improved = try await host.get("\(WalkingWorld.area)/boards/clubs?measure=improved")
      #expect(
        improved.items.map { $0["club"]?["name"] } == ["PSV", "Ajax"] && improved.items.map { $0["value"] } == [50, 0])
    }
  }
}
