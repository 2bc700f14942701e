/// A part of a formula.
indirect enum FormulaNode: Hashable, Sendable {
  case number(Double)
  case quantity(Quantity)
  case counted(Counting, FormulaNode)
  case negated(FormulaNode)
  case arithmetic(Arithmetic, FormulaNode, FormulaNode)
  case comparison(Comparison, FormulaNode, FormulaNode)
  case not(FormulaNode)
  case all(FormulaNode, FormulaNode)
  case any(FormulaNode, FormulaNode)

  /// What is read of the log.
  enum Quantity: String, CaseIterable, Sendable {
    case total, count, best, day, week, days, streak, average, length, met
  }

  /// What is counted with a threshold.
  enum Counting: String, CaseIterable, Sendable {
    case days, weeks, streak, daycap, weekcap
  }

  enum Arithmetic: String, Sendable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case by = "/"
    case min, max
  }

  enum Comparison: String, Sendable {
    case less = "<"
    case atMost = "<="
    case more = ">"
    case atLeast = ">="
    case equal = "="
    case unequal = "<>"
  }

  /// What a formula gives.
  enum Kind: Sendable {
    case number, condition
  }

  var kind: Kind {
    switch self {
    case .number, .quantity, .counted, .negated, .arithmetic: .number
    case .comparison, .not, .all, .any: .condition
    }
  }
}
