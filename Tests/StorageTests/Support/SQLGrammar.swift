internal import FieldhouseKit
internal import FieldhouseTestSupport

/// Makes small statements over `players` and `clubs`, of which some mix types or forms as PostgreSQL does not.
struct SQLGrammar {
  enum Kind: CaseIterable { case number, decimal, text, blob, truth }

  private var random: SeededRandom
  /// In how many of a hundred places something of another type stands.
  private let mistakes = 7

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func statement() -> String {
    switch Int.random(in: 0..<20, using: &random) {
    case 0...4: "select \(list()) from players\(filter())\(order(["id", "shirt", "1", "shirt + 1"]))"
    case 5...6:
      "select \(one(.text)) as a, \(one(.number)) as b from players union \(second())\(order(["a", "1", "id"]))"
    case 7...8: "select club, \(aggregate()) from players group by club\(having())\(order(["club", "shirt", "2"]))"
    case 9: "select distinct club as c, shirt from players\(order(["c", "shirt", "club", "pace", "1", "shirt + 1"]))"
    case 10:
      "select x.a, \(any()) from (select \(any()) as a from players where \(one(.truth)))\(pick([" x", " as x", ""]))"
    case 11: "select id from players order by id limit \(pick(["1", "2", "-1", "'1'", "1 = 1", "0", "shirt"]))"
    case 12: "select shirt \(pick(["/", "%"])) \(divisor()) from players"
    case 13: "select id from players where \(comparable()) in (\(any()), \(any()))"
    case 14:
      "with t (a, b) as (select \(one(.number)), \(any()) from players) select a, b from t where \(commonCondition())"
    case 15: "update players set \(assignment()) where \(one(.truth)) returning id, shirt, pace, club"
    case 16:
      "insert into clubs (id, founded) values ('\(number())', \(one(.number))) on conflict (id) do update \(change())"
    case 17:
      "select (select \(pick(["id", "shirt", "max(shirt)", "count(*)", "club"])) from players\(part())) from clubs"
    case 18: "select \(window()) from players"
    default:
      "select \(any()), \(any()) from players p left join clubs c on \(joinCondition())"
        .replacing(" id", with: " p.id")
    }
  }

  private mutating func commonCondition() -> String { pick(["a = 1", "b = 1", "b = 'x'", "a", "a < b"]) }
  private mutating func number() -> Int { Int.random(in: 1...99_999, using: &random) }
  private mutating func part() -> String {
    pick(["", " order by id limit 1", " where id = 'ann'", " where shirt > 8"])
  }
  private mutating func change() -> String {
    let values = ["excluded.founded", "founded + 1", "clubs.founded", "1", "excluded.id", "1 = 1"]
    return "set founded = \(pick(values))"
  }
  private mutating func joinCondition() -> String {
    pick(["c.id = p.club", "c.founded", "c.founded = p.club", "c.founded > p.shirt"])
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &random)! }
  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  private mutating func any() -> String { one(pick(Kind.allCases)) }
  private mutating func list() -> String { chance(50) ? any() : "\(any()), \(any())" }
  private mutating func filter() -> String { chance(60) ? " where \(one(.truth))" : "" }
  private mutating func order(_ keys: [String]) -> String { chance(50) ? " order by \(pick(keys))" : "" }
  private mutating func second() -> String { "select \(one(.text)), \(one(.number)) from players" }

  private mutating func aggregate() -> String {
    let argument = chance(30) ? any() : one(.number)
    return "\(pick(["count", "sum", "min", "max", "avg"]))(\(argument))"
  }

  private mutating func having() -> String {
    guard chance(50) else { return "" }
    return
      " having \(pick(["count(*) > 1", "count(*)", "max(shirt) > 'x'", "shirt > 1", "min(id) > 'a'", "club = 'reds'"]))"
  }

  private mutating func divisor() -> String {
    pick([
      "0", "2", "2.5", "nullif(shirt, 0)", "(shirt - 7)", "shirt", "id", "'2'", "pace", "0.0", "(1 = 1)", "length(id)",
    ])
  }

  private mutating func comparable() -> String { one(pick([.number, .decimal, .text])) }

  private mutating func assignment() -> String {
    let (column, kind) = pick([("shirt", Kind.number), ("pace", .decimal), ("club", .text), ("photo", .blob)])
    return "\(column) = \(one(kind))"
  }

  private mutating func window() -> String {
    let over = pick(["(order by id)", "(partition by club order by id)", "()"])
    return pick([
      "rank() over \(over)", "sum(\(one(.number))) over \(over)", "lag(\(any())) over \(over)",
      "lead(shirt, 1, \(any())) over \(over)", "ntile(\(pick(["2", "shirt", "'2'"]))) over \(over)",
      "max(\(any())) over \(over)", "first_value(\(any())) over \(over)",
    ])
  }

  private mutating func one(_ kind: Kind, depth: Int = 2) -> String {
    if chance(mistakes) { return one(pick(Kind.allCases), depth: depth - 1) }
    guard depth > 0, chance(60) else { return simple(kind) }
    let same = { (grammar: inout Self) in grammar.one(kind, depth: depth - 1) }
    switch kind {
    case .truth: return truth(depth - 1)
    case .number where chance(70): return number(depth - 1)
    case .decimal where chance(50): return "(\(same(&self)) \(pick(["+", "-", "*"])) \(one(.number, depth: depth - 1)))"
    case .text where chance(60): return text(depth - 1)
    default: break
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return "coalesce(\(same(&self)), \(same(&self)))"
    case 1: return "case when \(truth(depth - 1)) then \(same(&self)) else \(same(&self)) end"
    case 2: return "nullif(\(same(&self)), \(same(&self)))"
    default: return "case \(comparableValue(depth)) then \(same(&self)) end"
    }
  }

  private mutating func comparableValue(_ depth: Int) -> String {
    let kind = pick([Kind.number, .text])
    return "\(one(kind, depth: depth - 1)) when \(one(kind, depth: depth - 1))"
  }

  private mutating func simple(_ kind: Kind) -> String {
    switch kind {
    case .number: pick(["shirt", "shirt", "1", "7", "-3", "'5'", "null", "length(id)"])
    case .decimal: pick(["pace", "pace", "1.5", "2e1", "'2.5'"])
    case .text: pick(["id", "club", "club", "'x'", "''", "null"])
    case .blob: pick(["photo", "photo", "null"])
    case .truth: pick(["shirt = 7", "club = 'reds'", "pace > 1.5", "1 = 1", "club is null", "shirt <> 3", "null"])
    }
  }

  private mutating func number(_ depth: Int) -> String {
    let (a, b) = (one(.number, depth: depth), one(.number, depth: depth))
    return pick([
      "(\(a) + \(b))", "(\(a) - \(b))", "(\(a) % 3)", "(\(a) & \(b))", "(\(a) << 2)", "abs(\(a))", "-\(a)",
      "length(\(one(.text, depth: depth)))", "cast(\(a) as integer)", "(select max(\(a)) from clubs)",
      "(select count(\(any())) from clubs)", "(\(a) | 1)", "(\(a) << \(b))",
    ])
  }

  private mutating func text(_ depth: Int) -> String {
    let (a, b) = (one(.text, depth: depth), one(.text, depth: depth))
    return pick([
      "(\(a) || \(b))", "substr(\(a), 1, \(pick(["2", "shirt", "'2'", "1 + 1"])))", "replace(\(a), \(b), 'y')",
      "trim(\(a))", "ltrim(\(a), \(b))", "cast(\(pick([a, "shirt", "photo", "1 = 1"])) as text)",
      "(select min(\(a)) from clubs)",
    ])
  }

  private mutating func truth(_ depth: Int) -> String {
    let kind = pick([Kind.number, .number, .decimal, .text, .text, .blob, .truth])
    let (a, b) = (one(kind, depth: depth), one(kind, depth: depth))
    let (first, second) = (one(.truth, depth: depth), one(.truth, depth: depth))
    return pick([
      "(\(a) \(pick(["=", "<>", "<", ">=", "!="])) \(b))", "(\(first) and \(second))", "(\(first) or \(second))",
      "(not \(first))", "(\(a) in (\(b), \(b)))", "(\(a) between \(b) and \(b))", "(\(a) is null)",
      "(\(one(.text, depth: depth)) like \(one(.text, depth: depth)))", "(\(a) is not distinct from \(b))",
      "exists (select 1 from clubs where \(first))", "(\(a) in (select \(b) from clubs))",
    ])
  }
}
