import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `How it will go on` {
  private static func plan(
    _ goals: [String], points: String = "total", measure: Measure = .whole, needed: Int? = nil
  ) throws -> Plan {
    try Plan(
      ChallengeRules(
        exercises: goals.enumerated().map { index, goal in
          Exercise(id: "e\(index + 1)", name: "Run", measure: measure, unit: "", goal: goal, points: points)
        }, needed: needed))
  }

  private static func log(_ values: [(day: Int, value: Int64)], exercise: String = "e1") -> [LogValue] {
    values.map { LogValue(exercise: exercise, day: $0.day, thousandths: $0.value * 1_000) }
  }

  private static func longest(_ counts: [Int]) -> Int {
    counts.split { $0 == 0 }.map(\.count).max() ?? 0
  }

  /// Goals of what is done or not, and when they are met by how often it was done on each day.
  private static let goals: [(text: String, isMet: @Sendable ([Int]) -> Bool)] = [
    ("days >= 3", { counts in counts.count { $0 > 0 } >= 3 }), ("streak >= 3", { longest($0) >= 3 }),
    ("total >= 4", { counts in counts.count { $0 > 0 } >= 4 }), ("count >= 6", { $0.reduce(0, +) >= 6 }),
    ("days >= 2 and streak >= 2", { longest($0) >= 2 }),
    ("streak >= 4 or count >= 5", { longest($0) >= 4 || $0.reduce(0, +) >= 5 }),
    ("days(1) >= 5", { counts in counts.count { $0 > 0 } >= 5 }),
  ]

  /// Whether a goal is met by something that can be added on the days that are open: nothing, once, or six times a day.
  private static func isReachable(_ counts: [Int], from open: Int, _ isMet: ([Int]) -> Bool) -> Bool {
    guard open < counts.count else { return isMet(counts) }
    return [0, 1, 6].contains { more in
      var next = counts
      next[open] += more
      return isReachable(next, from: open + 1, isMet)
    }
  }

  @Test func `is lost when nothing that can be written down leads to the goal, and only then`() throws {
    var numbers = SplitMix64(state: 19)
    var lost = 0
    for (text, isMet) in Self.goals {
      let plan = try Self.plan([text], measure: .yesNo)
      for _ in 0..<60 {
        let counts = (0..<5).map { _ in [0, 0, 1, 2].randomElement(using: &numbers) ?? 0 }
        let open = Int.random(in: 0...5, using: &numbers)
        let values = counts.enumerated().flatMap { day, count in Self.log(Array(repeating: (day, 1), count: count)) }
        let outlook = Outlook(values, plan, length: 5, today: min(open + 1, 5), open: open)
        let isReachable = Self.isReachable(counts, from: open, isMet)
        #expect((outlook == .lost) == !isReachable, "\(text) \(counts) from \(open)")
        lost += outlook == .lost ? 1 : 0
      }
    }
    #expect((50..<370).contains(lost), "both happen often: \(lost)")
  }

  @Test func `takes a day to have several entries: their number and their sum may still do`() throws {
    let often = try Self.plan(["count >= 200"])
    #expect(Outlook([], often, length: 3, today: 2, open: 2) == .atRisk)
    #expect(Outlook([], try Self.plan(["count >= 201"]), length: 3, today: 2, open: 2) == .lost, "a day has 200")
    let far = try Self.plan(["total >= 3000000"], measure: .distance)
    #expect(Outlook([], far, length: 1, today: 0, open: 0) == .onTrack)
    #expect(Outlook([], far, length: 2, today: 1, open: 1) == .atRisk)
    let best = try Self.plan(["best >= 1000001"])
    #expect(Outlook([], best, length: 3, today: 1, open: 1) == .lost, "one entry is never so large")
  }

  @Test func `goes on as the days before, for as many days as there are ahead`() throws {
    let past: [(day: Int, value: Int64)] = [(0, 4), (2, 5)]
    func outlook(_ goal: String, more: [(day: Int, value: Int64)] = []) throws -> Outlook {
      Outlook(Self.log(past + more), try Self.plan([goal]), length: 10, today: 3, open: 2)
    }
    // Three days of 4, 0, 5, twice more, and 4 on the last day.
    #expect(try outlook("total >= 31") == .onTrack)
    #expect(try outlook("total >= 32") == .atRisk)
    #expect(try outlook("count >= 7") == .onTrack)
    #expect(try outlook("count >= 8") == .atRisk)
    #expect(try outlook("streak >= 2") == .onTrack, "the 5 of one round and the 4 of the next")
    #expect(try outlook("streak >= 3") == .atRisk)
    // What is there of today takes the place of the 4 that is expected.
    #expect(try outlook("total >= 28", more: [(3, 1)]) == .onTrack)
    #expect(try outlook("total >= 29", more: [(3, 1)]) == .atRisk)
  }

  @Test func `is told from before the beginning until nothing can be written down any more`() throws {
    let plan = try Self.plan(["days >= 10"])
    let all = (0..<9).map { (day: $0, value: Int64(1)) }
    #expect(Outlook([], plan, length: 10, today: -3, open: 0) == .onTrack, "nobody is late before it begins")
    #expect(Outlook(Self.log(all), plan, length: 10, today: 10, open: 9) == .atRisk, "the last day is missing still")
    #expect(Outlook(Self.log(all + [(9, 1)]), plan, length: 10, today: 10, open: 9) == .onTrack)
    #expect(Outlook(Self.log(all), plan, length: 10, today: 12, open: 12) == .lost)
  }

  @Test func `is lost by as many exercises as have to be met, and by the last milestone`() throws {
    let two = ["days >= 3", "total >= 1"]
    #expect(Outlook([], try Self.plan(two), length: 3, today: 2, open: 1) == .lost)
    #expect(Outlook([], try Self.plan(two, needed: 1), length: 3, today: 2, open: 1) == .atRisk)
    var rules = try Self.plan(["total >= 1"], points: "daycap(10)").rules
    (rules.mode, rules.milestones) = (.milestones, [Milestone(name: "All", thousandths: 30_000)])
    let plan = try Plan(rules)
    #expect(Outlook(Self.log([(0, 10)]), plan, length: 3, today: 2, open: 1) == .atRisk)
    #expect(Outlook(Self.log([(0, 9)]), plan, length: 3, today: 2, open: 1) == .lost, "a day counts 10 at most")
  }

  @Test func `is never lost where a limit is not to be passed: what is too much may be taken back`() throws {
    let plan = try Self.plan(["total <= 10 and days >= 1"])
    #expect(Outlook(Self.log([(0, 11)]), plan, length: 5, today: 1, open: 0) == .atRisk)
    #expect(Outlook(Self.log([(0, 2)]), plan, length: 5, today: 1, open: 0) == .onTrack, "five days of 2")
    #expect(Outlook(Self.log([(0, 3)]), plan, length: 5, today: 1, open: 0) == .atRisk)
  }
}
