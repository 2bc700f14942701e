import FieldhouseKit
import Foundation

/// What operators decide about matches and teams that may be one.
struct IdentityDecisions: Sendable {
  let storage: any Storage

  /// Two matches that become one.
  private struct Pair {
    let old: MatchRecord
    let new: MatchRecord
    let isTurned: Bool
  }

  /// What a decision changes.
  struct Outcome: Sendable {
    var seasons: Set<SeasonKey> = []
    var matches: Set<String> = []
  }

  /// What deciding would do to people.
  func preview(_ doubt: Doubt) async throws -> MatchMerge.Preview {
    try await storage.read { transaction in
      var sum = MatchMerge.Preview()
      for pair in try await Self.pairs(doubt, in: transaction) {
        let one = try await MatchMerge.preview(pair.old.id, pair.new.id, in: transaction)
        sum.predictions += one.predictions
        sum.newPredictions += one.newPredictions
        sum.both += one.both
        sum.settled += one.settled
        sum.points += one.points
      }
      return sum
    }
  }

  /// Decides a doubt; nil when it does not wait any more.
  func decide(_ id: String, _ decision: DoubtStore.Decision, at now: Date) async throws -> Outcome? {
    try await ChangeNotes.shared.around {
      try await storage.write { transaction in
        guard let doubt = try await DoubtStore.find(id, in: transaction)?.doubt else { return nil }
        try await DoubtStore.decide(id, decision, in: transaction)
        var outcome = Outcome()
        switch decision {
        case .same: outcome = try await Self.makeOne(doubt, at: now, in: transaction)
        case .apart: outcome = try await Self.keepApart(doubt, in: transaction)
        }
        for season in outcome.seasons {
          try await IdentityStore.note("season", season.description, at: now, in: transaction)
        }
        return outcome
      }
    }
  }

  private static func makeOne(
    _ doubt: Doubt, at now: Date, in transaction: any Transaction
  ) async throws -> Outcome {
    var outcome = Outcome()
    let pairs = try await pairs(doubt, in: transaction)
    if doubt.kind == .team {
      outcome.seasons = try await rename(doubt.other, doubt.one, in: transaction)
      if try await LogoStore.move(.team(doubt.other), to: .team(doubt.one), in: transaction) {
        try await IdentityStore.note("logo", doubt.one, at: now, in: transaction)
      }
    }
    for pair in pairs {
      var new = pair.new
      new.match.rename(doubt.other, doubt.one)
      try await MatchMerge.merge(new, into: pair.old, isTurned: pair.isTurned, in: transaction)
      outcome.seasons.insert(pair.old.match.league)
      outcome.matches.insert(pair.old.id)
    }
    return outcome
  }

  /// Gives a team and its matches the id of another one.
  private static func rename(
    _ team: String, _ id: String, in transaction: any Transaction
  ) async throws -> Set<SeasonKey> {
    try await transaction.execute("update team_aliases set team = \(id) where team = \(team)")
    try await IdentityStore.moveFavourites(of: team, to: id, in: transaction)
    var seasons: Set<SeasonKey> = []
    for (league, _) in try await IdentityStore.seasons(in: transaction) {
      let records = try await IdentityStore.records(of: league.key.description, in: transaction).filter {
        $0.match.home.id == team || $0.match.away.id == team
      }
      guard !records.isEmpty else { continue }
      let renamed = records.map { record in
        var record = record
        record.match.rename(team, id)
        return record
      }
      try await IdentityStore.save(renamed, in: transaction)
      seasons.insert(league.key)
    }
    return seasons
  }

  private static func keepApart(_ doubt: Doubt, in transaction: any Transaction) async throws -> Outcome {
    guard let season = SeasonKey(doubt.season) else { return Outcome() }
    let gone = try await IdentityStore.records(of: doubt.season, in: transaction).filter { record in
      record.state == .missing && doubt.concerns(record.match)
    }.map { MatchRecord(match: $0.match, state: .removed, source: $0.source) }
    try await IdentityStore.save(gone, in: transaction)
    return Outcome(seasons: [season], matches: Set(gone.map(\.id)))
  }

  /// The matches that would become one.
  private static func pairs(_ doubt: Doubt, in transaction: any ReadTransaction) async throws -> [Pair] {
    let records = try await IdentityStore.records(of: doubt.season, in: transaction)
    switch doubt.kind {
    case .match:
      guard let old = records.first(where: { $0.id == doubt.one }),
        let new = records.first(where: { $0.id == doubt.other })
      else { return [] }
      return [Pair(old: old, new: new, isTurned: doubt.isTurned)]
    case .team:
      let missing = records.filter { $0.state == .missing }
      let own = records.filter { record in
        record.state == .present && (record.match.home.id == doubt.other || record.match.away.id == doubt.other)
      }
      let renamed = own.map { record in
        var match = record.match
        match.rename(doubt.other, doubt.one)
        return match
      }
      let pairing = MatchPairing(renamed, sources: own.map(\.source), with: missing)
      return pairing.places.sorted { $0.key < $1.key }.map {
        Pair(old: missing[$0.value], new: own[$0.key], isTurned: false)
      }
    }
  }
}

extension Match {
  /// Gives a team of the match another id.
  fileprivate mutating func rename(_ team: String, _ id: String) {
    if home.id == team { home = Team(id: id, name: home.name) }
    if away.id == team { away = Team(id: id, name: away.name) }
  }
}
