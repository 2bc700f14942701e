/// How a result moves while more is written down. Conditions rise from not met to met.
enum FormulaTrend: Sendable {
  case constant
  /// It never becomes less, and a goal that is met stays met.
  case rising
  case falling
  /// It may go either way.
  case open

  /// The trend of a part, and whether it is never below 0.
  typealias Motion = (trend: FormulaTrend, isPositive: Bool)

  static func of(_ node: FormulaNode) -> Motion {
    switch node {
    case .number: (.constant, true)
    case .quantity(.average): (.open, true)
    case .quantity(.length), .quantity(.met): (.constant, true)
    case .quantity: (.rising, true)
    case .counted(let counting, let part): (counted(counting, of(part).trend), true)
    case .negated(let part): (of(part).trend.turned, false)
    case .arithmetic(let kind, let left, let right): reckoned(kind, of(left), of(right))
    case .comparison(let comparison, let left, let right): (compared(comparison, of(left).trend, of(right).trend), true)
    case .not(let part): (of(part).trend.turned, true)
    case .all(let left, let right), .any(let left, let right): (of(left).trend.with(of(right).trend), true)
    }
  }

  /// Whether what is reached stays reached.
  var keeps: Bool { self == .rising || self == .constant }

  private var turned: FormulaTrend {
    switch self {
    case .constant, .open: self
    case .rising: .falling
    case .falling: .rising
    }
  }

  /// The trend of what becomes more when either becomes more.
  private func with(_ other: FormulaTrend) -> FormulaTrend {
    if other == .constant || self == other { return self }
    return self == .constant ? other : .open
  }

  /// What reaches a threshold becomes less as the threshold rises; what is capped becomes more.
  private static func counted(_ counting: FormulaNode.Counting, _ threshold: FormulaTrend) -> FormulaTrend {
    switch counting {
    case .days, .weeks, .streak: FormulaTrend.rising.with(threshold.turned)
    case .daycap, .weekcap: FormulaTrend.rising.with(threshold)
    }
  }

  private static func reckoned(_ kind: FormulaNode.Arithmetic, _ left: Motion, _ right: Motion) -> Motion {
    switch kind {
    case .plus, .min, .max:
      return (left.trend.with(right.trend), left.isPositive && right.isPositive)
    case .minus: return (left.trend.with(right.trend.turned), false)
    case .times:
      let isPositive = left.isPositive && right.isPositive
      if left.trend == .constant, right.trend == .constant { return (.constant, isPositive) }
      return (isPositive ? left.trend.with(right.trend) : .open, isPositive)
    case .by:
      let isPositive = left.isPositive && right.isPositive
      return (isPositive && right.trend == .constant ? left.trend : .open, isPositive)
    }
  }

  private static func compared(
    _ comparison: FormulaNode.Comparison, _ left: FormulaTrend, _ right: FormulaTrend
  ) -> FormulaTrend {
    switch comparison {
    case .more, .atLeast: left.with(right.turned)
    case .less, .atMost: left.turned.with(right)
    case .equal, .unequal: left == .constant && right == .constant ? .constant : .open
    }
  }
}
