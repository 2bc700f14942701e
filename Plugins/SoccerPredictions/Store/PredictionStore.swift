import FieldhouseKit
import Foundation

/// A prediction as it is stored.
struct StoredPrediction: Sendable {
  let account: AccountID
  let prediction: Prediction
  let createdAt: Date
  let updatedAt: Date
  /// Nil until the match is settled.
  let points: Int?
  /// Whether it is the joker of its round.
  var hasJoker = false
}

/// A prediction to be stored.
struct NewPrediction: Sendable {
  let match: Match
  let prediction: Prediction
  let account: AccountID
  let now: Date
}

/// The predictions of all matches, what each person has earned, and what has been settled.
struct PredictionStore: Sendable {
  let storage: any Storage

  static func stored(_ row: Row) throws -> StoredPrediction {
    StoredPrediction(
      account: try row["account"], prediction: try prediction(row), createdAt: try row["created_at"],
      updatedAt: try row["updated_at"], points: try row["points"], hasJoker: try row["joker"] == 1)
  }

  static func prediction(_ row: Row) throws -> Prediction {
    let scorers = (try row["scorers"] as String).split(separator: "\n").compactMap { PlayerID(String($0)) }
    return Prediction(home: try row["home"], away: try row["away"], scorers: scorers)
  }

  static let columns: SQL = "account, home, away, scorers, created_at, updated_at, points, joker"

  /// A person's prediction of a match.
  func find(_ match: String, _ account: AccountID, in transaction: any ReadTransaction) async throws
    -> StoredPrediction?
  {
    try await transaction.first(
      "select \(Self.columns) from predictions where match = \(match) and account = \(account)"
    ).map(Self.stored)
  }

  /// The predictions that some people made of a match.
  func find(_ match: String, of accounts: [AccountID]) async throws -> [StoredPrediction] {
    try await storage.read { try await find(match, of: accounts, in: $0) }
  }

  func find(
    _ match: String, of accounts: [AccountID], in transaction: any ReadTransaction
  ) async throws -> [StoredPrediction] {
    try await transaction.query(
      "select \(Self.columns) from predictions where match = \(match) and account in (\(list: accounts)) order by account"
    ).map(Self.stored)
  }

  /// A person's predictions of several matches, by match.
  func predictions(of account: AccountID, matches: [String]) async throws -> [String: StoredPrediction] {
    let rows = try await storage.read { transaction in
      try await transaction.query(
        "select match, \(Self.columns) from predictions where account = \(account) and match in (\(list: matches))")
    }
    return Dictionary(try rows.map { (try $0["match"] as String, try Self.stored($0)) }, uniquingKeysWith: { $1 })
  }

  /// The next predictions of a match in the order of the accounts.
  func page(_ match: String, after account: String, limit: Int, in transaction: any ReadTransaction) async throws
    -> [StoredPrediction]
  {
    try await transaction.query(
      """
      select \(Self.columns) from predictions where match = \(match) and account > \(account)
      order by account limit \(limit)
      """
    ).map(Self.stored)
  }

  /// Stores predictions, new or changed, one of each person.
  /// - Returns: as they are stored, by person.
  func save(
    _ predictions: [NewPrediction], in transaction: any Transaction
  ) async throws -> [AccountID: StoredPrediction] {
    guard !predictions.isEmpty else { return [:] }
    let saved = try await transaction.query(
      """
      insert into predictions (match, account, season, home, away, scorers, created_at, updated_at)
      values \(rows: predictions.map(Self.row))
      on conflict (match, account) do update set home = excluded.home, away = excluded.away,
        scorers = excluded.scorers, updated_at = excluded.updated_at
      returning \(Self.columns)
      """
    ).map(Self.stored)
    return Dictionary(saved.map { ($0.account, $0) }, uniquingKeysWith: { $1 })
  }

  private static func row(_ new: NewPrediction) -> SQL {
    """
    (\(new.match.id), \(new.account), \(new.match.league.description), \(new.prediction.score.home),
      \(new.prediction.score.away), \(text(new.prediction.scorers)), \(new.now), \(new.now))
    """
  }

  /// As scorers are kept.
  static func text(_ scorers: [PlayerID]) -> String { scorers.map(\.text).joined(separator: "\n") }

  /// Takes a prediction back; false when there is none.
  func remove(_ match: String, _ account: AccountID, in transaction: any Transaction) async throws -> Bool {
    try await transaction.execute("delete from predictions where match = \(match) and account = \(account)") > 0
  }

  /// The matches of a season on which somebody has set the joker.
  func jokers(of account: AccountID, season: String, in transaction: any ReadTransaction) async throws -> [String] {
    try await transaction.query(
      "select match from predictions where account = \(account) and season = \(season) and joker = 1 order by match"
    ).map { try $0["match"] }
  }

  /// Sets the joker on a prediction, or takes it from there.
  func setJoker(
    _ isJoker: Bool, _ match: String, _ account: AccountID, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      "update predictions set joker = \(isJoker ? 1 : 0) where match = \(match) and account = \(account)")
  }

  /// The averages of all predictions of a match.
  func averages(_ match: String) async throws -> PredictionAverages {
    let row = try await storage.read { transaction in
      try await transaction.first(
        """
        select cast(sum(case when home > away then 1 else 0 end) as bigint) as wins,
          cast(sum(case when home = away then 1 else 0 end) as bigint) as draws,
          cast(sum(case when home < away then 1 else 0 end) as bigint) as losses,
          cast(sum(home) as bigint) as home, cast(sum(away) as bigint) as away
        from predictions where match = \(match)
        """)
    }
    func number(_ column: String) throws -> Int { try (row?[column] as Int?) ?? 0 }
    return PredictionAverages(
      homeWins: try number("wins"), draws: try number("draws"), awayWins: try number("losses"),
      goals: ScoreLine(try number("home"), try number("away")))
  }
}
