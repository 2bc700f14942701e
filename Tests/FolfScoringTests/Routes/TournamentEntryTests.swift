import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Who plays in a tournament` {
  @Test(.tags(.fs24, .fs161, .fs163), arguments: TestHost.Engine.available)
  func `may be named or not as each says, at any time, also when all is over`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada, eve) = (try await host.person("Dee"), try await host.person("Ada"), try await host.person("Eve"))
      let event = try await SampleTournament(world, by: dee)
      try await event.write("Mo")
      func entry(_ consents: Bool, as person: TestPerson, division: String = "MPO", number: Int? = 42) async throws
        -> TestReply
      {
        var body: JSONObject = ["division": .string(division), "consents": .bool(consents)]
        body["memberNumber"] = number.map { .integer(Int64($0)) }
        return try await host.put("\(event.path)/entry", .object(body), as: person)
      }
      func named(as person: TestPerson? = nil) async throws -> [String] {
        let rows = try await event.board(as: person)["rows"]?.array ?? []
        return rows.compactMap { $0["name"]?.string }.filter { !$0.isEmpty }.sorted()
      }
      #expect(try await entry(true, as: ada).status == 200)
      #expect(try await named() == ["Ada"])
      let rows = try await event.board(as: ada)["rows"]?.array ?? []
      #expect(rows.first { $0["isMe"] == true }?["consents"] == true, "what Ada has said is there to be changed")
      #expect(rows.first { $0["isMe"] == false }?["consents"] == nil, "of others it is not told")
      let round = try await event.makeCards()[0]
      #expect(try await entry(false, as: ada).status == 200)
      #expect(try await named() == [])
      #expect(try await named(as: ada) == ["Ada", "Mo"], "those who play know one another")
      #expect(try await entry(true, as: ada, division: "FPO").problem == "409 event-begun")
      #expect(try await entry(true, as: ada, number: nil).problem == "409 event-begun")
      #expect(try await entry(true, as: eve).problem == "409 event-begun")
      #expect(try await named() == [], "what was refused has changed nothing")
      try await event.end(round, ["Ada": [3, 3], "Mo": [2, 3]])
      #expect(try await host.post("\(event.path)/finish", as: dee).status == 204)
      #expect(try await entry(true, as: ada).status == 200)
      #expect(try await named() == ["Ada"])
      let hidden: JSON = ["name": "Club night", "startsAt": "2025-08-16T09:00:00Z"]
      #expect(try await host.put(event.path, hidden, as: dee).status == 200)
      #expect(try await entry(false, as: ada).status == 200, "nobody else sees it, who plays does")
      #expect(try await entry(true, as: eve).problem == "404 not-found")
      #expect(try await event.shown("memberNumber", "Ada") == [42])
    }
  }

  @Test(.tags(.fs5, .fs161), arguments: TestHost.Engine.available)
  func `withdraws without a trace before it begins, and is out behind the others then`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada, bob) = (try await host.person("Dee"), try await host.person("Ada"), try await host.person("Bob"))
      let event = try await SampleTournament(world, by: dee)
      try await event.enter(ada, bob)
      #expect(try await host.delete("\(event.path)/entry", as: bob).status == 204)
      #expect(try await host.delete("\(event.path)/entry", as: bob).problem == "404 not-found")
      #expect(try await event.board()["rows"]?.array?.count == 1)
      try await event.enter(bob)
      try await event.write("Mo", "Zoe")
      let round = try await event.makeCards()[0]
      try await event.fill(["Ada": [2], "Bob": [4, 3], "Mo": [3, 3], "Zoe": [3]], round)
      func names() async throws -> [JSON?] {
        try await event.board(as: dee)["rows"]?.array?.map { $0["name"] } ?? []
      }
      #expect(try await names().first == "Ada", "the lowest score so far")
      #expect(try await host.delete("\(event.path)/entry", as: ada).status == 204)
      #expect(try await names().last == "Ada")
      #expect(try await host.post("\(world.path(round))/finish", as: dee).status == 204)
      #expect(try await event.shown("place", "Mo", "Bob", "Zoe", "Ada") == [1, 2, nil, nil], "Zoe lacks a hole")
      #expect(try await event.shown("isOut", "Zoe", "Ada") == [false, true])
      #expect(try await names() == ["Mo", "Bob", "Zoe", "Ada"])
      #expect(try await event.shown("toPar", "Ada") == [-1], "what was thrown stays")
      #expect(try await host.delete("\(event.path)/entrants/nobody", as: dee).problem == "404 entrant-unknown")
      #expect(try await host.post("\(event.path)/finish", as: dee).status == 204)
      #expect(try await host.delete("\(event.path)/entry", as: bob).problem == "409 event-over")
      #expect(try await event.shown("place", "Mo", "Bob") == [1, 2], "nobody leaves what is over")
      let mo = "\(event.path)/entrants/\(try await event.entrant("Mo").string ?? "")"
      #expect(try await host.delete(mo, as: dee).status == 204)
      #expect(try await event.shown("place", "Mo", "Bob") == [nil, 1], "whom the director takes out has no place")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `who withdraws within a round has not finished it, and the group waits for nothing any more`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada, bob) = (try await host.person("Dee"), try await host.person("Ada"), try await host.person("Bob"))
      let cleo = try await host.person("Cleo")
      let event = try await SampleTournament(world, by: dee)
      try await event.enter(ada, bob, cleo)
      let round = try await event.makeCards()[0]
      for person in [ada, bob] {
        try await event.keep(["Ada": [3, 3], "Bob": [3, 2], "Cleo": [4]], round, as: person)
      }
      #expect(try await event.submit(round, as: ada).problem == "409 cards-differ")
      #expect(try await host.delete("\(event.path)/entry", as: cleo).status == 204)
      #expect(try await event.submit(round, as: ada).status == 200)
      #expect(try await event.board(as: ada)["cards"]?[0]?["isOver"] == false)
      #expect(try await event.submit(round, as: bob).status == 200)
      #expect(try await event.board(as: ada)["cards"]?[0]?["isOver"] == true)
      #expect(try await event.shown("isOut", "Ada", "Bob", "Cleo") == [false, false, true])
      #expect(try await event.shown("toPar", "Cleo") == [1])
      let players = try await world.card(round, as: dee)["players"]?.array ?? []
      #expect(players.filter { $0["isOut"] == true }.map { $0["name"] } == ["Cleo"])
    }
  }

  @Test(.tags(.fs5, .fs6), arguments: TestHost.Engine.available)
  func `is entered and moved by the director, and keeps what is not said anew`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada) = (try await host.person("Dee"), try await host.person("Ada"))
      let event = try await SampleTournament(world, by: dee)
      try await event.enter(ada)
      func put(_ body: JSONObject) async throws -> TestReply {
        try await host.post("\(event.path)/entrants", .object(body), as: dee)
      }
      for (body, pointer) in [
        (["name": "  ", "division": "MPO"], "/name"), (["division": "MPO"], "/name"),
        (["name": "Mo", "division": "mpo"], "/division"), (["name": "Mo", "division": ""], "/division"),
        (["name": "Mo", "division": "ABCDEFGHI"], "/division"),
        (["name": "Mo", "division": "MPO", "pool": .string(String(repeating: "a", count: 21))], "/pool"),
        (["name": "Mo", "division": "MPO", "memberNumber": 0], "/memberNumber"),
      ] as [(JSONObject, String)] {
        #expect(try await put(body).pointers == [pointer], "\(body)")
      }
      let unknown = try await put(["entrant": "nobody", "name": "Mo", "division": "MPO"])
      #expect(unknown.problem == "404 entrant-unknown")
      let new: JSONObject = ["name": " مو ", "division": "ABCDEFGH", "pool": "Blue", "memberNumber": 9_999_999]
      #expect(try await put(new).status == 200)
      for name in ["مو", "Ada"] {
        let moved: JSONObject = ["entrant": try await event.entrant(name), "division": "MA1"]
        #expect(try await put(moved).status == 200)
      }
      #expect(try await event.shown("division", "مو", "Ada") == ["MA1", "MA1"])
      #expect(try await event.shown("pool", "مو", "Ada") == ["Blue", ""])
      #expect(try await event.shown("memberNumber", "مو", "Ada") == [9_999_999, nil])
      let everybody = try await event.board()["rows"]?.array?.compactMap { $0["name"]?.string } ?? []
      #expect(Set(everybody) == ["", "Ada"], "the director does not take back what Ada has agreed to")
    }
  }

  @Test(.tags(.fs6, .fs160), arguments: TestHost.Engine.available)
  func `is given throws by a rule in a round that is played, and has them taken away again`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let dee = try await host.person("Dee")
      let event = try await SampleTournament(world, by: dee, ["rounds": 2])
      let other = try await SampleTournament(world, by: dee)
      try await event.write("Mo")
      try await event.end(try await event.makeCards()[0], ["Mo": [3, 4]])
      let path = "\(event.path)/penalties"
      let mo = try await event.entrant("Mo")
      func add(_ rule: String, _ count: Int, round: Int = 1, to entrant: JSON? = nil) async throws -> TestReply {
        let body: JSON = [
          "entrant": entrant ?? mo, "round": .integer(Int64(round)), "rule": .string(rule),
          "throwCount": .integer(Int64(count)),
        ]
        return try await host.post(path, body, as: dee)
      }
      for (rule, count, round, pointer) in [
        ("808.", 2, 1, "/rule"), ("80", 2, 1, "/rule"), ("8080", 2, 1, "/rule"), ("808 F", 2, 1, "/rule"),
        ("808.ABCDE", 2, 1, "/rule"), ("811", 0, 1, "/throwCount"), ("811", 21, 1, "/throwCount"),
        ("811", 2, 0, "/round"), ("811", 2, 3, "/round"), ("811", 2, 11, "/round"),
      ] {
        #expect(try await add(rule, count, round: round).pointers == [pointer], "\(rule) \(count) \(round)")
      }
      #expect(try await add("811", 2, to: "nobody").problem == "404 entrant-unknown")
      #expect(try await add("806.02.D", 1).status == 200)
      try await host.clock.advance(by: .seconds(1))
      #expect(try await add("811", 20, round: 2).status == 200)
      #expect(try await event.shown("rounds", "Mo") == [[8]], "those of the second round wait for it")
      #expect(try await event.shown("total", "Mo") == [8])
      #expect(try await event.shown("toPar", "Mo") == [22])
      #expect(try await event.shown("penalties", "Mo") == [21])
      let made = try await event.board(as: dee)["penalties"]?.array ?? []
      #expect(made.map { $0["rule"] } == ["806.02.D", "811"] && made.map { $0["entrant"] } == [mo, mo])
      let id = made.last?["id"]?.string ?? ""
      #expect(try await host.delete("\(other.path)/penalties/\(id)", as: dee).problem == "404 penalty-unknown")
      #expect(try await host.delete("\(path)/\(id)", as: dee).status == 204)
      #expect(try await host.delete("\(path)/\(id)", as: dee).problem == "404 penalty-unknown")
      #expect(try await event.shown("toPar", "Mo") == [2])
    }
  }
}
