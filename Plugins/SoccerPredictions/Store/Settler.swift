import FieldhouseKit
import Foundation

/// Gives points for decided matches, and gives them again when a result, a rule or a verdict changes.
struct Settler: Sendable {
  /// How many predictions one transaction settles.
  private static let batch = 2000

  let store: PredictionStore
  let scoring: Scoring
  let host: PluginHost

  /// Settles every match that is decided now and was not settled so yet.
  /// - Throws: ``StorageError`` or ``RuleError``; what was settled before stays settled.
  func settle(_ matches: [Match], at now: Date) async throws {
    let settled = try await store.settledKeys()
    for match in matches {
      let state = match.view(at: now).state
      let key = scoring.key(match, state)
      if key != settled[match.id] { try await settle(match, state, as: key, at: now) }
    }
  }

  private func settle(_ match: Match, _ state: MatchState, as key: String?, at now: Date) async throws {
    var last = ""
    while true {
      let after = last
      let page = try await host.storage.write { transaction in
        let page = try await store.page(match.id, after: after, limit: Self.batch, in: transaction)
        for stored in page {
          let receipt = try scoring.receipt(for: stored.prediction, on: match, state: state)
          let fun = scoring.funPoints(for: stored.prediction, on: match, state: state)
          try await store.settle(receipt, fun: fun, match: match.id, account: stored.account, in: transaction)
          try await rank(stored.account, match.league.description, at: now, in: transaction)
        }
        if page.count < Self.batch { try await finish(match, key, in: transaction) }
        return page
      }
      guard page.count == Self.batch, let final = page.last else { break }
      last = final.account.text
    }
    host.metrics.count("settlements", by: 1, labels: [:])
  }

  private func finish(_ match: Match, _ key: String?, in transaction: any Transaction) async throws {
    try await store.markSettled(match.id, as: key, in: transaction)
    if key != nil {
      try await transaction.emit(
        Event(name: "match-settled", payload: ["match": .string(match.id)]))
    }
  }

  /// Writes a person's place on the league's board from the person's predictions.
  func rank(_ account: AccountID, _ season: String, at now: Date, in transaction: any Transaction) async throws {
    let total = try await store.total(of: account, season: season, in: transaction)
    try await transaction.submit(
      ScoreChange(
        board: "league", account: account, score: Int64(total.points), achievedAt: now,
        partitions: [season], tieBreaks: [Int64(total.exactScores), Int64(total.correctWins)],
        details: ["predictions": .integer(Int64(total.predictions))], isWithdrawal: total.predictions == 0))
  }
}
