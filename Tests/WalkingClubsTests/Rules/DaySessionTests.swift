import FieldhouseTestSupport
import Foundation
import Testing

@testable import WalkingClubs

@Suite struct `A day's session` {
  @Test func `adds up what was done, and says of each activity what it counts as`() {
    var second = Activity.walk("b", start: 1_000_010_000_000)
    (second.steps, second.metres, second.hasRoute) = (1_200, 0, false)
    let day = DaySession([second, .walk()], .sample())
    #expect(day.lines.map(\.activity.id) == ["a", "b"], "by the time at which they began")
    #expect(day.steps == 4_200 && day.counted == 4_200 && day.metres == 2_250 && day.seconds == 3_600)
    #expect(day.hasRoute && day.lines.allSatisfy { $0.cut == nil })
    #expect(DaySession([second], .sample()).metres == nil, "where nothing has measured the way, only steps are known")
  }

  @Test func `counts nothing that nobody does, nor what its owner suspects`() {
    let cases: [(Cut, (inout Activity) -> Void)] = [
      (.impossible, { $0.end = $0.start }), (.impossible, { $0.seconds = 1_802 }), (.impossible, { $0.metres = .nan }),
      (.impossible, { $0.steps = -1 }), (.clockAhead, { $0.received = $0.end - 120_001 }),
      (.speed, { $0.metres = 7_561 }), (.cadence, { $0.steps = 7_201 }), (.suspect, { $0.suspect = ["jump"] }),
    ]
    for (cut, change) in cases {
      let day = DaySession([.walk(change)], .sample())
      #expect(day.lines.map(\.cut) == [cut] && day.counted == 0 && day.steps == 0, "\(cut)")
    }
    let limits: [(inout Activity) -> Void] = [
      { $0.seconds = 1_801 }, { $0.received = $0.end - 120_000 }, { $0.metres = 7_560 }, { $0.steps = 7_200 },
    ]
    for change in limits { #expect(DaySession([.walk(change)], .sample()).lines[0].cut == nil) }
  }

  @Test func `leaves out what came too late, was before joining, or only was said, and shows it all the same`() {
    let start: Int64 = 1_000_000_000_000
    let end = start + 3_600_000
    let week: Int64 = 7 * 86_400_000
    func cut(_ terms: DaySession.Terms, _ change: (inout Activity) -> Void = { _ in }) -> Cut? {
      let day = DaySession([.walk(change)], terms)
      #expect(day.steps == 3_000)
      #expect(day.counted == (day.lines[0].cut == nil ? 3_000 : 0))
      return day.lines[0].cut
    }
    #expect(cut(.sample(end: end)) { $0.received = end + week } == nil)
    #expect(cut(.sample(end: end)) { $0.received = end + week + 1 } == .late)
    #expect(cut(.sample(joinedAt: start)) == nil)
    #expect(cut(.sample(joinedAt: start + 1)) == .early)
    #expect(cut(.sample(joinedAt: nil)) == .early)
    var manual = SeasonRules()
    manual.countsManual = true
    #expect(cut(.sample()) { ($0.source, $0.evidence) = (.manual, .said) } == .said)
    #expect(cut(.sample()) { ($0.source, $0.evidence) = (.manual, .photo) } == .said)
    #expect(cut(.sample()) { ($0.source, $0.evidence) = (.manual, .confirmed) } == nil)
    #expect(cut(.sample(manual)) { ($0.source, $0.evidence) = (.manual, .said) } == nil)
  }

  @Test func `has units of its own for wheels and water`() {
    var rules = SeasonRules()
    rules.stepsPerPush = 1.5
    func counted(_ kind: Activity.Kind, pushes: Int = 0, metres: Double = 0) -> Int {
      DaySession(
        [.walk { ($0.kind, $0.steps, $0.pushes, $0.metres) = (kind, 0, pushes, metres) }], .sample(rules)
      ).counted
    }
    #expect(counted(.wheelchair, pushes: 1_000, metres: 1_500) == 1_500)
    #expect(counted(.wheelchair, metres: 1_500) == 2_000)
    #expect(counted(.ride, metres: 9_000) == 5_000)
    #expect(counted(.swim, metres: 1_000) == 3_500)
    #expect(counted(.other) == 0)
  }

  @Test func `follows from the set of its activities alone, in whatever order and however often they come`() {
    var random = SeededRandom(seed: 17)
    for round in 0..<300 {
      let start: Int64 = 1_000_000_000_000
      let activities = (0..<Int.random(in: 1...12, using: &random)).map { index in
        Activity.walk("\(index)", start: start + Int64.random(in: 0..<80_000_000, using: &random)) { one in
          one.kind = Activity.Kind.allCases.randomElement(using: &random) ?? .walk
          one.source = Activity.Source.allCases.randomElement(using: &random) ?? .gps
          one.steps = Int.random(in: 0...9_000, using: &random)
          one.metres = Double(Int.random(in: 0...9_000, using: &random))
          one.received = one.end + Int64.random(in: -300_000...900_000_000, using: &random)
          if Bool.random(using: &random) { one.suspect = ["speed"] }
        }
      }
      let terms = DaySession.Terms.sample(joinedAt: start + 1_000_000, end: start + 86_400_000)
      let once = DaySession(activities, terms)
      var again = activities + activities.shuffled(using: &random).prefix(5)
      again.shuffle(using: &random)
      #expect(DaySession(again, terms) == once, "round \(round)")
      #expect(once.counted == once.lines.reduce(0) { $0 + $1.counted })
    }
  }
}

@Suite struct `Points of a day` {
  @Test func `come for full thousands of steps up to the day's limit, and more with others and on match days`() {
    var rules = SeasonRules()
    (rules.pointsPerThousandSteps, rules.dailySteps) = (2, 20_000)
    (rules.socialPoints, rules.matchDayPoints, rules.bonusSteps) = (3, 5, 2_000)
    func points(_ counted: Int, _ isTogether: Bool = false, _ isMatchDay: Bool = false) -> [Int] {
      let points = DayPoints(counted: counted, isTogether: isTogether, isMatchDay: isMatchDay, rules)
      return [points.base, points.social, points.match, points.total, points.cut]
    }
    #expect(points(999) == [0, 0, 0, 0, 0] && points(1_000) == [2, 0, 0, 2, 0])
    #expect(points(19_999) == [38, 0, 0, 38, 0] && points(20_000) == [40, 0, 0, 40, 0])
    #expect(points(26_500) == [40, 0, 0, 40, 6_500], "what is above the limit counts nothing")
    #expect(points(1_999, true, true) == [2, 0, 0, 2, 0], "a bonus is for who walks")
    #expect(points(2_000, true) == [4, 3, 0, 7, 0] && points(2_000, false, true) == [4, 0, 5, 9, 0])
    #expect(points(2_000, true, true) == [4, 3, 5, 12, 0])
    rules.bonusSteps = 0
    #expect(DayPoints(counted: 0, isTogether: true, isMatchDay: true, rules).total == 0)
  }

  @Test func `have rules that are data: what is left out is as usual`() throws {
    let rules: SeasonRules = try JSONText.decode(#"{"dailySteps": 12000, "countsManual": true}"#)
    var expected = SeasonRules()
    (expected.dailySteps, expected.countsManual) = (12_000, true)
    #expect(rules == expected)
    #expect(try JSONText.decode(JSONText.encode(expected)) == expected)
    #expect(SeasonRules().invitationPoints == 2 && SeasonRules().lateDays == 7)
  }
}
