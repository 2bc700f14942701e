import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `Predictions that several make at once` {
  private enum End: Equatable {
    case saved(String)
    case problem(String)

    init(_ problem: Problem) {
      self = .problem(([problem.code] + problem.errors.map { "\($0.pointer) \($0.code)" }).joined(separator: ", "))
    }
  }

  /// A prediction before it is known which of two people makes it.
  private struct Choice {
    let person: Int
    let input: PredictionInput
    let now: Date

    func made(by people: [TestPerson]) -> MadePrediction {
      MadePrediction(input: input, account: people[person].id, now: now)
    }
  }

  /// What becomes of some in one transaction; nil of those that go alone.
  private func together(_ made: [MadePrediction], _ world: SoccerWorld) async throws -> [End?] {
    let plugin = try world.plugin
    let outcomes = try await world.storage.write { try await plugin.save(made, in: $0) }
    #expect(outcomes.count == made.count)
    return try outcomes.map { outcome in
      switch outcome {
      case .answer(let output): .saved("\(output)")
      case .refusal(let error): End(try #require(error as? Problem))
      case .alone: nil
      }
    }
  }

  private func alone(_ made: MadePrediction, _ world: SoccerWorld) async throws -> End {
    try #require(try await together([made], world).first ?? nil)
  }

  /// What is kept of each person, where each is on the board, and of what each is to be reminded.
  private func kept(_ people: [TestPerson], _ world: SoccerWorld) async throws -> [[String]] {
    try await world.host.settled()
    let season = SeasonKey(league: "en.1", season: "2024-25").description
    let entries = try await world.host.services.leaderboards.entries(
      of: people.map(\.id), on: "league", partition: season)
    return try await people.asyncMap { person in
      let rows = try await world.storage.read { transaction in
        try await transaction.query(
          """
          select match, season, home, away, scorers, created_at, updated_at, points, exact, correct, joker
          from predictions where account = \(person.id) order by match
          """)
      }
      let reminders = try await world.host.get("/v1/me/reminders", as: person).items
      var lines = rows.map { "\($0.values)" }
      for entry in entries where entry.account.id == person.id {
        lines.append("\(entry.rank) \(entry.score) \(entry.tieBreaks) \(entry.details)")
      }
      for reminder in reminders { lines.append("\(reminder["link"] ?? .null) \(reminder["at"] ?? .null)") }
      return lines
    }
  }

  private func choice(_ matches: [String], _ people: Int, _ now: Date, _ random: inout SeededRandom) -> Choice {
    let scorers: [[String]?] = [
      nil, nil, [], [SampleSeason.ann], [SampleSeason.ann, SampleSeason.abe], ["nobody"],
    ]
    let input = PredictionInput(
      match: matches[random.next(below: matches.count)], home: random.next(below: 3), away: random.next(below: 3),
      scorers: scorers[random.next(below: scorers.count)])
    let delay = Double(random.next(below: 3)) / 1000
    return Choice(person: random.next(below: people), input: input, now: now.addingTimeInterval(delay))
  }

  /// Somebody takes a prediction back or sets the joker on it, of both in the same way.
  private func change(
    _ match: String, _ method: FieldhouseKit.Method, _ person: Int, _ world: SoccerWorld
  ) async throws {
    let part = method == .put ? "joker" : "prediction"
    let ends = try await ["s\(person)", "t\(person)"].asyncMap { name in
      await world.problem { try await world.call(method, "/matches/\(match)/\(part)", as: name) }
    }
    #expect(ends[0] == ends[1])
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `come to the same as one after the other`(engine: TestHost.Engine) async throws {
    let season =
      SampleSeason.text(third: "").replacing("team DYN Dynamo", with: "team DYN Dynamo\nteam UNK W101")
      + "round Matchday 3\n2024-08-31 12:30 ALB UNK\n"
    try await SoccerWorld.run(on: engine, season: season, settings: ["reminderMinutes": 60]) { world async throws in
      let shared = try await (0..<10).asyncMap { try await world.person("s\($0)") }
      let single = try await (0..<10).asyncMap { try await world.person("t\($0)") }
      let known = [SampleSeason.first, SampleSeason.second, SampleSeason.third, SampleSeason.fourth]
      let unknown = try world.plugin.catalogue.reading.matches.values.filter { !$0.areTeamsKnown }.map(\.id)
      #expect(unknown.count == 1)
      let matches = known + known + unknown + ["none"]
      var (random, went, refusals) = (SeededRandom(seed: 76), 0, Set<String>())
      // The first match closes at 11:15, the second at 13:45.
      for step in 0..<18 {
        let now = world.now
        let count = [2, 4, 8, 16, 16][random.next(below: 5)]
        let choices = (0..<count).map { _ in choice(matches, shared.count, now, &random) }
        let ends = try await together(choices.map { $0.made(by: shared) }, world)
        for (place, choice) in choices.enumerated() {
          let isAgain = choices[..<place].contains { $0.person == choice.person }
          #expect((ends[place] == nil) == isAgain, "step \(step)")
        }
        went += ends.count { $0 != nil }
        for (choice, end) in zip(choices, ends) where end != nil {
          #expect(try await alone(choice.made(by: single), world) == end, "step \(step)")
          if case .problem(let problem) = end { refusals.insert(problem) }
        }
        for (choice, end) in zip(choices, ends) where end == nil {
          let end = try await alone(choice.made(by: shared), world)
          #expect(try await alone(choice.made(by: single), world) == end, "step \(step)")
        }
        #expect(try await kept(shared, world) == (try await kept(single, world)), "step \(step)")
        for place in 0..<4 {
          try await change(
            known[random.next(below: 4)], place == 0 ? .put : .delete, random.next(below: shared.count), world)
        }
        try await world.host.clock.advance(by: .seconds(1200))
      }
      #expect(went > 60, "\(went) went together")
      #expect(refusals.isSuperset(of: ["match-unknown", "teams-unknown", "predictions-closed"]), "\(refusals)")
      #expect(refusals.contains { $0.hasPrefix("invalid-input, /scorers/0 scorer-unknown") }, "\(refusals)")
      var told = 0
      for person in shared.indices {
        let (one, other) = (try await world.inbox("s\(person)"), try await world.inbox("t\(person)"))
        #expect(one.sorted() == other.sorted())
        told += one.count { $0.contains("closes soon") }
      }
      #expect(told > 0)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `are all kept, each with the own answer, but for those of matches that are closed`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let people = (0..<20).map { "p\($0)" }
      for name in people { _ = try await world.person(name) }
      func match(_ number: Int) -> String { number % 2 == 0 ? SampleSeason.first : SampleSeason.second }
      for (round, now) in [SampleSeason.morning, "2024-08-17T11:14:59.999Z", "2024-08-17T11:15:00Z"].enumerated() {
        if round > 0 { try await world.host.clock.advance(to: now) }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for (number, name) in people.enumerated() {
            let match = match(number)
            group.addTask {
              let problem = await world.problem {
                let told = try await world.predict(number, round, of: match, as: name)
                #expect(told["home"]?.int == number && told["away"]?.int == round)
                return told
              }
              #expect(problem == (round == 2 && number % 2 == 0 ? "409 predictions-closed" : nil))
            }
          }
          try await group.waitForAll()
        }
      }
      for (number, name) in people.enumerated() {
        let mine = try await world.call(.get, "/matches/\(match(number))/prediction", as: name)
        #expect(mine["home"]?.int == number && mine["away"]?.int == (number % 2 == 0 ? 1 : 2))
      }
      try await world.host.settled()
      #expect(try await world.board("&limit=100") == people.sorted().map { "1 \($0) 0" })
    }
  }
}
