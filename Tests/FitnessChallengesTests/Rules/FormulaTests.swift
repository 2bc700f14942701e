import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `A formula` {
  @Test(
    .tags(.fc28),
    arguments: [
      ("", 1, "Here a number, a name or a bracket is missing."),
      ("total >=", 9, "Here a number, a name or a bracket is missing."),
      ("total >= 1 total", 12, "Here the formula should end."),
      ("(total >= 1", 12, "Here a closing bracket is missing."),
      ("total # 1", 7, "A formula has no '#'."), ("steps >= 1", 1, "Formulas know no 'steps'."),
      ("min(total) >= 1", 1, "'min' takes two numbers."), ("days(1, 2) >= 1", 1, "'days' takes one number."),
      ("total and days >= 1", 1, "Here a condition is needed."),
      ("total >= (days >= 1)", 10, "Here a number is needed."),
      ("(days >= 1) + 1 > 0", 1, "Here a number is needed."), ("not total", 5, "Here a condition is needed."),
      ("days(total >= 1) >= 1", 6, "Here a number is needed."),
      ("total", 1, "A goal is a condition such as total >= 100."),
      ("total >= 1.2345", 10, "A number has at most 12 digits before the point and 3 behind it."),
      ("total >= 1234567890123", 10, "A number has at most 12 digits before the point and 3 behind it."),
      ("while (total >= 1)", 1, "Formulas know no 'while'."), ("total >= 1; total", 11, "A formula has no ';'."),
      ("1 < 2 < 3", 7, "Here the formula should end."), ("-(days >= 1) < 0", 2, "Here a number is needed."),
    ])
  func `that is none is refused with its place and what to write`(text: String, position: Int, said: String) {
    #expect(throws: FormulaMistake(position: position, text: said)) { try Formula(text, of: .condition) }
  }

  @Test func `has limits of length, parts and depth, exact on both sides`() throws {
    let whole = "total >= 1" + String(repeating: " ", count: 190)
    #expect(throws: Never.self) { try Formula(whole, of: .condition) }
    #expect(throws: FormulaMistake(position: 201, text: "A formula has at most 200 characters.")) {
      try Formula(whole + " ", of: .condition)
    }
    let fifty = Array(repeating: "1", count: 50).joined(separator: "+")
    #expect(throws: Never.self) { try Formula(fifty, of: .number) }
    #expect(throws: Never.self) { try Formula("-" + fifty, of: .number) }
    #expect(throws: FormulaMistake.self) { try Formula("--" + fifty, of: .number) }
    func nested(_ count: Int) -> String {
      String(repeating: "(", count: count) + "1" + String(repeating: ")", count: count)
    }
    #expect(throws: Never.self) { try Formula(nested(19), of: .number) }
    #expect(throws: FormulaMistake.self) { try Formula(nested(20), of: .number) }
    #expect(throws: FormulaMistake.self) { try Formula(String(repeating: "-", count: 21) + "1", of: .number) }
    #expect(throws: FormulaMistake.self) {
      try Formula(String(repeating: "not ", count: 21) + "1 < 2", of: .condition)
    }
  }

  @Test func `gives no result beyond its limits, and 0 for a division by 0`() throws {
    let series = Series([(0, 5_000)], length: 1, measure: .decimal)
    let large = Array(repeating: "999999999999", count: 12).joined(separator: "*")
    #expect(try Formula(large, of: .number).number(for: series) == 1e15)
    #expect(try Formula("-" + large, of: .number).number(for: series) == -1e15)
    #expect(try Formula("total / 0", of: .number).number(for: series) == 0)
    #expect(try Formula("average", of: .number).number(for: Series([], length: 3, measure: .decimal)) == 0)
  }

  @Test(arguments: [
    ("total >= 100", FormulaTrend.rising), ("total <= 100", .falling), ("not total <= 100", .rising),
    ("total >= 1 and days <= 3", .open), ("total - best >= 1", .open), ("1 < 2", .constant),
    ("days(5) >= length / 2", .rising), ("days(total / 10) >= 1", .open), ("average >= 5", .open),
    ("-total < 0", .rising), ("total * best >= 9", .rising), ("total * -1 >= 9", .open), ("total = 9", .open),
    ("daycap(total) >= 9", .rising), ("total / 2 >= 9", .rising), ("2 / total >= 9", .open),
    ("min(total, 9) >= 9 or streak >= 3", .rising),
  ])
  func `tells whether a goal that is met stays met`(text: String, trend: FormulaTrend) throws {
    #expect(try Formula(text, of: .condition).trend == trend)
  }

  @Test func `that is said to rise never falls, in 4,000 random formulas over growing logs`() throws {
    var numbers = SplitMix64(state: 7)
    var rising = 0
    for _ in 0..<4_000 {
      let formula = try Formula(
        "\(Self.random(2, &numbers)) >= \(["2", "7", "length"].randomElement(using: &numbers) ?? "2")", of: .condition)
      guard formula.trend == .rising || formula.trend == .constant else { continue }
      rising += 1
      var values: [(day: Int, thousandths: Int64)] = []
      var wasMet = formula.holds(for: Series(values, length: 10, measure: .decimal))
      for _ in 0..<8 {
        values.append((Int.random(in: 0..<10, using: &numbers), Int64.random(in: 0...9_000, using: &numbers)))
        let isMet = formula.holds(for: Series(values, length: 10, measure: .decimal))
        #expect(!wasMet || isMet, "\(formula.node)")
        wasMet = isMet
      }
    }
    #expect(rising > 500, "so many of them rise")
  }

  /// A random number of the language.
  private static func random(_ depth: Int, _ numbers: inout SplitMix64) -> String {
    let names = ["total", "count", "best", "day", "week", "days", "streak", "average", "length", "2", "0.5", "7"]
    guard depth > 0 else { return names.randomElement(using: &numbers) ?? "1" }
    let (one, other) = (random(depth - 1, &numbers), random(depth - 1, &numbers))
    switch Int.random(in: 0..<9, using: &numbers) {
    case 0: return "(\(one) + \(other))"
    case 1: return "(\(one) - \(other))"
    case 2: return "(\(one) * \(other))"
    case 3: return "(\(one) / \(other))"
    case 4: return "min(\(one), \(other))"
    case 5: return "max(\(one), \(other))"
    case 6: return "-\(one)"
    default:
      return "\(["days", "weeks", "streak", "daycap", "weekcap"].randomElement(using: &numbers) ?? "days")(\(one))"
    }
  }
}
