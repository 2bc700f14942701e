import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FitnessChallenges

@Suite struct `What several people write down at once` {
  private struct Kept: Hashable {
    let score: Int64
    let standing: Standing?
    let loggedAt: Date?
    let sums: Set<DaySum>
    let entries: Set<EntryVersion>
  }

  private func kept(_ person: TestPerson, _ challenge: String, _ world: FitnessWorld) async throws -> Kept {
    try await world.host.services.storage.read { transaction in
      let part = try await ParticipantStore.participant(person.id, in: challenge, transaction)
      let sums = try await transaction.query(
        "select day, total, most, entries from day_sums where participant = \(part.id) and entries > 0"
      ).map { DaySum(day: try $0["day"], total: try $0["total"], most: try $0["most"], entries: try $0["entries"]) }
      return Kept(
        score: part.score, standing: part.standing, loggedAt: part.loggedAt, sums: Set(sums),
        entries: Set(try await LogStore.versions(of: part.id, in: transaction)))
    }
  }

  private enum End: Equatable {
    case points(Double, hasJustPassed: Bool)
    case problem(String)
  }

  /// What one says alone.
  private func alone(_ said: Said, _ plugin: FitnessChallenges) async throws -> End {
    do {
      let answer = try await plugin.host.storage.write { transaction in try await plugin.write(said, in: transaction) }
      return .points(answer.me.points, hasJustPassed: answer.hasJustPassed)
    } catch let problem as Problem {
      return .problem(problem.code)
    }
  }

  /// What all say in one transaction, and how many of them had to go alone.
  private func together(_ said: [Said], _ plugin: FitnessChallenges) async throws -> (ends: [End], alone: Int) {
    let outcomes = try await plugin.host.storage.write { transaction in try await plugin.write(said, in: transaction) }
    #expect(outcomes.count == said.count)
    var (ends, count): ([End], Int) = ([], 0)
    for (one, outcome) in zip(said, outcomes) {
      switch outcome {
      case .answer(let answer): ends.append(.points(answer.me.points, hasJustPassed: answer.hasJustPassed))
      case .refusal(let error): ends.append(.problem(try #require(error as? Problem).code))
      case .alone:
        count += 1
        ends.append(try await alone(one, plugin))
      }
    }
    return (ends, count)
  }

  @Test(.tags(.fc11), arguments: TestHost.Engine.available)
  func `comes to the same as one after the other`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let plugin = try FitnessChallenges(host: world.host.services)
      let coach = try await world.coach("Ann")
      let shape: JSONObject = [
        "kind": "team", "teamSize": 4, "teams": 2,
        "exercises": [
          ["name": "Run", "measure": "distance", "goal": "total >= 20", "points": "daycap(10) * 2 + best"],
          ["name": "Yoga", "measure": "yesNo", "goal": "days >= 1", "points": "streak * 5 + count"],
        ],
      ]
      let (shared, single) = (try await world.made(by: coach, shape), try await world.made(by: coach, shape))
      var people: [TestPerson] = []
      for number in 0..<8 {
        people.append(try await world.athlete("Bob \(number)"))
        for id in [shared, single] {
          #expect(try await world.join(id, as: people[number], ["isRandom": true]).status < 300)
        }
      }
      let stranger = try await world.athlete("Cid")
      // Whoever has left cannot write anything down.
      for id in [shared, single] { _ = try await world.host.post("\(FitnessWorld.path(id))/withdraw", as: people[7]) }
      try await world.host.clock.advance(to: "2025-08-16T20:00:00Z")
      var (numbers, went, refused) = (SplitMix64(state: 11), 0, 0)
      for round in 0..<24 {
        let now = world.host.clock.now
        let some = (people + [stranger, people[round % 7]]).shuffled(using: &numbers)
        let inputs = some.map { person in
          let exercise = ["e1", "e1", "e1", "e2", "e9"].randomElement(using: &numbers) ?? "e1"
          let value = exercise == "e2" ? 1 : Double(Int.random(in: 0..<50, using: &numbers)) / 4
          let isTaken = Int.random(in: 0..<8, using: &numbers) == 0
          return (
            person.id,
            EntryInput(
              challenge: "", day: ["2025-08-15", "2025-08-16", "2025-08-17"].randomElement(using: &numbers) ?? "",
              exercise: exercise, entry: "entry-\(Int.random(in: 0..<40, using: &numbers))",
              value: isTaken ? nil : value,
              saidAt: now.addingTimeInterval(-Double(Int.random(in: 0..<600, using: &numbers))), activity: nil)
          )
        }
        func said(_ challenge: String) -> [Said] {
          inputs.map { account, input in
            var input = input
            input.challenge = challenge
            return Said(input: input, account: account, now: now)
          }
        }
        let (ends, alone) = try await together(said(shared), plugin)
        var expected: [End] = []
        for one in said(single) { expected.append(try await self.alone(one, plugin)) }
        #expect(ends.count == expected.count)
        // Who says two things at once has them in any order: the last of both is the same.
        let twice = Set(inputs.map(\.0).filter { id in inputs.count { $0.0 == id } > 1 })
        for (index, input) in inputs.enumerated() where !twice.contains(input.0) {
          #expect(ends[index] == expected[index], "\(input) in round \(round)")
        }
        (went, refused) = (
          went + inputs.count - alone, refused + ends.count { if case .problem = $0 { true } else { false } }
        )
        for person in people {
          #expect(try await kept(person, shared, world) == (try await kept(person, single, world)), "round \(round)")
        }
        try await world.host.clock.advance(by: .seconds(30))
      }
      #expect(went > 60 && refused > 20, "\(went) went together, \(refused) were refused")
      try await world.host.settled()
      let board = try await world.host.board("points", partition: shared)
      #expect(board.map(\.score) == (try await world.host.board("points", partition: single).map(\.score)))
      #expect(board.count == 7)
    }
  }

  @Test(.tags(.fc11), arguments: TestHost.Engine.available)
  func `over the interface is all there, each with the own answer`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let coach = try await world.coach("Ann")
      let id = try await world.made(by: coach)
      var people: [TestPerson] = []
      for number in 0..<20 {
        people.append(try await world.athlete("Bob \(number)"))
        try await world.join(id, as: people[number])
      }
      for round in 1...3 {
        let told = try await withThrowingTaskGroup(of: (Int, TestReply).self) { group in
          for (number, person) in people.enumerated() {
            group.addTask {
              (number, try await world.log(.integer(Int64(number)), id, as: person, entry: "entry-\(round)"))
            }
          }
          return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for (number, reply) in told {
          #expect(reply.status == 200 && reply["me"]?["points"]?.double == Double(number * round), "\(reply.text)")
          #expect(reply["hasJustPassed"]?.bool == (number * round >= 20 && number * (round - 1) < 20))
        }
      }
      try await world.host.settled()
      #expect(
        try await world.host.board("points", partition: id).map(\.score) == (0..<20).reversed().map { $0 * 3_000 })
    }
  }
}
