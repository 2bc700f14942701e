import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import FolfScoring

@Suite struct `What people think of the game` {
  private static let mine = "\(FolfWorld.area)/me/opinions"
  private static let all = "\(FolfWorld.area)/opinions"

  @Test(.tags(.fs168, .fs169, .fs173), arguments: TestHost.Engine.available)
  func `is said by whoever has an account and has finished a round, once asked for each subject`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, guest) = (try await host.person("Ada"), try await host.guest())
      let stars: JSON = ["stars": 4]
      #expect(try await host.get(Self.mine).status == 401)
      #expect(try await host.put("\(Self.mine)/round", stars).status == 401)
      #expect(try await host.get(Self.mine, as: guest).problem == "403 account-needed")
      #expect(try await host.put("\(Self.mine)/round", stars, as: guest).problem == "403 account-needed")
      #expect(try await host.put("\(Self.mine)/round/pause", as: guest).problem == "403 account-needed")
      #expect(try await host.get(Self.mine, as: ada).json == ["due": []])
      #expect(try await host.put("\(Self.mine)/round", stars, as: ada).problem == "409 nothing-finished")
      let round = try await world.started(ada)
      try await world.fill([3], try await world.row("Ada", round, as: ada), round, as: ada)
      #expect(try await host.put("\(Self.mine)/round", stars, as: ada).problem == "409 nothing-finished")
      #expect(try await host.post("\(world.path(round))/finish", as: ada).status == 204)
      #expect(try await host.get(Self.mine, as: ada).json == ["due": ["round", "statistics"]])
      #expect(try await host.put("\(Self.mine)/round", ["stars": 4, "help": 1], as: ada).status == 204)
      #expect(try await host.get(Self.mine, as: ada).json == ["due": ["statistics"]])
      #expect(try await host.put("\(Self.mine)/statistics/pause", as: ada).status == 204)
      #expect(try await host.get(Self.mine, as: ada).json == ["due": []])
    }
  }

  @Test(.tags(.fs168, .fs169, .fs173), arguments: TestHost.Engine.available)
  func `is one to five stars, and of a round how often help was needed`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      try await world.played(ada)
      func said(_ body: JSON, _ subject: String = "round") async throws -> [String] {
        let reply = try await host.put("\(Self.mine)/\(subject)", body, as: ada)
        return reply.status == 204 ? [] : reply.pointers
      }
      for stars in [0, 6, 3.5, "4", .null] as [JSON] {
        #expect(try await said(["stars": stars]) == ["/stars"], "\(stars)")
      }
      for help in [-1, 3] as [JSON] { #expect(try await said(["stars": 4, "help": help]) == ["/help"], "\(help)") }
      #expect(try await said([:]) == ["/stars"])
      #expect(try await said(["stars": 4, "help": 1], "statistics") == ["/help"])
      #expect(try await said(["stars": 4], "weather") == ["/subject"])
      for stars in [1, 5] as [JSON] { #expect(try await said(["stars": stars]) == [], "\(stars)") }
      for help in [0, 2, .null] as [JSON] { #expect(try await said(["stars": 4, "help": help]) == [], "\(help)") }
      #expect(try await said(["stars": 5], "statistics") == [])
      let items = try await host.get(Self.all, as: host.operator)["items"]
      let wanted: JSON = [
        ["subject": "round", "answers": 1, "helpAnswers": 0],
        ["subject": "statistics", "answers": 1, "helpAnswers": 0],
      ]
      #expect(items == wanted, "each answer took the place of the one before")
    }
  }

  @Test(.tags(.fs168, .fs169, .fs173), arguments: TestHost.Engine.available)
  func `is read by operators alone, beside the goal, and from five answers on`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      var people: [TestPerson] = []
      let answers = [("Ada", 1, 2), ("Bob", 2, 1), ("Cleo", 3, 0), ("Dan", 4, 1), ("Eve", 4, 0)]
      for (name, stars, help) in answers {
        let person = try await host.person(name)
        people.append(person)
        try await world.played(person)
        if name == "Eve" {
          let few = try await host.get(Self.all, as: host.operator)
          #expect(few["items"]?[0] == ["subject": "round", "answers": 4, "helpAnswers": 4])
        }
        let said: JSON = ["stars": .integer(Int64(stars)), "help": .integer(Int64(help))]
        #expect(try await host.put("\(Self.mine)/round", said, as: person).status == 204)
      }
      #expect(try await host.get(Self.all).status == 401)
      #expect(try await host.get(Self.all, as: people[0]).problem == "403 forbidden")
      let found = try await host.get(Self.all, as: host.operator).json
      let wanted: JSON = [
        "goal": 4, "fewest": 5, "days": 365,
        "items": [
          [
            "subject": "round", "answers": 5, "mean": 2.8, "isMet": false, "distribution": [1, 1, 1, 2, 0],
            "helpAnswers": 5, "helpedAtMostOnce": 0.8,
          ],
          ["subject": "statistics", "answers": 0, "helpAnswers": 0],
        ],
      ]
      #expect(found == wanted)
      // Whoever leaves leaves nothing, and the others are too few then.
      let eve = people[4]
      try await host.leave(eve)
      try await host.settled()
      let less = try await host.get(Self.all, as: host.operator)["items"]?[0]
      #expect(less == ["subject": "round", "answers": 4, "helpAnswers": 4])
      let left: Int = try await host.services.storage.read { transaction in
        try await transaction.query("select count(*) as n from opinions where account = \(eve.id)")[0]["n"]
      }
      #expect(left == 0)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is in the export of whoever said it`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      for person in [ada, bob] { try await world.played(person) }
      #expect(try await host.put("\(Self.mine)/round", ["stars": 2, "help": 2], as: ada).status == 204)
      #expect(try await host.put("\(Self.mine)/statistics/pause", as: ada).status == 204)
      func opinions(_ person: TestPerson) async throws -> JSON? {
        try await host.export(of: person)["plugins"]?["folf-scoring"]?["data"]?["opinions"]
      }
      let noon: JSON = "2025-08-15T12:00:00Z"
      let wanted: JSON = [
        ["subject": "round", "stars": 2, "help": 2, "saidAt": noon, "askedAt": noon],
        ["subject": "statistics", "stars": .null, "help": .null, "saidAt": .null, "askedAt": noon],
      ]
      #expect(try await opinions(ada) == wanted)
      #expect(try await opinions(bob) == nil)
    }
  }
}
