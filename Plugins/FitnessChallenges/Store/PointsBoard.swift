import FieldhouseKit
import Foundation

/// The boards of points, in whose part of the challenge's id everybody has one row: of all entries, and of those that are shown so
/// well.
enum PointsBoard {
  /// The points of one person by what shows them, in thousandths.
  struct Scores: Hashable, Sendable {
    var all: Int64
    var shown: Int64
    var measured: Int64

    fileprivate var rows: [(EvidenceFilter, Int64)] { [(.all, all), (.shown, shown), (.measured, measured)] }
  }

  static func name(_ filter: EvidenceFilter) -> String {
    switch filter {
    case .all: "points"
    case .shown: "shown"
    case .measured: "measured"
    }
  }

  /// Tells the boards what has changed of somebody's points.
  static func tell(
    _ scores: Scores, besides known: Participant, _ account: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    let before = Scores(all: known.score, shown: known.shownScore, measured: known.measuredScore)
    try await tell(
      scores, besides: known.loggedAt == nil ? nil : before, challenge: known.challenge, account, at: now,
      in: transaction)
  }

  /// - Parameter known: what the boards know; nil for nothing. Boards of what is shown leave out who has shown nothing.
  static func tell(
    _ scores: Scores, besides known: Scores?, challenge: String, _ account: AccountID, at now: Date,
    in transaction: any Transaction
  ) async throws {
    let before = known?.rows.map(\.1) ?? [-1, 0, 0]
    for ((filter, score), old) in zip(scores.rows, before) where score != old {
      try await transaction.submit(
        ScoreChange(
          board: name(filter), account: account, score: score, achievedAt: now, partitions: [challenge],
          isWithdrawal: filter != .all && score == 0))
    }
  }

  static func withdraw(
    _ account: AccountID, from challenge: String, at now: Date, in transaction: any Transaction
  ) async throws {
    for filter in EvidenceFilter.allCases {
      try await transaction.submit(
        ScoreChange(
          board: name(filter), account: account, score: 0, achievedAt: now, partitions: [challenge], isWithdrawal: true)
      )
    }
  }
}
