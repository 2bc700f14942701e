public import Foundation

/// Scores that follow from a plugin's own tables: a query gives those of many people at once, and none of them passes through
/// the plugin. What a score does is what a ``ScoreChange`` does.
public struct ScoreQuery: Sendable, Hashable {
  /// The board's name in the manifest.
  public var board: String
  /// Gives a row for each person, each person once. Of its columns `account` (text) is who, `score` (a whole number) the score;
  /// those named in ``tieBreaks`` and ``details`` count too.
  public var query: SQL
  /// The part of the board the scores count in; `""` is the whole board.
  public var partition: String
  /// The columns of the board's tie-break chain, in its order, at most three; whole numbers.
  public var tieBreaks: [String]
  /// The columns that the board shows with the row, as an object with their names: whole numbers, texts and nulls. Without any,
  /// what was shown before stays.
  public var details: [String]
  /// When the scores were achieved, see ``ScoreChange/achievedAt``.
  public var achievedAt: Date
  /// The season, on boards with `manual` seasons; elsewhere it follows from `achievedAt`.
  public var season: String?

  /// Scores that a query gives.
  public init(
    board: String, query: SQL, achievedAt: Date, partition: String = "", tieBreaks: [String] = [],
    details: [String] = [], season: String? = nil
  ) {
    self.board = board
    self.query = query
    self.partition = partition
    self.tieBreaks = tieBreaks
    self.details = details
    self.achievedAt = achievedAt
    self.season = season
  }

  /// What a row of the query's answer does.
  func change(_ row: Row) throws -> ScoreChange {
    var shown: JSON?
    if !details.isEmpty {
      shown = .object(JSONObject(try details.map { ($0, try Self.value(row, $0)) }))
    }
    return ScoreChange(
      board: board, account: try row["account"], score: try row["score"], achievedAt: achievedAt,
      partitions: [partition], tieBreaks: try tieBreaks.map { try row[$0] }, details: shown, season: season)
  }

  private static func value(_ row: Row, _ name: String) throws -> JSON {
    switch row.values[try row.columns.index(of: name)] {
    case .null: .null
    case .integer(let number): .integer(number)
    default: .string(try row[name])
    }
  }
}

extension Transaction {
  /// Row by row, for transactions that know no better way.
  public func submit(_ scores: ScoreQuery) async throws {
    var people: Set<AccountID> = []
    for row in try await query(scores.query) {
      let change = try scores.change(row)
      guard people.insert(change.account).inserted else {
        throw StorageError(.statement, "The query of scores names '\(change.account.text)' twice.")
      }
      try await submit(change)
    }
  }
}
