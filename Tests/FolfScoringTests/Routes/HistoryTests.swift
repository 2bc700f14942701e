import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `What somebody has played` {
  @Test(.tags(.fs12, .fs15, .fs53, .fs80, .fs82, .fs88, .fs90, .fs115), arguments: TestHost.Engine.available)
  func `is listed with where, when and with whom, newest first and page by page`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      #expect(try await host.get("\(FolfWorld.area)/me/rounds", as: ada).items.isEmpty)
      for course in ["harbour-park", "old-quarry", "ridge-loop"] {
        let round = try await world.started(ada, bob, course: .string(course))
        let a = try await world.row("Ada", round, as: ada)
        try await world.enter([FolfWorld.entry("e", a, 1, 2)], round, as: bob)
        try await host.clock.advance(by: .seconds(3_600))
      }
      let first = try await host.get("\(FolfWorld.area)/me/rounds?limit=2", as: ada)
      #expect(first.items.map { $0["courseName"] } == ["Ridge Loop", "Old Quarry"])
      #expect(first.items[0]["startedAt"] == "2025-08-15T14:00:00Z" && first.items[0]["toPar"] == -1)
      #expect(first.items[0]["others"]?[0]?["name"] == "Bob")
      let next = try #require(first["next"]?.string)
      let second = try await host.get("\(FolfWorld.area)/me/rounds?limit=2&after=\(next)", as: ada)
      #expect(second.items.map { $0["courseName"] } == ["Harbour Park"] && second["next"] == .null)
      for wrong in ["x", "1", "x.y"] {
        #expect(try await host.get("\(FolfWorld.area)/me/rounds?after=\(wrong)", as: ada).pointers == ["/after"])
      }
      let courses = try await host.get("\(FolfWorld.area)/courses", as: ada)
      #expect(courses.items.map { $0["name"] } == ["Ridge Loop", "Old Quarry", "Harbour Park"])
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `goes on over rounds and tournaments that began at the same time`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      for _ in 1...5 { _ = try await host.post("\(FolfWorld.area)/rounds", ["course": "harbour-park"], as: ada) }
      for name in 1...5 {
        let event: JSON = [
          "name": .string("Cup \(name)"), "startsAt": "2025-08-16T09:00:00Z", "course": "harbour-park",
        ]
        #expect(try await host.post("\(FolfWorld.area)/events", event, as: ada).status == 201)
      }
      for list in ["me/rounds", "events"] {
        var (found, next): ([String], String?) = ([], "")
        while let after = next {
          let page = try await host.get(
            "\(FolfWorld.area)/\(list)?limit=2\(after.isEmpty ? "" : "&after=\(after)")", as: ada)
          found += page.items.compactMap { $0["id"]?.string }
          next = page["next"]?.string
        }
        #expect(found.count == 5 && Set(found).count == 5, "\(list)")
      }
    }
  }

  @Test(.tags(.fs51, .fs53), arguments: TestHost.Engine.available)
  func `comes first among the courses, the others go by name`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let courses = "\(FolfWorld.area)/courses"
      #expect(try await host.get(courses).status == 401)
      let own = try await host.post(
        courses, ["name": "my garden", "layouts": [["name": "", "holes": [["number": 1, "par": 3]]]]], as: ada)
      func names(_ person: TestPerson) async throws -> [JSON?] {
        try await host.get(courses, as: person).items.map { $0["name"] }
      }
      #expect(try await names(ada) == ["Harbour Park", "my garden", "Old Quarry", "Ridge Loop"])
      #expect(try await names(bob) == ["Harbour Park", "Old Quarry", "Ridge Loop"], "the own ones are nobody else's")
      _ = try await world.started(ada, course: "ridge-loop")
      #expect(try await names(ada) == ["Ridge Loop", "Harbour Park", "my garden", "Old Quarry"])
      let path = "\(courses)/\(own["id"]?.string ?? "")"
      #expect(try await host.delete(path, as: bob).problem == "404 course-unknown")
      #expect(try await host.delete(path, as: ada).status == 204)
      #expect(
        try await host.post(courses, ["name": "x", "layouts": [["name": "", "holes": []]]], as: ada).pointers == [
          "/layouts/0/holes"
        ])
    }
  }

  @Test(.tags(.fs164), arguments: TestHost.Engine.available)
  func `is told apart on a course by the tee that was played from`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      for (tee, throwCount) in [("red", 4), ("white", 3), ("white", 5)] {
        let round = try await world.opened(by: ada, course: "old-quarry")
        let a = try await world.row("Ada", round, as: ada)
        #expect(
          try await host.put("\(world.path(round))/players/\(a)", ["tee": .string(tee)], as: ada).status == 200)
        #expect(try await host.post("\(world.path(round))/start", as: ada).status == 204)
        try await world.fill(Array(repeating: throwCount, count: 18), a, round, as: ada)
        #expect(try await host.post("\(world.path(round))/finish", as: ada).status == 204)
      }
      func found(_ query: String) async throws -> TestReply {
        try await host.get("\(FolfWorld.area)/courses/old-quarry/statistics\(query)", as: ada)
      }
      let all = try await found("")
      #expect(all["rounds"] == 3 && all["record"] == 54 && all["holes"]?[0]?["rounds"] == 3)
      let red = try await found("?tee=red")
      #expect(red["rounds"] == 1 && red["record"] == 72)
      #expect(red["holes"]?[0]?["par"] == 3 && red["holes"]?[0]?["best"] == 4)
      let white = try await found("?tee=white")
      #expect(white["rounds"] == 2 && white["record"] == 54)
      #expect(white["holes"]?[0]?["par"] == 4 && white["holes"]?[0]?["rounds"] == 2)
      let blue = try await found("?tee=blue")
      #expect(blue["rounds"] == 0 && blue["record"] == nil && blue["holes"] == [])
      #expect(try await found("?tee=pink").pointers == ["/tee"])
    }
  }

  @Test(.tags(.fs145), arguments: TestHost.Engine.available)
  func `tells how many play there now, and where it is, but not who`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let courses = "\(FolfWorld.area)/courses"
      func playing() async throws -> [Int?] {
        try await host.get(courses, as: eve).items.map { $0["playing"]?.int }
      }
      #expect(try await playing() == [0, 0, 0])
      let round = try await world.started(ada, bob, course: "old-quarry")
      _ = try await world.started(ada, course: "old-quarry")
      _ = try await world.opened(by: bob, course: "ridge-loop")
      #expect(try await playing() == [0, 3, 0], "a lobby is not on the course yet")
      #expect(try await host.post("\(world.path(round))/finish", as: ada).status == 204)
      #expect(try await playing() == [0, 1, 0])
      try await host.clock.advance(by: .seconds(4 * 3_600 + 1))
      #expect(try await playing() == [0, 0, 0], "nobody has written the card for four hours")
      let place: JSON = ["latitude": 64.1, "longitude": -21.9]
      let body: JSON = [
        "name": "Garden", "layouts": [["name": "", "holes": [["number": 1, "par": 3]]]], "position": place,
      ]
      #expect(try await host.post(courses, body, as: ada)["position"] == place)
      #expect(try await host.get(courses, as: ada).items.first { $0["name"] == "Garden" }?["position"] == place)
      let hole: JSON = ["number": 1, "par": 3, "basket": place]
      #expect(
        try await host.post(courses, ["name": "Yard", "layouts": [["name": "", "holes": [hole]]]], as: ada)["layouts"]?[
          0]?["holes"] == [hole])
      let nowhere: JSON = [
        "name": "x", "layouts": [["name": "", "holes": [["number": 1, "par": 3]]]],
        "position": ["latitude": 91, "longitude": 0],
      ]
      #expect(try await host.post(courses, nowhere, as: ada).pointers == ["/position/latitude"])
    }
  }

  @Test(.tags(.fs114, .fs144), arguments: TestHost.Engine.available)
  func `adds up to best, average and scores by hole, beside the record of the course`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let par = [3, 3, 4, 3, 3, 4, 3, 3, 3]
      for (extra, count) in [(0, 9), (1, 9), (0, 4)] {
        let round = try await world.started(ada, bob)
        let (a, b) = (try await world.row("Ada", round, as: ada), try await world.row("Bob", round, as: ada))
        try await world.fill(par.prefix(count).map { $0 + extra }, a, round, as: ada)
        try await world.fill(par.map { $0 - 1 }, b, round, as: ada)
        #expect(try await host.post("\(world.path(round))/finish", as: ada).status == 204)
      }
      let mine = try await host.get("\(FolfWorld.area)/me/statistics", as: ada)
      #expect(mine["rounds"] == 3 && mine["complete"] == 2 && mine["best"] == 0 && mine["average"] == 4.5)
      #expect(mine["names"]?["par"] == 13 && mine["names"]?["bogey"] == 9)
      let course = try await host.get("\(FolfWorld.area)/courses/harbour-park/statistics", as: ada)
      #expect(course["record"] == 20 && course["everybody"] == -9.0, "the others, without me")
      let other = try await host.get("\(FolfWorld.area)/courses/harbour-park/statistics", as: bob)
      #expect(other["record"] == 20 && other["everybody"] == 4.5)
      #expect(course["holes"]?.array?.count == 9)
      #expect(course["holes"]?[0]?["average"] == .number(10.0 / 3) && course["holes"]?[8]?["rounds"] == 2)
      let unknown = try await host.get("\(FolfWorld.area)/courses/nowhere/statistics", as: ada)
      #expect(unknown.problem == "404 course-unknown")
      let none = try await host.get("\(FolfWorld.area)/courses/old-quarry/statistics", as: ada)
      #expect(none["rounds"] == 0 && none["record"] == nil && none["everybody"] == nil)
      let first = try await world.started(bob, course: "old-quarry")
      let card = try await world.card(first, as: bob)
      let pars = card["holes"]?.array?.compactMap { $0["par"]?.int } ?? []
      try await world.fill(pars, card["me"]?.string ?? "", first, as: bob)
      #expect(try await host.post("\(world.path(first))/finish", as: bob).status == 204)
      let only = try await host.get("\(FolfWorld.area)/courses/old-quarry/statistics", as: bob)
      #expect(only["record"] == .integer(Int64(pars.reduce(0, +))), "a record is anybody's")
      #expect(only["everybody"] == nil, "nobody else has played there")
    }
  }

  @Test(.tags(.fs142), arguments: TestHost.Engine.available)
  func `has nothing of a game that was given up`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      let round = try await world.started(ada, course: "ridge-loop")
      let card = try await world.card(round, as: ada)
      let pars = card["holes"]?.array?.compactMap { $0["par"]?.int } ?? []
      try await world.fill(pars, card["me"]?.string ?? "", round, as: ada)
      #expect(try await host.post("\(world.path(round))/cancel", as: ada).status == 204)
      let courses = try await host.get("\(FolfWorld.area)/courses", as: ada).items
      #expect(courses.map { $0["name"] } == ["Harbour Park", "Old Quarry", "Ridge Loop"])
      #expect(courses.allSatisfy { $0["playedAt"] == nil }, "it was not played")
      #expect(try await host.get("\(FolfWorld.area)/me/rounds", as: ada).items.isEmpty)
      #expect(try await host.get("\(FolfWorld.area)/me/statistics", as: ada)["rounds"] == 0)
      let course = try await host.get("\(FolfWorld.area)/courses/ridge-loop/statistics", as: ada)
      #expect(course["rounds"] == 0 && course["record"] == nil && course["everybody"] == nil)
    }
  }
}
