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
    ("count + days", 18), ("streak + length", 17), ("best - 5", 25), ("day + 0.001", 30.001), ("week * 0.5", 46),
    ("days * days", 81), ("streak / 2", 1.5), ("average * 2", 29.555555555555557), ("average - average", 0),
    ("length / 7", 2), ("0", 0), ("999999999999", 999999999999), ("0.001", 0.001), ("total * 0", 0),
    ("total - total", 0), ("0 / 0", 0), ("total / 0", 0), ("total / 0.5", 266), ("-best", -30), ("-(total - 33)", -100),
    ("-(-5)", 5), ("- total + 200", 67), ("1 - 2 - 3", -4), ("1 - (2 - 3)", 2), ("12 / 4 * 3", 9), ("12 / (4 * 3)", 1),
    ("2 * 3 + 4 * 5", 26), ("2 + 3 * 4 - 5", 9), ("days(1)", 9), ("days(2)", 8), ("days(10)", 5), ("days(20)", 4),
    ("days(1.001)", 8), ("days(30.001)", 0), ("days(29.999)", 3), ("days(total)", 0), ("days(-total)", 14),
    ("days(length)", 4), ("days(days)", 5), ("streak(2)", 3), ("streak(5.001)", 3), ("streak(10)", 3),
    ("streak(31)", 0), ("streak(-1)", 14), ("streak(average)", 3), ("weeks(1)", 2), ("weeks(40)", 2),
    ("weeks(92.001)", 0), ("weeks(total)", 0), ("weeks(week)", 1), ("daycap(1)", 9), ("daycap(2)", 17),
    ("daycap(5)", 38), ("daycap(20)", 103), ("daycap(29.5)", 131.5), ("daycap(0.5)", 4.5), ("daycap(best)", 133),
    ("daycap(average)", 82.11111111111111), ("daycap(-0.001)", 0), ("weekcap(0)", 0), ("weekcap(1)", 2),
    ("weekcap(60)", 101), ("weekcap(91.5)", 132.5), ("weekcap(-3)", 0), ("weekcap(week)", 133), ("min(1, 1)", 1),
    ("max(-1, -2)", -1), ("min(-1, -2)", -2), ("max(days, streak)", 9), ("min(days(5), days(10))", 5),
    ("max(min(1, 2), min(3, 4))", 3), ("min(daycap(10), 60) + max(0, total - 100) / 2", 76.5),
    ("daycap(10) * 2 + days(30) * 5", 141), ("streak(min(days, 5)) * 10", 30), ("(total - daycap(20)) / 3", 10),
    ("100 * min(1, total / 150)", 88.66666666666667), ("days(5) / length * 100", 50), ("max(0, days - 7) * 50", 100),
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
    ("total > 132", true), ("total < 134", true), ("count = 9", true), ("count <> 10", true), ("best = day", true),
    ("week > total / 2", true), ("streak = 3 and days = 9", true), ("streak = 4 or days = 9", true),
    ("not streak = 4", true), ("not (streak = 3)", false), ("length >= 14 and length <= 14", true),
    ("average * days = total", true), ("days(10) >= 5", true), ("days(10) >= 6", false), ("weeks(40) >= 2", true),
    ("weeks(50) >= 2", false), ("streak(30) >= 4", false), ("daycap(20) > 100", true), ("weekcap(50) < 91", false),
    ("not not not total = 0", true), ("1 = 1 and 2 = 2 and 3 = 4", false), ("1 = 2 or 2 = 3 or 3 = 3", true),
    ("1 = 2 and 1 = 1 or 1 = 1", true), ("1 = 1 or 1 = 1 and 1 = 2", true), ("(1 = 1 or 1 = 1) and 1 = 2", false),
    ("-1 < 0 and 0 < 1", true), ("0.1 + 0.2 >= 0.3", true), ("total * 2 >= week * 2 + 82", true),
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

  @Test func `there are two hundred, each once`() {
    #expect(Self.numbers.count + Self.conditions.count >= 200)
    #expect(Set(Self.numbers.map(\.0) + Self.conditions.map(\.0)).count == Self.numbers.count + Self.conditions.count)
  }
}
