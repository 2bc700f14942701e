import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

@Suite struct `Opinions that are kept` {
  private static let noon = Date(timeIntervalSince1970: 1_755_259_200)
  private static let day: TimeInterval = 86_400

  private func rated(
    _ stars: Int, _ subject: Opinion.Subject, by person: TestPerson, at now: Date, help: Int? = nil, _ world: FolfWorld
  ) async throws {
    try await world.host.services.storage.write {
      try await OpinionStore.set(Opinion(stars: stars, help: help), of: subject, by: person.id, at: now, in: $0)
    }
  }

  private func due(_ person: TestPerson, at now: Date, _ world: FolfWorld) async throws -> [Opinion.Subject] {
    try await world.host.services.storage.read { try await OpinionStore.due(for: person.id, at: now, in: $0) }
  }

  private func figures(
    _ subject: Opinion.Subject, at now: Date, _ world: FolfWorld
  ) async throws -> OpinionFigures? {
    try await world.host.services.storage.read { try await OpinionStore.figures(at: now, in: $0) }
      .first { $0.subject == subject }?.figures
  }

  @Test(.tags(.fs168, .fs169), arguments: TestHost.Engine.available)
  func `are asked for again after 90 days, whether somebody answered or not`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let ada = try await world.host.person("Ada")
      #expect(try await due(ada, at: Self.noon, world) == [], "nothing was played")
      try await world.played(ada)
      #expect(try await due(ada, at: Self.noon, world) == [.round, .statistics])
      try await rated(4, .round, by: ada, at: Self.noon, world)
      try await world.host.services.storage.write {
        try await OpinionStore.putOff(.statistics, by: ada.id, at: Self.noon.addingTimeInterval(0.001), in: $0)
      }
      #expect(try await due(ada, at: Self.noon, world) == [])
      let end = Self.noon.addingTimeInterval(90 * Self.day)
      #expect(try await due(ada, at: end.addingTimeInterval(-0.001), world) == [])
      #expect(try await due(ada, at: end, world) == [.round])
      #expect(try await due(ada, at: end.addingTimeInterval(0.001), world) == [.round, .statistics])
    }
  }

  @Test(.tags(.fs168, .fs169, .fs173), arguments: TestHost.Engine.available)
  func `count for 365 days, of each person the latest of each subject`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      var people: [TestPerson] = []
      for name in ["Ada", "Bob", "Cleo", "Dan", "Eve"] { people.append(try await world.host.person(name)) }
      for (person, stars) in zip(people, [1, 5, 4, 4, 3]) {
        try await rated(stars, .round, by: person, at: Self.noon, help: person.name == "Bob" ? nil : 1, world)
      }
      let late = Self.noon.addingTimeInterval(Self.day)
      try await rated(2, .round, by: people[0], at: late, help: 2, world)
      try await rated(5, .statistics, by: people[0], at: late, world)
      let round = try #require(try await figures(.round, at: late, world))
      #expect(round.answers == 5 && round.mean == 3.6 && round.distribution == [0, 1, 1, 2, 1])
      #expect(round.helpAnswers == 4 && round.helpedAtMostOnce == nil)
      #expect(try await figures(.statistics, at: late, world)?.answers == 1)
      // What somebody puts off takes nothing away.
      let bob = people[1].id
      try await world.host.services.storage.write {
        try await OpinionStore.putOff(.round, by: bob, at: late, in: $0)
      }
      let end = Self.noon.addingTimeInterval(365 * Self.day)
      #expect(try await figures(.round, at: end.addingTimeInterval(-0.001), world) == round)
      #expect(try await figures(.round, at: end, world)?.answers == 1, "only Ada said it later")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `go along when accounts become one: what the other has said stays, and the later time`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let late = Self.noon.addingTimeInterval(Self.day)
      try await world.played(ada)
      try await rated(2, .round, by: ada, at: Self.noon, help: 2, world)
      try await rated(5, .round, by: bob, at: late, help: 0, world)
      try await rated(3, .statistics, by: bob, at: Self.noon, world)
      try await world.host.services.storage.write {
        try await OpinionStore.putOff(.statistics, by: ada.id, at: late, in: $0)
      }
      try await world.host.merge(bob, into: ada)
      try await world.host.settled()
      let rows = try await world.host.services.storage.read {
        try await $0.query(
          "select account, subject, stars, help, said_at, asked_at from opinions order by subject"
        ).map { row in
          #expect(try row["account"] as AccountID == ada.id)
          return [
            try row["subject"] as String, "\(try row["stars"] as Int)", "\((try row["help"] as Int?) ?? -1)",
            "\((try row["said_at"] as Date).timeIntervalSince(Self.noon))",
            "\((try row["asked_at"] as Date).timeIntervalSince(Self.noon))",
          ]
        }
      }
      #expect(rows == [["round", "2", "2", "0.0", "86400.0"], ["statistics", "3", "-1", "0.0", "86400.0"]])
      #expect(try await due(ada, at: Self.noon.addingTimeInterval(90 * Self.day), world) == [])
    }
  }
}
