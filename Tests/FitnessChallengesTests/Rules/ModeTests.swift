import FieldhouseTestSupport
import Foundation
import Testing

@testable import FitnessChallenges

@Suite struct `What it takes to win` {
  private func plan(_ mode: Mode?, points: String = "total", goal: String = "total >= 20") throws -> Plan {
    var rules = ChallengeRules(exercises: [
      Exercise(id: "e1", name: "Run", measure: .distance, unit: "km", goal: goal, points: points)
    ])
    rules.mode = mode
    rules.milestones = [Milestone(name: "Half", thousandths: 5_000), Milestone(name: "Whole", thousandths: 10_000)]
    rules.groupGoal = mode == .groupGoal ? 30_000 : nil
    return try Plan(rules)
  }

  private func holds(_ plan: Plan, _ value: Int64) -> Bool {
    let values = value > 0 ? [LogValue(exercise: "e1", day: 0, thousandths: value)] : []
    return plan.standing(values, length: 3).holds
  }

  @Test func `is the goals, the last milestone, or points at all, exact on both sides`() throws {
    let cases: [(Mode?, Int64, Bool)] = [
      (nil, 19_999, false), (nil, 20_000, true), (.threshold, 19_999, false), (.threshold, 20_000, true),
      (.milestones, 5_000, false), (.milestones, 9_999, false), (.milestones, 10_000, true), (.leaderboard, 0, false),
      (.leaderboard, 1, true), (.groupGoal, 0, false), (.groupGoal, 1, true),
    ]
    for (mode, value, holds) in cases {
      #expect(self.holds(try plan(mode), value) == holds, "\(String(describing: mode)) \(value)")
    }
  }

  @Test func `is won at once where it cannot be lost again`() throws {
    #expect(try plan(nil).isRising && !plan(nil, goal: "total <= 20").isRising)
    for mode in [Mode.milestones, .groupGoal] {
      #expect(try plan(mode, goal: "total <= 20").isRising, "the goals of exercises do not count")
      #expect(try !plan(mode, points: "10 - total").isRising)
    }
    #expect(try !plan(.leaderboard).isRising, "another one may have more in the end")
  }

  @Test func `together is the goal of all, and of those alone who have added to it`() {
    var ending = Ending(mode: .groupGoal, isRising: true)
    #expect(!ending.holds(true, score: 1, isClosed: true))
    ending.isGroupMet = true
    #expect(ending.holds(true, score: 1, isClosed: false) && !ending.holds(false, score: 0, isClosed: true))
  }

  @Test func `in a leaderboard is a place in the end, which equal points share`() {
    var ending = Ending(mode: .leaderboard, isRising: false)
    #expect(!ending.holds(true, score: 9, isClosed: true), "nobody has points")
    ending.line = 7
    #expect(ending.holds(true, score: 7, isClosed: true) && !ending.holds(true, score: 6, isClosed: true))
    #expect(!ending.holds(true, score: 9, isClosed: false), "it goes on")
  }

  @Test func `is read of challenges that were made before there was a choice`() throws {
    let kept =
      #"{"exercises":[{"id":"e1","name":"Run","measure":"whole","unit":"","goal":"total >= 1","points":"total"}]}"#
    let rules: ChallengeRules = try JSONText.decode(kept)
    #expect(rules.mode == nil && rules.exercises[0].met == nil)
    #expect(try Plan(rules).mode == .threshold)
  }
}

@Suite struct `The table of METs` {
  @Test func `names edition and source, each activity once, with values that can be`() {
    #expect(MetTable.edition == "2011" && MetTable.source.contains("Compendium of Physical Activities"))
    #expect(Set(MetTable.entries.map(\.activity)).count == MetTable.entries.count)
    #expect(Set(MetTable.entries.map(\.code)).count == MetTable.entries.count)
    #expect(MetTable.entries.allSatisfy { (1...25).contains($0.value) })
    // By hand from the source, code by code.
    let source: [Int: Double] = [
      1_018: 3.5, 1_020: 6.8, 1_030: 8, 1_040: 10, 2_022: 3.8, 2_050: 6, 2_054: 3.5, 2_068: 12.3, 2_071: 4.8,
      2_073: 8.5, 2_101: 2.3, 2_105: 3, 2_120: 5.3, 2_150: 2.5, 3_031: 7.8, 12_020: 7, 12_030: 8.3, 12_050: 9.8,
      12_070: 11, 15_055: 6.5, 15_610: 7, 15_675: 7.3, 17_080: 6, 17_170: 3, 17_190: 3.5, 17_200: 4.3, 18_230: 9.8,
      18_240: 5.8,
    ]
    #expect(Dictionary(uniqueKeysWithValues: MetTable.entries.map { ($0.code, $0.value) }) == source)
    #expect(MetTable.entry("sleep") == nil)
  }

  @Test func `makes MET minutes, so that half an hour of running counts as much as two hours of easy yoga nearly`()
    throws
  {
    func points(_ activity: String, _ minutes: Int64) throws -> Double {
      let entry = try #require(MetTable.entry(activity))
      let series = Series([(0, minutes * 1_000)], length: 1, measure: .duration, met: entry.value)
      return try Formula("total * met", of: .number).number(for: series)
    }
    #expect(try points("run10", 30) == 294)
    #expect(try points("yoga", 120) == 300)
    #expect(try points("walk", 60) == 210)
    #expect(try Formula("total * met >= 9", of: .condition).trend == .rising)
    #expect(Formula.namesMet("total * met") && !Formula.namesMet("total * meter") && !Formula.namesMet("total"))
  }

  @Test func `stays in a challenge as it was`() throws {
    let met = ExerciseMet(try #require(MetTable.entry("swim")))
    #expect(met.edition == "2011" && met.value == 5.8)
    var old = met
    (old.edition, old.value) = ("2000", 6)
    let exercise = Exercise(
      id: "e1", name: "Swim", measure: .duration, unit: "", goal: "count >= 1", points: "total * met", met: old)
    let plan = try Plan(ChallengeRules(exercises: [exercise]))
    let value = LogValue(exercise: "e1", day: 0, thousandths: 10_000)
    #expect(plan.standing([value], length: 1).score == 60_000, "the edition of its time counts")
  }
}
