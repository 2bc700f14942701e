import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `A match as it is stored` {
  private let key = SeasonKey(league: "en.1", season: "2024-25")

  private func line(_ random: inout SeededRandom) -> ScoreLine? {
    random.next(below: 2) == 0 ? nil : ScoreLine(random.next(below: 100), random.next(below: 100))
  }

  private func text(_ random: inout SeededRandom) -> String? { random.next(below: 3) == 0 ? nil : random.text() }

  private func goal(_ random: inout SeededRandom) -> Goal {
    var goal = Goal(
      minute: 1 + random.next(below: 130), stoppage: random.next(below: 9), scorer: random.text(),
      side: random.next(below: 2) == 0 ? .home : .away, kind: [.play, .penalty, .ownGoal][random.next(below: 3)])
    if random.next(below: 2) == 0 { goal.player = PlayerID(slug: "ann", team: "eng-a") }
    goal.assist = text(&random)
    return goal
  }

  private func progress(_ random: inout SeededRandom) -> MatchProgress? {
    switch random.next(below: 3) {
    case 0: return nil
    case 1: return .over
    default:
      let phases = MatchPhase.allCases
      return .running(
        LiveReport(
          phase: random.next(below: 2) == 0 ? nil : phases[random.next(below: phases.count)],
          minute: random.next(below: 2) == 0 ? nil : 1 + random.next(below: 120), stoppage: random.next(below: 9),
          score: line(&random), isSuspended: random.next(below: 2) == 0))
    }
  }

  private func match(_ random: inout SeededRandom) -> Match {
    let statuses = ReportedStatus.allCases
    var match = Match(
      id: "m", league: key, round: text(&random), group: text(&random), home: Team(id: "eng-a", name: random.text()),
      away: Team(id: "eng-b", name: random.text()),
      kickOff: Date(timeIntervalSince1970: Double(random.next(below: 4_000_000_000) - 1_000_000_000)),
      kickOffConfirmed: random.next(below: 2) == 0, stadium: text(&random),
      status: statuses[random.next(below: statuses.count)],
      score: Score(
        halfTime: line(&random), regularTime: line(&random), afterExtraTime: line(&random), penalties: line(&random)),
      goals: random.next(below: 3) == 0 ? nil : (0..<random.next(below: 4)).map { _ in goal(&random) })
    match.progress = progress(&random)
    return match
  }

  @Test func `is read again as it was, whatever the feed has said of it`() {
    var random = SeededRandom(seed: 99)
    for _ in 0..<200 {
      let match = match(&random)
      let again = Match(id: match.id, season: key, storedFacts: match.storedFacts)
      #expect(again == match)
      #expect(again?.version == match.version, "receipts name the same data after a restart")
    }
  }

  @Test(arguments: [
    "", "null", "[]", "{}", "{\"home\":[\"a\",\"A\"],\"away\":[\"b\",\"B\"],\"at\":1}",
    "{\"home\":[\"a\"],\"away\":[\"b\",\"B\"],\"at\":1,\"status\":\"scheduled\"}",
    "{\"home\":[\"a\",\"A\"],\"away\":[\"b\",\"B\"],\"at\":\"noon\",\"status\":\"scheduled\"}",
    "{\"home\":[\"a\",\"A\"],\"away\":[\"b\",\"B\"],\"at\":1,\"status\":\"dreamt\"}",
  ])
  func `is none where its teams, time or status cannot be read`(text: String) {
    #expect(Match(id: "m", season: key, storedFacts: text) == nil)
  }

  @Test func `loses no more than what cannot be read of it`() throws {
    let text = """
      {"home":["a","A"],"away":["b","B"],"at":1,"status":"scheduled","half":[1],"full":[2,1],"progress":["firstHalf",3],
      "goals":[[10,0,"Ann","home","play",null],["?"],[20,0,"Bea","away","somersault",null]],"later":"added"}
      """
    let match = try Match(id: "m", season: key, storedFacts: text).unwrapped
    #expect(match.score == Score(regularTime: ScoreLine(2, 1)) && match.progress == nil && !match.kickOffConfirmed)
    #expect(match.goals?.map(\.scorer) == ["Ann"])
  }

  @Test func `changes its version with each fact, and with nothing else`() {
    let plain = Match.sample(
      score: Score(halfTime: ScoreLine(1, 0), regularTime: ScoreLine(1, 0)),
      goals: [Goal(minute: 3, scorer: "Ann", side: .home)])
    let changes: [(inout Match) -> Void] = [
      { $0.round = "Matchday 2" }, { $0.home = Team(id: $0.home.id, name: "Home") }, { $0.kickOff += 1 },
      { $0.status = .awarded },
      { $0.score.halfTime = ScoreLine(0, 0) }, { $0.score.regularTime = ScoreLine(1, 1) },
      { $0.score.penalties = ScoreLine(1, 0) },
      { $0.score.afterExtraTime = ScoreLine(1, 0) }, { $0.goals = nil }, { $0.goals = [] }, { $0.progress = .over },
      { $0.goals = [Goal(minute: 4, scorer: "Ann", side: .home)] },
      { $0.goals = [Goal(minute: 3, scorer: "Bea", side: .home)] },
      { $0.goals = [Goal(minute: 3, scorer: "Ann", side: .home, kind: .penalty)] },
    ]
    let versions = changes.map { change in
      var match = plain
      change(&match)
      return match.version
    }
    #expect(Set(versions + [plain.version]).count == changes.count + 1)
    var shown = plain
    (shown.isShut, shown.isDoubtful, shown.disclosure) = (true, true, .atOnce)
    #expect(shown.version == plain.version, "what this host makes of it is no fact")
  }

  @Test func `names its season, whose league may have any name`() throws {
    for key in [key, SeasonKey(league: "a_b", season: "2014"), SeasonKey(league: "", season: "")] {
      #expect(SeasonKey(key.description) == key)
    }
    #expect(SeasonKey("en.1") == nil)
    for country in [nil, Country(code: "ENG", isoCode: "GB-ENG", name: "England \"&\" more")] {
      let league = League(key: key, name: "الدوري", continent: "Europe", country: country)
      #expect(League(key: key, storedFacts: league.storedFacts) == league)
    }
    #expect(League(key: key, storedFacts: "{\"name\":\"A\"}") == nil)
  }
}
