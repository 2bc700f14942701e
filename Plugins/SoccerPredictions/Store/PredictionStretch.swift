import FieldhouseKit
import Foundation

/// Predictions of one match that lie side by side, in the order of the accounts.
struct PredictionStretch: Sendable {
  let match: String
  /// The account before the first.
  let after: String
  /// The account of the last; nil for all that follow.
  let through: String?

  /// What is true of each of them.
  var condition: SQL {
    guard let through else { return "match = \(match) and account > \(after)" }
    return "match = \(match) and account > \(after) and account <= \(through)"
  }
}

/// Predictions that come to the same: of thousands of people there are some dozens.
struct PredictionKind: Sendable {
  /// One of them, of nobody.
  let example: StoredPrediction
  let saying: StoredSaying
  /// How many there are.
  let count: Int
}

/// What somebody says of a match, as it is stored: whoever says the same gets the same.
struct StoredSaying: Hashable, Sendable {
  let score: ScoreLine
  /// As they are kept, which may be otherwise than they are written now.
  let scorers: String
  let hasJoker: Bool

  private var row: SQL { "(\(score.home), \(score.away), \(scorers), \(hasJoker ? 1 : 0))" }

  /// True of predictions that say one of these.
  static func condition(_ sayings: [StoredSaying]) -> SQL {
    "(home, away, scorers, joker) in (values \(rows: sayings.map(\.row).repeatingLast()))"
  }
}

extension StoredSaying {
  /// As it is written now.
  init(_ stored: StoredPrediction) {
    let prediction = stored.prediction
    self.init(
      score: prediction.score, scorers: PredictionStore.text(prediction.scorers), hasJoker: stored.hasJoker)
  }
}

extension PredictionStore {
  /// More kinds are not worth to be looked for by what is predicted.
  private static let mostKinds = 256

  /// The next predictions of a match, at most so many.
  func stretch(
    of match: String, after account: String, most: Int, in transaction: any ReadTransaction
  ) async throws -> PredictionStretch {
    let last = try await transaction.first(
      """
      select account from predictions where match = \(match) and account > \(account)
      order by account limit 1 offset \(most - 1)
      """)
    return PredictionStretch(match: match, after: account, through: try last.map { try $0["account"] })
  }

  /// What is predicted in a stretch; nil when that is too different to be worth it.
  func kinds(in stretch: PredictionStretch, in transaction: any ReadTransaction) async throws -> [PredictionKind]? {
    let rows = try await transaction.query(
      """
      select home, away, scorers, joker, count(*) as count from predictions where \(stretch.condition)
      group by home, away, scorers, joker limit \(Self.mostKinds + 1)
      """)
    let kinds = try rows.map { row in
      let example = StoredPrediction(
        account: AccountID(""), prediction: try Self.prediction(row), createdAt: .distantPast,
        updatedAt: .distantPast, points: nil, hasJoker: try row["joker"] == 1)
      return PredictionKind(
        example: example,
        saying: StoredSaying(
          score: example.prediction.score, scorers: try row["scorers"], hasJoker: example.hasJoker),
        count: try row["count"])
    }
    let total = kinds.reduce(0) { $0 + $1.count }
    return kinds.count <= min(Self.mostKinds, max(1, total / 4)) ? kinds : nil
  }

  /// How many predictions there are.
  func count(in stretch: PredictionStretch, in transaction: any ReadTransaction) async throws -> Int {
    try await transaction.first(
      "select count(*) as count from predictions where \(stretch.condition)"
    ).map { try $0["count"] } ?? 0
  }

  /// All predictions, in the order of the accounts.
  func page(in stretch: PredictionStretch, in transaction: any ReadTransaction) async throws -> [StoredPrediction] {
    try await transaction.query(
      "select \(Self.columns) from predictions where \(stretch.condition) order by account"
    ).map(Self.stored)
  }

  /// Writes what the predictions of some kinds have come to.
  /// - Returns: how many there are.
  func settle(
    _ outcome: SettledOutcome, _ kinds: [PredictionKind], in stretch: PredictionStretch, in transaction: any Transaction
  ) async throws -> Int {
    try await write(
      outcome, where: "\(stretch.condition) and \(StoredSaying.condition(kinds.map(\.saying)))", in: transaction)
  }

  /// Counts the season of all who have predicted in some stretches anew from their predictions: a ``ScoreQuery``.
  static func totals(in stretches: [PredictionStretch], season: String) -> SQL {
    let first: SQL = "select account from predictions where \(stretches[0].condition)"
    let people = stretches.dropFirst().reduce(first) {
      "\($0) union select account from predictions where \($1.condition)"
    }
    return """
      select account, cast(coalesce(sum(points), 0) as bigint) as score, cast(sum(exact) as bigint) as exact,
        cast(sum(correct) as bigint) as correct, count(*) as predictions
      from predictions where account in (\(people)) and season = \(season) group by account order by account
      """
  }
}
