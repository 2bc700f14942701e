import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `What is known of a match` {
  /// A match of which everything is known, with one fact changed.
  private func match(
    id: String = "m", round: String? = "Final", group: String? = "Group A", home: String = "Albion",
    away: String = "Borough", second: Double = 0, isTimed: Bool = true, stadium: String? = "Arena",
    score: Score = Score(
      halfTime: .goalless, regularTime: ScoreLine(1, 1), afterExtraTime: ScoreLine(2, 1), penalties: ScoreLine(4, 3)),
    goals: [Goal]? = [Goal(minute: 9, scorer: "Ann", side: .home)]
  ) -> Match {
    Match(
      id: id, league: SeasonKey(league: "en.1", season: "2024-25"), round: round, group: group,
      home: Team(name: home, country: "ENG"), away: Team(name: away, country: "ENG"),
      kickOff: Date(timeIntervalSince1970: 1_723_894_200 + second), kickOffConfirmed: isTimed, stadium: stadium,
      status: .scheduled, score: score, goals: goals)
  }

  private func score(_ change: (inout Score) -> Void) -> Score {
    var score = match().score
    change(&score)
    return score
  }

  private func passed(_ assist: String?) -> [Goal] {
    var goal = Goal(minute: 9, scorer: "Ann", side: .home)
    goal.assist = assist
    return [goal]
  }

  @Test func `has another version with each fact that is another one, and the same with the same facts`() {
    let versions = [
      match(), match(id: "n"), match(round: "Semi-final"), match(group: nil), match(home: "Albion FC"),
      match(away: "Borough FC"), match(second: 60), match(isTimed: false), match(stadium: nil),
      match(score: score { $0.halfTime = nil }), match(score: score { $0.afterExtraTime = ScoreLine(1, 2) }),
      match(score: score { $0.penalties = ScoreLine(3, 4) }), match(score: score { $0.penalties = nil }),
      match(goals: nil), match(goals: []), match(goals: [Goal(minute: 10, scorer: "Ann", side: .home)]),
      match(goals: [Goal(minute: 9, stoppage: 1, scorer: "Ann", side: .home)]),
      match(goals: [Goal(minute: 9, scorer: "Abe", side: .home)]),
      match(goals: [Goal(minute: 9, scorer: "Ann", side: .home, kind: .penalty)]),
      match(goals: [Goal(minute: 9, scorer: "Ann", side: .home, kind: .ownGoal)]), match(goals: passed("Abe")),
    ].map(\.version)
    #expect(Set(versions).count == versions.count)
    #expect(versions.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{16}/) != nil })
    var shut = match(goals: passed(nil))
    (shut.isShut, shut.isDoubtful, shut.disclosure) = (true, true, .atOnce)
    #expect(shut.version == versions[0], "what is done about a match is no fact of it")
  }

  @Test(
    arguments: [
      ("Matchday 7", 7), ("7. Round", 7), ("Finals, Round of 16", 16), ("Group 2, Matchday 13", 13), ("Final", nil),
      (nil, nil), ("99999999999999999999", nil),
    ] as [(String?, Int?)])
  func `has the last number in the label of its round`(round: String?, number: Int?) {
    #expect(match(round: round).roundNumber == number)
  }

  @Test func `has goals that count where they make the score after 90 minutes and the last one`() {
    func isReliable(_ minutes: [Int], _ ninety: ScoreLine?, _ last: ScoreLine? = nil, half: ScoreLine? = nil) -> Bool {
      let goals = minutes.map { Goal(minute: $0, scorer: "Ann", side: .home) }
      let score = Score(halfTime: half, regularTime: ninety, afterExtraTime: last)
      return match(score: score, goals: goals).reliableGoals == goals
    }
    #expect(isReliable([10, 80], ScoreLine(2, 0)) && !isReliable([10], ScoreLine(2, 0)))
    #expect(!isReliable([10, 80], ScoreLine(1, 1)) && !isReliable([10], nil))
    #expect(isReliable([10, 91], ScoreLine(1, 0), ScoreLine(2, 0)))
    #expect(!isReliable([10, 90], ScoreLine(1, 0), ScoreLine(2, 0)), "the second one came within the 90 minutes")
    #expect(!isReliable([10, 91], ScoreLine(1, 0), ScoreLine(3, 0)))
    #expect(isReliable([10, 80], ScoreLine(2, 0), half: ScoreLine(2, 0)), "half-time alone costs nobody the goals")
    #expect(match(score: Score(regularTime: .goalless), goals: nil).reliableGoals == [], "there were none")
    #expect(match(score: Score(regularTime: ScoreLine(1, 0)), goals: nil).reliableGoals == nil)
  }

  @Test(
    arguments: [
      ("eng-albion:", nil), (":ann", nil), ("eng-albion", nil), ("a:b:c", nil), ("", nil), (":", nil),
      ("eng-albion:ann-archer", "ann-archer"),
    ] as [(String, String?)])
  func `calls its players by team and name, with one colon between`(text: String, player: String?) {
    #expect(PlayerID(text)?.slug == player)
    #expect(PlayerID(text)?.text == (player == nil ? nil : text))
  }

  @Test(arguments: [(121, 0, "120+1"), (135, 0, "120+15"), (120, 4, "120+4"), (90, 0, "90"), (45, 12, "45+12")])
  func `has goals of which none is later than the 120th minute`(minute: Int, stoppage: Int, text: String) {
    #expect(Goal(minute: minute, stoppage: stoppage, scorer: "Ann", side: .home).minuteText == text)
  }

  @Test func `compares names as people type them, in any script`() {
    for (name, folded) in [
      ("São Paulo", "sao paulo"), ("ESPAÑA", "espana"), ("Łódź", "lodz"), ("Straße", "strasse"),
      ("İstanbul", "istanbul"),
      ("Ḥamrūn", "hamrun"), ("الأَهْلي", "الاهلي"), ("Ἄρης", "αρης"), ("東京", "東京"), ("", ""),
    ] {
      #expect(Slug.fold(name) == folded, "\(name)")
    }
    let slugs = ["Ἄρης", "الأهلي", "東京", "京東", "!!!", "???"].map(Slug.make)
    #expect(Set(slugs).count == slugs.count && slugs.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{16}/) != nil })
  }
}
