import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `A bonus question` {
  private static let root = "/v1/groups/soccer-predictions"

  /// A season whose four matches all have a result, in a group of Ada's with Bob and Cleo in it.
  private func run(
    on engine: TestHost.Engine, _ body: (SoccerWorld, _ path: String) async throws -> Void
  ) async throws {
    let season = SampleSeason.text().replacing("15:00 DYN CIT", with: "15:00 DYN CIT 1-0 (0-0)\n+ DYN 50 Dan Drew")
      .replacing("12:30 BOR ALB 3-0 (1-0)", with: "12:30 BOR ALB 1-0 (1-0)\n+ BOR 7 Bob Baker")
    try await SoccerWorld.run(on: engine, season: season) { world async throws in
      let ada = try await world.person("Ada")
      let reply = try await world.host.post("\(Self.root)/", ["kind": "prediction-group", "name": "Tippers"], as: ada)
      let group = try #require(reply["id"]?.string)
      for name in ["Bob", "Cleo"] {
        let person = try await world.person(name)
        #expect(try await world.host.put("\(Self.root)/\(group)/members/\(person.id)", as: ada).status == 204)
      }
      try await world.call(.put, "/groups/\(group)/leagues/en.1", as: "Ada")
      try await body(world, "/groups/\(group)/questions/en.1")
    }
  }

  private func ask(
    _ world: SoccerWorld, _ path: String, _ kind: String, _ options: [String]? = nil, points: JSON = 10
  ) async throws -> String {
    // The questions stand in the order in which they were asked.
    try await world.host.clock.advance(by: .seconds(1))
    var body: JSONObject = ["kind": .string(kind), "text": .string("Who \(kind)?"), "points": points]
    body["options"] = options.map { .array($0.map { .string($0) }) }
    return try #require(try await world.call(.post, path, .object(body), as: "Ada")["id"]?.string)
  }

  private func answer(
    _ world: SoccerWorld, _ path: String, _ id: String, _ answer: String, as name: String, _ part: String = "mine"
  ) async -> String? {
    await world.problem { try await world.call(.put, "\(path)/\(id)/\(part)", ["answer": .string(answer)], as: name) }
  }

  private func rows(_ world: SoccerWorld, _ path: String) async throws -> [String] {
    let board = path.replacing("/questions/en.1", with: "/board?league=en.1")
    let page = try await world.call(.get, board, as: "Cleo")
    return (page["items"]?.array ?? []).map {
      "\($0["account"]?["name"]?.string ?? "") \($0["rank"]?.description ?? "-") \($0["points"] ?? .null)"
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is answered until the season's first match closes, and by the data once the season is over`(
    engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world, path in
      let champion = try await ask(world, path, "champion")
      let scorer = try await ask(world, path, "topScorer", ["Bob Baker", "Ann Archer", "Nobody else"], points: 4.5)
      let free = try await ask(world, path, "free", ["Yes", "No"])
      let asked = try await world.call(.get, path, as: "Bob")["items"]?.array ?? []
      #expect(asked.map { $0["kind"] } == ["champion", "topScorer", "free"])
      #expect(asked.first?["options"]?.array?.map { $0["name"] } == ["Albion", "Borough", "City", "Dynamo"])
      #expect(asked.allSatisfy { $0["closesAt"] == "2024-08-17T11:15:00Z" && $0["isOpen"] == true })
      for (name, team, player) in [("Ada", "eng-borough", "Ann Archer"), ("Bob", "eng-dynamo", "Bob Baker")] {
        #expect(await answer(world, path, champion, "eng-albion", as: name) == nil)
        #expect(await answer(world, path, champion, team, as: name) == nil, "as often as wanted")
        #expect(await answer(world, path, scorer, player, as: name) == nil)
      }
      #expect(await answer(world, path, free, "No", as: "Cleo") == nil)
      #expect(await answer(world, path, free, "Perhaps", as: "Cleo") == "422 invalid-input")
      #expect(await answer(world, path, "nothing", "No", as: "Cleo") == "404 question-unknown")
      #expect(await answer(world, path, free, "No", as: "Eve") == "404 not-found")
      #expect(await answer(world, path, free, "Yes", as: "Ada", "answer") == "409 question-open")
      try await world.play(until: "2024-08-17T11:14:59Z")
      #expect(await answer(world, path, free, "Yes", as: "Bob") == nil)
      try await world.play(until: "2024-08-17T11:15:00Z")
      #expect(await answer(world, path, free, "No", as: "Bob") == "409 question-closed")
      #expect(
        await world.problem { try await world.call(.delete, "\(path)/\(free)", as: "Ada") } == "409 question-closed")
      #expect(await answer(world, path, free, "Yes", as: "Bob", "answer") == "403 forbidden")
      #expect(await answer(world, path, free, "Yes", as: "Ada", "answer") == nil)
      #expect(try await rows(world, path) == ["Bob 1 10", "Ada - 0", "Cleo - 0"])
      #expect(try await world.inbox("Cleo").first == "Tippers: the answer to “Who free?” is Yes.")
      // Dynamo and Borough both have 4 and 3 points: Borough 1:2, 1:0; Dynamo 0:0, 1:0; Bob Baker has scored twice.
      try await world.play(until: "2024-08-24T14:30:00Z")
      #expect(try await world.call(.get, path, as: "Ada")["items"]?[0]?["right"] == nil, "not while a match is on")
      try await world.play(until: SampleSeason.later)
      let over = try await world.call(.get, path, as: "Bob")["items"]?.array ?? []
      #expect(over.map { $0["right"] } == [["eng-dynamo"], ["Bob Baker"], ["Yes"]])
      #expect(over.map { $0["mine"] } == ["eng-dynamo", "Bob Baker", "Yes"])
      #expect(over.map { $0["answers"] } == [2, 2, 2])
      #expect(try await rows(world, path) == ["Bob 1 24.5", "Ada - 0", "Cleo - 0"])
      // A corrected result makes Albion the champion, of which those are told who have other points now.
      let season = SampleSeason.text().replacing("15:00 DYN CIT", with: "15:00 DYN CIT 1-0 (0-0)\n+ DYN 50 Dan Drew")
      try world.publish(season.replacing("12:30 BOR ALB 3-0 (1-0)", with: "12:30 BOR ALB 0-1 (0-1)"))
      try await world.play(until: "2024-08-24T20:06:00Z")
      #expect(try await world.call(.get, path, as: "Bob")["items"]?[0]?["right"] == ["eng-albion"])
      #expect(
        try await world.inbox("Bob").filter { $0.contains("corrected") } == [
          "The result of Borough – Albion was corrected, which changes your points in Tippers by -14.5."
        ])
      #expect(try await world.inbox("Cleo").filter { $0.contains("corrected") }.isEmpty)
      try world.publish(
        season.replacing("12:30 BOR ALB 3-0 (1-0)", with: "12:30 BOR ALB 1-0 (1-0)\n+ BOR 7 Bob Baker"))
      try await world.play(until: "2024-08-24T20:12:00Z")
      // What an admin says goes before the data.
      #expect(await answer(world, path, champion, "eng-borough", as: "Ada", "answer") == nil)
      #expect(try await rows(world, path) == ["Bob 1 14.5", "Ada 2 10", "Cleo - 0"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is asked by admins with what can be answered, and goes with the people`(engine: TestHost.Engine) async throws {
    try await run(on: engine) { world, path in
      func asked(_ body: JSON, as name: String = "Ada") async -> String? {
        await world.problem { try await world.call(.post, path, body, as: name) }
      }
      let free: JSON = ["kind": "free", "text": "Who?", "options": ["A", "B"], "points": 1]
      #expect(await asked(free, as: "Bob") == "403 forbidden")
      for body in [
        ["kind": "free", "text": "Who?", "points": 1],
        ["kind": "champion", "text": "Who?", "options": ["A", "B"], "points": 1],
        ["kind": "free", "text": "Who?", "options": ["A"], "points": 1],
        ["kind": "free", "text": "Who?", "options": ["A", "A"], "points": 1],
        ["kind": "free", "text": "", "options": ["A", "B"], "points": 1],
        ["kind": "free", "text": .string(String(repeating: "x", count: 201)), "options": ["A", "B"], "points": 1],
        ["kind": "free", "text": "Who?", "options": ["A", "B"], "points": 0],
        ["kind": "free", "text": "Who?", "options": ["A", "B\n"], "points": 1],
        ["kind": "odds", "text": "Who?", "options": ["A", "B"], "points": 1],
      ] as [JSON] {
        #expect(await asked(body) == "422 invalid-input", "\(body)")
      }
      let ids = try await (1...20).asyncMap { _ in try await ask(world, path, "free", ["A", "B"]) }
      #expect(await asked(free) == "409 too-many-questions")
      #expect(await world.problem { try await world.call(.delete, "\(path)/\(ids[1])", as: "Bob") } == "403 forbidden")
      try await world.call(.delete, "\(path)/\(ids[1])", as: "Ada")
      #expect(await answer(world, path, ids[1], "A", as: "Bob") == "404 question-unknown")
      #expect(await answer(world, path, ids[0], "A", as: "Bob") == nil)
      #expect(await answer(world, path, ids[2], "B", as: "Bob") == nil)
      #expect(await answer(world, path, ids[2], "A", as: "Cleo") == nil)
      let plugin = try world.plugin
      func export(_ name: String) async throws -> [JSON] {
        let id = try await world.person(name).id
        let all = try await world.storage.read { try await plugin.export(id, from: $0) }
        return all?["answers"]?.array?.compactMap { $0["answer"] } ?? []
      }
      #expect(try await export("Bob").sorted { $0.description < $1.description } == ["A", "B"])
      try await world.host.merge(try await world.person("Bob"), into: try await world.person("Cleo"))
      try await world.host.settled()
      #expect(try await export("Cleo").sorted { $0.description < $1.description } == ["A", "A"])
      #expect(try await export("Bob") == [])
      try await world.host.leave(try await world.person("Cleo"))
      try await world.host.settled()
      #expect(try await export("Cleo") == [])
      try await world.play(until: SampleSeason.later)
      #expect(await asked(free) == "409 no-round-left")
    }
  }

  private func question(_ kind: BonusQuestion.Kind, _ options: [String] = []) -> BonusQuestion {
    BonusQuestion(
      id: "q", kind: kind, text: "Who?", options: options, points: Worth(1), round: "Matchday 1",
      closesAt: Date(timeIntervalSince1970: 1_000_000))
  }

  @Test func `about the champion of a cup is answered by its final, and by its shoot-out`() {
    let semi = Match.sample("A", "B", score: Score(regularTime: ScoreLine(1, 0)), round: "Semi-finals")
    func right(_ score: Score) -> Set<String>? {
      let last = Match.sample("A", "C", score: score, round: "Finals, Final")
      return question(.champion).right([semi, last], isOver: true)
    }
    let teams = Match.sample("A", "C")
    #expect(right(Score(regularTime: ScoreLine(2, 1))) == [teams.home.id])
    #expect(right(Score(regularTime: ScoreLine(1, 1), afterExtraTime: ScoreLine(1, 2))) == [teams.away.id])
    let kicks = Score(regularTime: ScoreLine(1, 1), afterExtraTime: ScoreLine(1, 1), penalties: ScoreLine(3, 4))
    #expect(right(kicks) == [teams.away.id])
    #expect(question(.champion).right([semi], isOver: false) == nil)
  }

  @Test func `about the top scorer has several right answers of equal players, and none without every goal`() {
    let goals = [Goal(minute: 1, scorer: "Ann", side: .home), Goal(minute: 2, scorer: "Béa", side: .away)]
    let match = Match.sample(score: Score(regularTime: ScoreLine(1, 1)), goals: goals)
    let asked = question(.topScorer, ["ann", "Bea", "Cat"])
    #expect(asked.right([match], isOver: true) == ["ann", "Bea"])
    #expect(
      asked.right([match, Match.sample("X", "Y", score: Score(regularTime: ScoreLine(1, 0)))], isOver: true) == nil)
  }

  @Test func `closes earlier when its round does, and never later`() {
    let asked = question(.free)
    func closing(_ begins: Double) -> Date {
      var match = Match.sample()
      (match.round, match.kickOff) = ("Matchday 1", Date(timeIntervalSince1970: begins))
      return asked.closing(SeasonPeriod.rounds([match]))
    }
    #expect(closing(1_000_900) == Date(timeIntervalSince1970: 1_000_000))
    #expect(closing(900_900) == Date(timeIntervalSince1970: 900_000))
    #expect(closing(2_000_000) == Date(timeIntervalSince1970: 1_000_000))
    #expect(asked.closing([]) == Date(timeIntervalSince1970: 1_000_000))
  }

  /// It may begin at any time of the day: noon stands for that.
  @Test func `closes when the day begins of a first match of which nothing else is known`() {
    let noon = Date(timeIntervalSince1970: 993_600)
    let sample = Match.sample()
    func match(_ kickOff: Date, isConfirmed: Bool) -> Match {
      Match(
        id: "\(kickOff)", league: sample.league, round: sample.round, group: nil, home: sample.home, away: sample.away,
        kickOff: kickOff, kickOffConfirmed: isConfirmed, stadium: nil, status: .scheduled, score: Score(), goals: nil)
    }
    let (untimed, later) = (match(noon, isConfirmed: false), match(noon + 3_600, isConfirmed: true))
    #expect(question(.free).closing(SeasonPeriod.rounds([later, untimed])) == noon - 43_200)
    #expect(question(.free).closing(SeasonPeriod.rounds([later])) == noon + 3_600 - 900)
  }
}
