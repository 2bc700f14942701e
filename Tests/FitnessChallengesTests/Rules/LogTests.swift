import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FitnessChallenges

@Suite struct `A log` {
  private static let rules = ChallengeRules(
    exercises: [
      Exercise(id: "e1", name: "Run", measure: .distance, unit: "km", goal: "total >= 20", points: "daycap(10) * 2"),
      Exercise(
        id: "e2", name: "Yoga", measure: .yesNo, unit: "", goal: "streak >= 3 or days >= 6", points: "streak * 5"),
      Exercise(id: "e3", name: "Push-ups", measure: .whole, unit: "", goal: "best >= 30", points: "total / 10"),
    ], needed: 2)

  /// Random sayings of 25 entries: what they were at first, changes, and some that are taken back.
  private static func versions(_ numbers: inout SplitMix64) -> [EntryVersion] {
    (0..<60).map { _ in
      let entry = Int.random(in: 0..<25, using: &numbers)
      let said = Date(timeIntervalSince1970: Double(Int.random(in: 0..<40, using: &numbers)))
      let value = Int64.random(in: 0..<40, using: &numbers)
      return EntryVersion(
        exercise: "e\(entry % 3 + 1)", day: 20_000 + entry / 3, entry: "entry-\(entry)", saidAt: said,
        thousandths: value == 0 ? nil : entry % 3 == 1 ? 1_000 : value * 1_000,
        cameAt: said.addingTimeInterval(Double(Int.random(in: 0..<200_000, using: &numbers))))
    }
  }

  @Test(.tags(.fc11)) func `gives the same points in whatever order entries, changes and late ones come, 2,000 times`()
    throws
  {
    let plan = try Plan(Self.rules)
    var numbers = SplitMix64(state: 11)
    for _ in 0..<2_000 {
      let versions = Self.versions(&numbers)
      func standing(_ versions: [EntryVersion]) -> Standing {
        plan.standing(EntryVersion.values(EntryVersion.current(versions), from: 20_000), length: 14)
      }
      let expected = standing(versions)
      let shuffled = versions.shuffled(using: &numbers)
      #expect(standing(shuffled) == expected)
      #expect(standing(shuffled + versions.prefix(20)) == expected, "what comes twice counts once")
    }
  }

  @Test(.tags(.fc11)) func `comes to the same day by day, entry after entry, as all of it at once, 500 times`() throws {
    let plan = try Plan(Self.rules)
    var numbers = SplitMix64(state: 23)
    for _ in 0..<500 {
      var (versions, known): ([EntryVersion], Standing?) = ([], nil)
      for version in Self.versions(&numbers) {
        versions.append(version)
        let values = EntryVersion.values(EntryVersion.current(versions), from: 20_000)
        let place = try #require(Self.rules.exercises.firstIndex { $0.id == version.exercise })
        let own = values.filter { $0.exercise == version.exercise }
        let sums = DaySum.of(own, Self.rules.exercises[place].measure)
        known = plan.standing(known, at: place, Series(sums, length: 14))
        #expect(known == plan.standing(values, length: 14))
      }
      let text = try #require(known).text
      #expect(try Standing(text: text) == known)
      #expect(try JSON(parsing: Array(text.utf8)).object?.count == 4)
    }
    for text in ["", "[]", #"{"holds":1}"#, #"{"holds":true,"met":[true],"scores":[],"totals":[1]}"#] {
      #expect(throws: (any Error).self) { try Standing(text: text) }
    }
  }

  @Test func `is reckoned by the rules as they are kept, however many are remembered`() throws {
    func text(_ number: Int) throws -> String {
      let goal = "total >= \(number)"
      return try JSONText.encode(
        ChallengeRules(exercises: [
          Exercise(id: "e1", name: "Run", measure: .whole, unit: "", goal: goal, points: "total")
        ]))
    }
    for number in 1...PlanMemory.most + 20 {
      #expect(try PlanMemory.plan(text(number)).rules.exercises[0].goal == "total >= \(number)")
    }
    #expect(try PlanMemory.plan(text(3)).rules.exercises[0].goal == "total >= 3")
    #expect(throws: (any Error).self) { try PlanMemory.plan("[]") }
  }

  @Test func `counts of each entry what was said last`() {
    func version(_ second: Double, _ value: Int64?) -> EntryVersion {
      let said = Date(timeIntervalSince1970: second)
      return EntryVersion(exercise: "e1", day: 1, entry: "a", saidAt: said, thousandths: value, cameAt: said)
    }
    #expect(EntryVersion.current([version(2, 5), version(1, 9)]).map(\.thousandths) == [5])
    #expect(EntryVersion.current([version(2, 5), version(2, 6)]).map(\.thousandths) == [6])
    #expect(EntryVersion.current([version(1, 9), version(2, nil)]).isEmpty)
    #expect(EntryVersion.current([version(2, nil), version(3, 1)]).map(\.thousandths) == [1])
  }

  @Test(.tags(.fc28)) func `keeps to what an exercise counts`() {
    let cases: [(Measure, Double, Bool)] = [
      (.decimal, 0, true), (.decimal, 1.234, true), (.decimal, -0.001, false), (.decimal, 1_000_000, true),
      (.decimal, 1_000_001, false), (.whole, 3, true), (.whole, 3.5, false), (.yesNo, 0, true), (.yesNo, 1, true),
      (.yesNo, 0.5, false), (.yesNo, 2, false), (.duration, 1_440, true), (.duration, 1_440.5, false),
      (.duration, 0.5, true), (.distance, 42.195, true), (.decimal, .nan, false), (.decimal, .infinity, false),
    ]
    for (measure, value, isTaken) in cases {
      #expect((measure.objection(to: value) == nil) == isTaken, "\(measure) \(value)")
    }
    let done = Series([(0, 1_000), (0, 1_000), (2, 1_000)], length: 3, measure: .yesNo)
    #expect(done.days == [1_000, 0, 1_000], "done twice a day is done")
  }

  @Test func `is passed at once where what is met stays met, otherwise when nothing can be written down any more`() {
    let cases: [(Bool, Bool, Bool, Bool, Outcome)] = [
      (true, true, false, false, .passed), (true, false, false, false, .running), (true, false, true, false, .passed),
      (false, true, false, false, .running), (false, true, true, false, .failed), (true, true, true, true, .withdrawn),
    ]
    for (holds, isRising, isClosed, hasLeft, outcome) in cases {
      #expect(Outcome(holds: holds, isRising: isRising, isClosed: isClosed, hasLeft: hasLeft) == outcome)
    }
  }

  @Test func `lets see who is about to fail, and for whom it is too late`() throws {
    func outlook(_ goal: String, _ values: [(Int, Int64)], today: Int, open: Int) throws -> Outlook {
      let exercise = Exercise(id: "e1", name: "Run", measure: .whole, unit: "", goal: goal, points: "total")
      let plan = try Plan(ChallengeRules(exercises: [exercise], needed: nil))
      let log = values.map { LogValue(exercise: "e1", day: $0, thousandths: $1 * 1_000) }
      return Outlook(log, plan, length: 10, today: today, open: open)
    }
    let half: [(Int, Int64)] = [(0, 10), (1, 10), (2, 10), (3, 10), (4, 10)]
    #expect(try outlook("total >= 100", half, today: 5, open: 4) == .onTrack)
    #expect(try outlook("total >= 101", half, today: 5, open: 4) == .atRisk)
    #expect(try outlook("total >= 100", [], today: 0, open: 0) == .onTrack, "it has just begun")
    #expect(try outlook("total >= 100", [], today: 3, open: 2) == .atRisk)
    #expect(try outlook("days >= 8", [(0, 1)], today: 3, open: 3) == .atRisk)
    #expect(try outlook("days >= 9", [(0, 1)], today: 3, open: 3) == .lost)
    #expect(try outlook("streak >= 7", half, today: 7, open: 6) == .lost)
    #expect(try outlook("total <= 50", half, today: 5, open: 4) == .atRisk)
  }
}
