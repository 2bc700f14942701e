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

  /// Counts a person's season anew from the predictions themselves.
  func total(of account: AccountID, season: String, in transaction: any ReadTransaction) async throws -> SeasonTotal {
    let row = try await transaction.first(
      """
      select count(*) as predictions, cast(sum(points) as bigint) as points, cast(sum(exact) as bigint) as exact,
        cast(sum(correct) as bigint) as correct
      from predictions where account = \(account) and season = \(season)
      """)
    return SeasonTotal(
      predictions: try row?["predictions"] ?? 0, points: try (row?["points"] as Int?) ?? 0,
      exactScores: try (row?["exact"] as Int?) ?? 0, correctWins: try (row?["correct"] as Int?) ?? 0)
  }

  /// Writes what a settled prediction earned, and what it brings in fun games; nil takes it back.
  func settle(
    _ receipt: PointsReceipt?, fun: Int? = nil, match: String, account: AccountID, in transaction: any Transaction
  ) async throws {
    let exact = receipt?.has(.score) == true ? 1 : 0
    let correct = receipt?.has(.win) == true ? 1 : 0
    try await transaction.execute(
      """
      update predictions set points = \(receipt?.total), exact = \(exact), correct = \(correct), fun = \(fun)
      where match = \(match) and account = \(account)
      """)
  }
}

extension PointsReceipt {
  fileprivate func has(_ kind: PointsComponent.Kind) -> Bool {
    components.contains { $0.kind == kind && $0.isCorrect }
  }
}
