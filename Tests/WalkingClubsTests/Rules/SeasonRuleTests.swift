import FieldhouseKit
import FieldhouseTestSupport
import Testing

@testable import WalkingClubs

@Suite struct `The rules of a season` {
  /// What may be said, as it is documented: name, least and most.
  private static let limits: [(String, Double, Double)] = [
    ("pointsPerThousandSteps", 0, 100), ("dailySteps", 1_000, 200_000), ("stepsPerPush", 0, 10),
    ("metresPerRolledStep", 0.1, 100), ("stepsPerHourOfRiding", 0, 20_000), ("stepsPerHourOfSwimming", 0, 20_000),
    ("stepsPerHourOfOther", 0, 20_000), ("socialPoints", 0, 100), ("matchDayPoints", 0, 100),
    ("invitationPoints", 0, 100), ("lateDays", 0, 30), ("minimumWalkers", 1, 100_000),
  ]

  @Test(arguments: limits) func `lie within their limits`(name: String, least: Double, most: Double) throws {
    let schema = try CompiledSchema(SeasonRules.schema)
    let isWhole = !["stepsPerPush", "metresPerRolledStep"].contains(name)
    func isTaken(_ value: Double) -> Bool {
      schema.validate([name: isWhole ? .integer(Int64(value)) : .number(value)]).isEmpty
    }
    let step = isWhole ? 1 : 0.01
    #expect(isTaken(least) && isTaken(most))
    #expect(!isTaken(least - step) && !isTaken(most + step))
    #expect(isWhole == !schema.validate([name: .number(least + 0.5)]).isEmpty)
  }

  @Test func `have names that are known`() throws {
    let schema = try CompiledSchema(SeasonRules.schema)
    #expect(!schema.validate(["dailyStep": 1_000]).isEmpty)
    #expect(!schema.validate(["countsManual": 1]).isEmpty && schema.validate(["countsManual": true]).isEmpty)
    #expect(schema.validate([:]).isEmpty)
    let usual = try JSON(parsing: try JSONText.encode(SeasonRules()))
    #expect(schema.validate(usual).isEmpty && usual.object?.keys.count == 15)
  }

  @Test func `give a day what adding up thousand by thousand gives, never more than its limit`() {
    var random = SeededRandom(seed: 73)
    for _ in 0..<400 {
      var rules = SeasonRules()
      (rules.pointsPerThousandSteps, rules.dailySteps) = (random.next(below: 101), 1_000 + random.next(below: 40_000))
      (rules.socialPoints, rules.matchDayPoints) = (random.next(below: 101), random.next(below: 101))
      rules.bonusSteps = random.next(below: 12_000)
      let counted = random.next(below: 60_000) - 1_000
      let (isTogether, isMatchDay) = (random.next(below: 2) == 0, random.next(below: 2) == 0)
      var (base, next) = (0, 1_000)
      while next <= counted, next <= rules.dailySteps {
        (base, next) = (base + rules.pointsPerThousandSteps, next + 1_000)
      }
      let walks = counted > 0 && counted >= rules.bonusSteps && rules.dailySteps >= rules.bonusSteps
      let points = DayPoints(counted: counted, isTogether: isTogether, isMatchDay: isMatchDay, rules)
      #expect(points.base == base)
      #expect(points.social == (walks && isTogether ? rules.socialPoints : 0))
      #expect(points.match == (walks && isMatchDay ? rules.matchDayPoints : 0))
      #expect(points.total == points.base + points.social + points.match)
      #expect(points.cut == max(counted - rules.dailySteps, 0))
    }
  }

  @Test func `turn hours and ways into whole steps, downwards`() {
    var rules = SeasonRules()
    (rules.stepsPerPush, rules.metresPerRolledStep, rules.stepsPerHourOfOther) = (0.9, 0.8, 1_000)
    func steps(_ kind: Activity.Kind, seconds: Int = 1_800, pushes: Int = 0, metres: Double = 0) -> Int {
      StepEquivalent.steps(
        of: .walk {
          ($0.kind, $0.seconds, $0.steps) = (kind, seconds, 700)
          ($0.pushes, $0.metres) = (pushes, metres)
        }, rules)
    }
    #expect(steps(.walk) == 700 && steps(.run) == 700)
    #expect(steps(.wheelchair, pushes: 11, metres: 500) == 9, "9.9 for the pushes, whatever the way was")
    #expect(steps(.wheelchair, metres: 500.5) == 625)
    #expect(steps(.ride, seconds: 3_599) == 9_997 && steps(.ride, seconds: 1) == 2)
    #expect(steps(.swim, seconds: 3_601) == 7_001 && steps(.other, seconds: 5_400) == 1_500)
    rules.stepsPerPush = 0
    #expect(steps(.wheelchair, pushes: 11, metres: 500) == 0)
  }
}

@Suite struct `Days in a row` {
  @Test func `are what looking back and ahead day by day finds`() {
    var random = SeededRandom(seed: 74)
    for _ in 0..<300 {
      let walked = Set((0..<12).filter { _ in random.next(below: 3) > 0 })
      let day = random.next(below: 12)
      var length = 0
      while walked.contains(day - length) { length += 1 }
      var ahead = 0
      while length > 0, walked.contains(day + ahead + 1) { ahead += 1 }
      #expect(BadgeRule.streak(walked.sorted(by: >), around: day) == length + ahead)
    }
  }

  @Test func `and what a season brings need more than the day, and nothing else does`() {
    for metric in BadgeRule.Metric.allCases {
      #expect(BadgeRule(metric: metric, span: .season, amount: 1).needsSeason)
      #expect(BadgeRule(metric: metric, span: .day, amount: 1).needsSeason == (metric == .streak))
    }
  }
}
