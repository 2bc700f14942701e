import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

/// What `GRAMMAR.md` says of the names, reckoned from the entries alone and without haste.
private struct PlainLog {
  var entries: [(day: Int, value: Double)]
  let length: Int
  var isDoneOrNot = false

  var days: [Double] {
    (0..<length).map { day in
      let values = entries.filter { $0.day == day }.map(\.value)
      return isDoneOrNot ? values.max() ?? 0 : values.reduce(0, +)
    }
  }

  var weeks: [Double] {
    var (weeks, rest) = ([Double](), days)
    while !rest.isEmpty {
      weeks.append(rest.prefix(7).reduce(0, +))
      rest.removeFirst(min(7, rest.count))
    }
    return weeks
  }

  var total: Double { days.reduce(0, +) }

  func streak(_ condition: (Double) -> Bool) -> Double {
    Double(days.split { !condition($0) }.map(\.count).max() ?? 0)
  }

  /// Every name with what it should be.
  func quantities(_ threshold: Double) -> [(String, Double)] {
    let inside = entries.filter { (0..<length).contains($0.day) }
    let active = Double(days.count { $0 > 0 })
    return [
      ("total", total), ("count", Double(inside.count)), ("best", inside.map(\.value).max() ?? 0),
      ("day", days.max() ?? 0), ("week", weeks.max() ?? 0), ("days", active), ("streak", streak { $0 > 0 }),
      ("average", active == 0 ? 0 : total / active), ("length", Double(length)),
      ("days(\(threshold))", Double(days.count { $0 >= threshold })),
      ("weeks(\(threshold))", Double(weeks.count { $0 >= threshold })),
      ("streak(\(threshold))", streak { $0 >= threshold }),
      ("daycap(\(threshold))", days.map { min($0, threshold) }.reduce(0, +)),
      ("weekcap(\(threshold))", weeks.map { min($0, threshold) }.reduce(0, +)),
    ]
  }
}

@Suite struct `The names of formulas` {
  @Test(.tags(.fc28), arguments: [Measure.decimal, .yesNo])
  func `are what their description says, in 400 logs of one day to three weeks`(measure: Measure) throws {
    var numbers = SplitMix64(state: 31)
    for _ in 0..<400 {
      let length = Int.random(in: 1...21, using: &numbers)
      let entries = (0..<Int.random(in: 0...30, using: &numbers)).map { _ in
        let value = measure == .yesNo ? 1 : Double(Int.random(in: 0...40, using: &numbers)) / 4
        // Some lie a day before or behind the challenge.
        return (day: Int.random(in: -1...length, using: &numbers), value: value)
      }
      let plain = PlainLog(entries: entries, length: length, isDoneOrNot: measure == .yesNo)
      let series = Series(entries.map { ($0.day, Int64($0.value * 1_000)) }, length: length, measure: measure)
      let threshold = Double(Int.random(in: 0...60, using: &numbers)) / 4
      for (text, value) in plain.quantities(threshold) {
        let found = try Formula(text, of: .number).number(for: series)
        #expect(abs(found - value) < 1e-9, "\(text) of \(entries) in \(length) days")
      }
      let sums = DaySum.of(
        entries.map { LogValue(exercise: "e1", day: $0.day, thousandths: Int64($0.value * 1_000)) }, measure)
      #expect(Series(sums, length: length) == series, "the same by days")
    }
  }

  @Test func `are all there, and read in small letters and large ones`() throws {
    let series = Series([(0, 6_000), (8, 3_000)], length: 10, measure: .duration, met: 3.5)
    for (text, value) in [("MET * Total", 31.5), ("Days + dayS(4)", 3), ("weekCap(5)", 8), ("MIN(week, 4)", 4)] {
      #expect(try Formula(text, of: .number).number(for: series) == value, "\(text)")
    }
    #expect(Formula.namesMet("total * MET") && !Formula.namesMet("total * 2 #"))
  }
}

/// A formula as it is meant, written with no more brackets than the grammar needs.
private indirect enum Meant {
  case number(Int)
  case negated(Meant)
  case reckoned(String, Meant, Meant)
  case compared(String, Meant, Meant)
  case not(Meant)
  case joined(String, Meant, Meant)

  /// How tightly it binds: a name or number most of all.
  private var binding: Int {
    switch self {
    case .joined("or", _, _): 0
    case .joined: 1
    case .not: 2
    case .compared: 3
    case .reckoned(let sign, _, _): "+-".contains(sign) ? 4 : 5
    case .number, .negated: 6
    }
  }

  private func written(in binding: Int) -> String { self.binding < binding ? "(\(text))" : text }

  var text: String {
    switch self {
    case .number(let value): "\(value)"
    case .negated(let part): "-\(part.written(in: 6))"
    case .reckoned(let sign, let left, let right):
      "\(left.written(in: binding))\(sign)\(right.written(in: binding + 1))"
    case .compared(let sign, let left, let right): "\(left.written(in: 4)) \(sign) \(right.written(in: 4))"
    case .not(let part): "not \(part.written(in: 2))"
    case .joined(let word, let left, let right):
      "\(left.written(in: binding)) \(word) \(right.written(in: binding + 1))"
    }
  }

  var value: Double {
    switch self {
    case .number(let value): Double(value)
    case .negated(let part): -part.value
    case .reckoned("+", let left, let right): left.value + right.value
    case .reckoned("-", let left, let right): left.value - right.value
    case .reckoned("*", let left, let right): left.value * right.value
    case .reckoned(_, let left, let right): right.value == 0 ? 0 : left.value / right.value
    case .compared, .not, .joined: 0
    }
  }

  var isTrue: Bool {
    switch self {
    case .compared("<", let left, let right): left.value < right.value
    case .compared(">=", let left, let right): left.value >= right.value
    case .compared("=", let left, let right): left.value == right.value
    case .compared(_, let left, let right): left.value != right.value
    case .not(let part): !part.isTrue
    case .joined("or", let left, let right): left.isTrue || right.isTrue
    case .joined(_, let left, let right): left.isTrue && right.isTrue
    case .number, .negated, .reckoned: false
    }
  }

  static func number(_ depth: Int, _ numbers: inout SplitMix64) -> Meant {
    guard depth > 0 else { return .number(Int.random(in: 0...5, using: &numbers)) }
    let sign = ["+", "-", "*", "/", "-", "/", ""].randomElement(using: &numbers) ?? ""
    if sign.isEmpty { return .negated(number(depth - 1, &numbers)) }
    return .reckoned(sign, number(depth - 1, &numbers), number(Int.random(in: 0..<depth, using: &numbers), &numbers))
  }

  static func condition(_ depth: Int, _ numbers: inout SplitMix64) -> Meant {
    guard depth > 0 else {
      let sign = ["<", ">=", "=", "<>"].randomElement(using: &numbers) ?? "<"
      return .compared(sign, number(1, &numbers), number(1, &numbers))
    }
    switch Int.random(in: 0..<3, using: &numbers) {
    case 0: return .not(condition(depth - 1, &numbers))
    case 1: return .joined("or", condition(depth - 1, &numbers), condition(depth - 1, &numbers))
    default: return .joined("and", condition(depth - 1, &numbers), condition(depth - 1, &numbers))
    }
  }
}

@Suite struct `What binds in a formula` {
  @Test func `is what the grammar says: 3,000 with as few brackets as it takes`() throws {
    var numbers = SplitMix64(state: 57)
    let series = Series([], length: 1, measure: .decimal)
    for _ in 0..<1_500 {
      let number = Meant.number(4, &numbers)
      #expect(try Formula(number.text, of: .number).number(for: series) == number.value, "\(number.text)")
      let condition = Meant.condition(2, &numbers)
      #expect(try Formula(condition.text, of: .condition).holds(for: series) == condition.isTrue, "\(condition.text)")
    }
  }
}
