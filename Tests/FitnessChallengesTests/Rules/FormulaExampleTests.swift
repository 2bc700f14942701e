import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

/// A fortnight in which was logged: 10, 0, 5, 5, 20, 0, 1 and 0, 0, 30, 30, 30, 0, 2. The values were reckoned by another program.
@Suite struct `Formulas by example` {
  static let values: [Int64] = [10, 0, 5, 5, 20, 0, 1, 0, 0, 30, 30, 30, 0, 2]

  private let series = Series(
    values.enumerated().filter { $1 > 0 }.map { ($0, $1 * 1_000) }, length: 14, measure: .decimal)

  private static let numbers: [(String, Double)] = [
    ("total", 133), ("count", 9), ("best", 30), ("day", 30), ("week", 92), ("days", 9), ("streak", 3),
    ("average", 14.777777777777779), ("length", 14), ("7", 7), ("0.5", 0.5), ("2.125", 2.125),
    ("total + 1", 134), ("total - 33", 100), ("total * 2", 266), ("total / 2", 66.5), ("-total", -133),
    ("--3", 3), ("- 3 + 5", 2), ("2 + 3 * 4", 14), ("(2 + 3) * 4", 20), ("2 * 3 + 4", 10), ("10 - 4 - 3", 3),
    ("24 / 4 / 2", 3), ("24 / (4 / 2)", 12), ("days(5)", 7), ("days(30)", 3), ("days(0)", 14), ("days(31)", 0),
    ("days(0.5)", 9), ("days(-1)", 14), ("streak(5)", 3), ("streak(30)", 3), ("streak(20)", 3),
    ("streak(1)", 3), ("streak(0)", 14), ("weeks(41)", 2), ("weeks(42)", 1), ("weeks(92)", 1),
    ("weeks(93)", 0), ("weeks(0)", 2), ("daycap(10)", 63), ("daycap(0)", 0), ("daycap(100)", 133),
    ("daycap(-5)", 0), ("daycap(7.5)", 50.5), ("weekcap(50)", 91), ("weekcap(41)", 82), ("weekcap(1000)", 133),
    ("min(total, 100)", 100), ("max(total, 200)", 200), ("min(3, 2)", 2), ("max(3, 2)", 3),
    ("min(max(total, 50), 120)", 120), ("days(total / length)", 5), ("days(average)", 4), ("days(best)", 3),
    ("streak(min(5, 10))", 3), ("total * 0.25", 33.25), ("days * 10 + streak * 5", 105),
    ("total + best + day + week", 285), ("days(5) * days(30)", 21), ("length - days", 5),
    ("100 * days / length", 64.28571428571429), ("daycap(20) / 2 - 1", 50.5), ("max(0, total - 100)", 33),
    ("max(0, 100 - total)", 0), ("min(days(10), 3) * 25", 75), ("best * count", 270), ("week - day", 62),
    ("weeks(40) * 1000", 2000), ("total/count", 14.777777777777779), ("1.5*2", 3), ("  total   +   2  ", 135),
    ("((total))", 133), ("(days)+(streak)", 12),
  ]

  private static let conditions: [(String, Bool)] = [
    ("total >= 133", true), ("total > 133", false), ("total <= 133", true), ("total < 133", false),
    ("total = 133", true), ("total <> 133", false), ("total >= 134", false), ("1 < 2", true), ("2 < 1", false),
    ("days >= 10", false), ("streak >= 3", true), ("streak > 3", false), ("best >= 30", true),
    ("average > 13", true), ("average > 14", true), ("days(30) = 3", true), ("weeks(41) = 2", true),
    ("weeks(42) = 2", false), ("total >= 100 and days >= 10", false), ("total >= 100 and days >= 11", false),
    ("total >= 200 or days >= 10", false), ("total >= 200 or days >= 11", false), ("not total >= 200", true),
    ("not (total >= 100 or days >= 100)", false), ("not (total >= 200 or days >= 100)", true),
    ("not not days >= 10", false), ("total >= 200 or total >= 100 and days >= 11", false),
    ("(total >= 200 or total >= 100) and days >= 10", false), ("days(5) >= 0.5 * length", true),
    ("days >= length", false), ("days + 4 >= length", false), ("daycap(10) >= 50", true),
    ("daycap(10) >= 64", false), ("min(total, 100) = 100", true), ("total - 33 = 100", true),
    ("streak(30) >= 3 and best <> 31", true), ("length = 14", true), ("total / 0 = 0", true),
    ("week >= 92 and week <= 92", true), ("(days >= 3)", true), ("-total < 0", true),
  ]

  @Test func `points are the numbers that they should be`() throws {
    for (text, value) in Self.numbers {
      let found = try Formula(text, of: .number).number(for: series)
      #expect(abs(found - value) < 1e-9, "\(text)")
    }
  }

  @Test func `goals are met where they should be`() throws {
    for (text, isMet) in Self.conditions {
      #expect(try Formula(text, of: .condition).holds(for: series) == isMet, "\(text)")
    }
  }

  @Test func `there are more than a hundred`() {
    #expect(Self.numbers.count + Self.conditions.count >= 100)
    #expect(Set(Self.numbers.map(\.0) + Self.conditions.map(\.0)).count == Self.numbers.count + Self.conditions.count)
  }
}
