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

  /// The key of a settled match; nil for one that is not settled.
  static func settledKey(_ match: String, in transaction: any ReadTransaction) async throws -> String? {
    try await transaction.first("select settled_as from settlements where match = \(match)").map {
      try $0["settled_as"]
    }
  }

  /// Remembers as what a match was settled; nil forgets it.
  func markSettled(_ match: String, as key: String?, in transaction: any Transaction) async throws {
    guard let key else {
      try await transaction.execute("delete from settlements where match = \(match)")
      return
    }
    try await transaction.execute(
      """
      insert into settlements (match, settled_as) values (\(match), \(key))
      on conflict (match) do update set settled_as = excluded.settled_as
      """)
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

  /// Writes what the predictions of some people have come to.
  func settle(
    _ outcome: SettledOutcome, match: String, of accounts: [AccountID], in transaction: any Transaction
  ) async throws {
    for part in Self.parts(accounts) {
      try await transaction.execute(
        """
        update predictions set points = \(outcome.points), exact = \(outcome.isExact ? 1 : 0),
          correct = \(outcome.isCorrect ? 1 : 0), fun = \(outcome.fun)
        where match = \(match) and account in (\(list: part))
        """)
    }
  }

  /// Lists of at most 512, each as long as a power of two: the last account is said again. So there are few statements, which are kept.
  private static func parts(_ accounts: [AccountID]) -> [[AccountID]] {
    stride(from: 0, to: accounts.count, by: 512).map { start in
      let part = accounts[start..<min(start + 512, accounts.count)]
      var length = 1
      while length < part.count { length *= 2 }
      return part + Array(repeating: part[part.endIndex - 1], count: length - part.count)
    }
  }
}

/// What a settled prediction has come to; nothing while its match is pending.
struct SettledOutcome: Hashable, Sendable {
  let points: Int?
  let isExact: Bool
  let isCorrect: Bool
  /// What it brings in fun games.
  let fun: Int?

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
