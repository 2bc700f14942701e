import FieldhouseKit
import Foundation

/// Gives points for decided matches, and gives them again when a result, a rule or a verdict changes.
struct Settler: Sendable {
  /// How many predictions one transaction settles.
  private static let batch = 2000

  let store: PredictionStore
  let scoring: Scoring
  let catalogue: Catalogue
  let host: PluginHost
  private let settled = SettledKeys()

  init(store: PredictionStore, scoring: Scoring, catalogue: Catalogue, host: PluginHost) {
    (self.store, self.scoring, self.catalogue, self.host) = (store, scoring, catalogue, host)
  }

  /// Takes over what was settled before the host was down.
  func load() async throws { settled.load(try await store.settledKeys()) }

  /// Settles those of some matches that are decided now and were not settled so yet. What waits for an operator stays as it is.
  /// - Throws: ``StorageError`` or ``RuleError``; what was settled before stays settled.
  func settle(_ matches: [Match], at now: Date) async throws {
    for match in matches where !match.isDoubtful {
      let state = match.view(at: now).state
      let key = scoring.key(match, state)
      guard key != settled[match.id] else { continue }
      // Another host may have done it.
      let before = try await host.storage.read { try await PredictionStore.settledKey(match.id, in: $0) }
      if key != before { try await settle(match, state, from: before, as: key, at: now) }
      settled[match.id] = key
    }
  }

  private func settle(
    _ match: Match, _ state: MatchState, from before: String?, as key: String?, at now: Date
  ) async throws {
    let news = SettlementNews(match, from: before, to: key)
    var last = ""
    while true {
      try Task.checkCancellation()
      let after = last
      let page = try await host.storage.write { transaction in
        let page = try await store.page(match.id, after: after, limit: Self.batch, in: transaction)
        let outcomes = try outcomes(of: page, match, state)
        for (outcome, people) in Dictionary(grouping: page, by: { outcomes[$0.prediction] ?? .init(nil, fun: nil) }) {
          try await store.settle(outcome, match: match.id, of: people.map(\.account), in: transaction)
        }
        try await rank(page.map(\.account), match.league.description, at: now, in: transaction)
        let told = page.map {
          SettlementNews.Told(account: $0.account, before: $0.points, now: outcomes[$0.prediction]?.points)
        }
        try await news.tell(told, in: transaction)
        if page.count < Self.batch { try await finish(match, key, in: transaction) }
        return page
      }
      guard page.count == Self.batch, let final = page.last else { break }
      last = final.account.text
    }
    host.metrics.count("settlements", by: 1, labels: [:])
  }

  /// What each distinct prediction comes to: thousands predict the same.
  private func outcomes(
    of page: [StoredPrediction], _ match: Match, _ state: MatchState
  ) throws -> [Prediction: SettledOutcome] {
    let reading = catalogue.reading
    var outcomes: [Prediction: SettledOutcome] = [:]
    for prediction in Set(page.map(\.prediction)) {
      let named = reading.prediction(prediction)
      outcomes[prediction] = SettledOutcome(
        try scoring.receipt(for: named, on: match, state: state),
        fun: scoring.funPoints(for: named, on: match, state: state))
    }
    return outcomes
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
    try await rank([account], season, at: now, in: transaction)
  }

  private func rank(
    _ accounts: [AccountID], _ season: String, at now: Date, in transaction: any Transaction
  ) async throws {
    let totals = try await store.totals(of: accounts, season: season, in: transaction)
    for account in accounts {
      let total = totals[account] ?? SeasonTotal()
      try await transaction.submit(
        ScoreChange(
          board: "league", account: account, score: Int64(total.points), achievedAt: now,
          partitions: [season], tieBreaks: [Int64(total.exactScores), Int64(total.correctWins)],
          details: ["predictions": .integer(Int64(total.predictions))], isWithdrawal: total.predictions == 0))
    }
  }
}
