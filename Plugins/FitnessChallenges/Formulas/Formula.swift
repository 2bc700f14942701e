/// A goal or points, as a text of the small language of `GRAMMAR.md`: a pure function of one person's log of one exercise.
struct Formula: Hashable, Sendable {
  /// How many characters one has at most.
  static let longest = 200
  /// How many parts one has at most: so many steps it takes, each once over the days of the challenge.
  static let mostParts = 100
  /// How deep parts lie in one another at most.
  static let deepest = 20
  /// No result lies beyond it, either way.
  static let utmost = 1e15

  let node: FormulaNode

  /// - Throws: ``FormulaMistake``.
  init(_ text: String, of kind: FormulaNode.Kind) throws {
    node = try FormulaParser.parse(text)
    guard node.kind == kind else {
      throw FormulaMistake(
        position: 1,
        text: kind == .condition
          ? "A goal is a condition such as total >= 100." : "Points are a number such as total * 2.")
    }
  }

  /// How the result moves as more is written down.
  var trend: FormulaTrend { FormulaTrend.of(node).trend }

  /// Whether a text names how hard an exercise is, which only those with an activity of the table have.
  static func namesMet(_ text: String) -> Bool {
    (try? FormulaToken.read(text))?.contains { $0.kind == .name(FormulaNode.Quantity.met.rawValue) } == true
  }

  /// Whether a goal is met.
  func holds(for series: Series) -> Bool { Self.holds(node, series) }

  /// The points.
  func number(for series: Series) -> Double { Self.number(node, series) }

  private static func holds(_ node: FormulaNode, _ series: Series) -> Bool {
    switch node {
    case .comparison(let comparison, let left, let right):
      compare(comparison, number(left, series), number(right, series))
    case .not(let part): !holds(part, series)
    case .all(let left, let right): holds(left, series) && holds(right, series)
    case .any(let left, let right): holds(left, series) || holds(right, series)
    case .number, .quantity, .counted, .negated, .arithmetic: false
    }
  }

  private static func compare(_ comparison: FormulaNode.Comparison, _ left: Double, _ right: Double) -> Bool {
    switch comparison {
    case .less: left < right
    case .atMost: left <= right
    case .more: left > right
    case .atLeast: left >= right
    case .equal: left == right
    case .unequal: left != right
    }
  }

  private static func number(_ node: FormulaNode, _ series: Series) -> Double {
    switch node {
    case .number(let value): value
    case .quantity(let quantity): read(quantity, series)
    case .counted(let counting, let part): count(counting, number(part, series), series)
    case .negated(let part): -number(part, series)
    case .arithmetic(let kind, let left, let right): reckon(kind, number(left, series), number(right, series))
    case .comparison, .not, .all, .any: 0
    }
  }

  private static func reckon(_ kind: FormulaNode.Arithmetic, _ left: Double, _ right: Double) -> Double {
    let result: Double =
      switch kind {
      case .plus: left + right
      case .minus: left - right
      case .times: left * right
      case .by: right == 0 ? 0 : left / right
      case .min: min(left, right)
      case .max: max(left, right)
      }
    return min(max(result, -utmost), utmost)
  }

  private static func read(_ quantity: FormulaNode.Quantity, _ series: Series) -> Double {
    switch quantity {
    case .total: units(series.total)
    case .count: Double(series.count)
    case .best: units(series.best)
    case .day: units(series.bestDay)
    case .week: units(series.weeks.max() ?? 0)
    case .days: Double(series.days.count { $0 > 0 })
    case .streak: Double(series.streak { $0 > 0 })
    case .average: reckon(.by, units(series.total), Double(series.days.count { $0 > 0 }))
    case .length: Double(series.length)
    case .met: series.met
    }
  }

  private static func count(_ counting: FormulaNode.Counting, _ threshold: Double, _ series: Series) -> Double {
    switch counting {
    case .days: Double(series.days.count { units($0) >= threshold })
    case .weeks: Double(series.weeks.count { units($0) >= threshold })
    case .streak: Double(series.streak { units($0) >= threshold })
    case .daycap: capped(series.days, threshold)
    case .weekcap: capped(series.weeks, threshold)
    }
  }

  /// The sum of parts that count so much at most; a cap below 0 is one of 0.
  private static func capped(_ parts: [Int64], _ cap: Double) -> Double {
    let most = max(0, cap)
    return min(parts.reduce(0.0) { $0 + min(units($1), most) }, utmost)
  }

  private static func units(_ thousandths: Int64) -> Double { Double(thousandths) / 1_000 }
}
