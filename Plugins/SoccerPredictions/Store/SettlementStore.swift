import FieldhouseKit

/// What a person has in one season of a league.
struct SeasonTotal: Sendable {
  var predictions = 0
  var points = 0
  var exactScores = 0
  var correctWins = 0
}

extension PredictionStore {
  /// The keys of the settled matches, by match.
  func settledKeys() async throws -> [String: String] {
    let rows = try await storage.read { try await $0.query("select match, settled_as from settlements") }
    return Dictionary(
      try rows.map { (try $0["match"] as String, try $0["settled_as"] as String) }, uniquingKeysWith: { $1 })
  }

  /// The keys of those of some matches that are settled.
  static func settledKeys(of matches: [String], in transaction: any ReadTransaction) async throws -> [String: String] {
    guard !matches.isEmpty else { return [:] }
    return try await IdentityStore.pairs(
      """
      select match as one, settled_as as other from settlements where match in (\(list: matches.repeatingLast()))
      """, in: transaction)
  }

  /// Whether anybody has predicted one of some matches.
  static func isPredicted(_ matches: [String], in transaction: any ReadTransaction) async throws -> Bool {
    for part in matches.portions(of: 64) {
      if try await !predicted(Array(part), in: transaction).isEmpty { return true }
    }
    return false
  }

  /// Those of some matches that anybody has predicted. One prediction of each is looked for: joined, a server would go through all.
  static func predicted(_ matches: [String], in transaction: any ReadTransaction) async throws -> Set<String> {
    guard !matches.isEmpty else { return [] }
    let rows = try await transaction.query(
      """
      select m.id as match from matches m where m.id in (\(list: matches.repeatingLast()))
        and (select p.match from predictions p where p.match = m.id limit 1) is not null
      """)
    return Set(try rows.map { try $0["match"] as String })
  }

  /// What was known of a match when it was settled last, as ``Match/storedFacts``; nil where that was not kept yet.
  static func settledFacts(of match: String, in transaction: any ReadTransaction) async throws -> String? {
    let row = try await transaction.first("select facts from settlements where match = \(match)")
    return try row.flatMap { try $0["facts"] as String? }
  }

  /// Remembers as what matches were settled; nil forgets it.
  func markSettled(_ matches: [String: SettledAs?], in transaction: any Transaction) async throws {
    let forgotten = matches.filter { $0.value == nil }.keys.sorted()
    if !forgotten.isEmpty {
      try await transaction.execute(
        "delete from settlements where match in (\(list: forgotten.repeatingLast()))")
    }
    let rows = matches.sorted { $0.key < $1.key }.compactMap { match, settled in
      settled.map { settled -> SQL in "(\(match), \(settled.key), \(settled.facts))" }
    }
    for part in rows.portions(of: 64) {
      try await transaction.execute(
        """
        insert into settlements (match, settled_as, facts) values \(rows: part)
        on conflict (match) do update set settled_as = excluded.settled_as, facts = excluded.facts
        """)
    }
  }

  /// What a person has in each season.
  func totals(of account: AccountID, in transaction: any ReadTransaction) async throws -> [String: SeasonTotal] {
    let rows = try await transaction.query(
      """
      select season, count(*) as predictions, cast(sum(points) as bigint) as points from predictions
      where account = \(account) group by season
      """)
    let totals = try rows.map { row in
      let total = SeasonTotal(predictions: try row["predictions"], points: try (row["points"] as Int?) ?? 0)
      return (try row["season"] as String, total)
    }
    return Dictionary(totals, uniquingKeysWith: { $1 })
  }

  /// Counts some people's season anew from the predictions themselves; nothing for who has predicted nothing.
  func totals(
    of accounts: [AccountID], season: String, in transaction: any ReadTransaction
  ) async throws -> [AccountID: SeasonTotal] {
    var totals: [AccountID: SeasonTotal] = [:]
    for part in Self.parts(accounts) {
      let rows = try await transaction.query(
        """
        select account, count(*) as predictions, cast(sum(points) as bigint) as points,
          cast(sum(exact) as bigint) as exact, cast(sum(correct) as bigint) as correct
        from predictions where account in (\(list: part)) and season = \(season) group by account
        """)
      for row in rows {
        totals[try row["account"]] = SeasonTotal(
          predictions: try row["predictions"], points: try (row["points"] as Int?) ?? 0,
          exactScores: try (row["exact"] as Int?) ?? 0, correctWins: try (row["correct"] as Int?) ?? 0)
      }
    }
    return totals
  }

  /// Writes what some predictions of a match have come to that lie side by side, but for those between them that came to something else:
  /// where thousands predict the same, by what they predict, so that no engine has to look for each of the people.
  /// - Parameter predictions: in the order of the accounts.
  func settle(
    _ outcome: SettledOutcome, match: String, _ predictions: [StoredPrediction], in transaction: any Transaction
  ) async throws {
    guard let first = predictions.first?.account, let last = predictions.last?.account else { return }
    let alike = Set(predictions.map(StoredSaying.init))
    if alike.count <= Self.mostAlike, alike.count * 4 <= predictions.count {
      let changed = try await write(
        outcome,
        where: """
          match = \(match) and account >= \(first) and account <= \(last) and \(StoredSaying.condition(Array(alike)))
          """, in: transaction)
      // Scorers that are kept in another form than they are written in now are found by their people.
      if changed == predictions.count { return }
    }
    try await settle(outcome, match: match, of: predictions.map(\.account), in: transaction)
  }

  /// So many different predictions are looked for by one statement, at most.
  private static let mostAlike = 32

  /// Writes what the predictions of some people have come to.
  func settle(
    _ outcome: SettledOutcome, match: String, of accounts: [AccountID], in transaction: any Transaction
  ) async throws {
    for part in Self.parts(accounts) {
      try await write(outcome, where: "match = \(match) and account in (\(list: part))", in: transaction)
    }
  }

  /// - Returns: how many predictions have come to it.
  @discardableResult
  func write(
    _ outcome: SettledOutcome, where condition: SQL, in transaction: any Transaction
  ) async throws -> Int {
    try await transaction.execute(
      """
      update predictions set points = \(outcome.points), exact = \(outcome.isExact ? 1 : 0),
        correct = \(outcome.isCorrect ? 1 : 0), fun = \(outcome.fun)
      where \(condition)
      """)
  }

  /// Lists of at most 512.
  private static func parts(_ accounts: [AccountID]) -> [[AccountID]] {
    stride(from: 0, to: accounts.count, by: 512).map { start in
      accounts[start..<min(start + 512, accounts.count)].repeatingLast()
    }
  }
}

/// As what a match was settled.
struct SettledAs: Sendable {
  /// `Scoring.key`.
  let key: String
  /// What was known of it then, as ``Match/storedFacts``.
  let facts: String
}

/// What a settled prediction has come to; nothing while its match is pending.
struct SettledOutcome: Hashable, Sendable {
  let points: Int?
  let isExact: Bool
  let isCorrect: Bool
  /// What it brings in fun games.
  let fun: Int?

  init(points: Int?, isExact: Bool, isCorrect: Bool, fun: Int?) {
    (self.points, self.isExact, self.isCorrect, self.fun) = (points, isExact, isCorrect, fun)
  }

  init(_ receipt: PointsReceipt?, fun: Int?) {
    points = receipt?.total
    isExact = receipt?.has(.score) == true
    isCorrect = receipt?.has(.win) == true
    self.fun = fun
  }
}

extension PointsReceipt {
  fileprivate func has(_ kind: PointsComponent.Kind) -> Bool {
    components.contains { $0.kind == kind && $0.isCorrect }
  }
}
