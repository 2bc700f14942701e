import FieldhouseKit
import Foundation
import Synchronization

/// Carries what operators and groups have set for a season of a league on to the next one, once, before it begins: the rule that held last and
/// the question about the champion, whose options are the teams of each season. From then on both seasons are changed apart. Questions with
/// options that somebody wrote stay behind: the players and teams of one season are not those of the next.
struct SeasonCarrier: Sendable {
  private final class Memory: Sendable {
    /// When each season takes over what the one before it has.
    let due = Mutex<[SeasonKey: (from: SeasonKey, at: Date)]>([:])
    let done = Mutex<Set<SeasonKey>>([])
  }

  /// At the latest so long before a season begins it takes over, in seconds: 7 days.
  static let leastLead = 7.0 * 86_400
  /// One transaction carries over what so many groups have.
  private static let groupsAtOnce = 20

  let host: PluginHost
  let catalogue: Catalogue
  let settler: Settler
  private let memory = Memory()

  init(host: PluginHost, catalogue: Catalogue, settler: Settler) {
    (self.host, self.catalogue, self.settler) = (host, catalogue, settler)
  }

  /// Finds out when the seasons of leagues take over: when they have appeared and the season before them is over, 7 days before they begin
  /// where that still goes on then. What is over itself takes over nothing.
  func plan(_ leagues: Set<String>, at now: Date) {
    let reading = catalogue.reading
    let done = memory.done.withLock { $0 }
    memory.due.withLock { due in
      due = due.filter { !leagues.contains($0.key.league) }
      for league in leagues {
        let spans = reading.calendars[league]?.spans ?? []
        for (past, span) in zip(spans, spans.dropFirst())
        where span.end > now && past.start < span.start && !done.contains(span.key) {
          guard reading.seasons[span.key]?.matches.contains(where: { $0.round != nil }) == true else { continue }
          let at = max(span.start - SeasonCalendar.leadTime, min(past.end, span.start - Self.leastLead))
          due[span.key] = (past.key, at)
        }
      }
    }
  }

  /// When a season takes over next; nil when none does.
  var next: Date? { memory.due.withLock { $0.values.map(\.at).min() } }

  /// Has the seasons take over that are to do so by now.
  /// - Throws: ``StorageError``; what was not carried over then is so when this is called again.
  func carry(at now: Date) async throws {
    let due = memory.due.withLock { $0.filter { $0.value.at <= now } }
    for (season, (past, _)) in due.sorted(by: { $0.key.description < $1.key.description }) {
      try Task.checkCancellation()
      try await carry(from: past, to: season, at: now)
      memory.done.withLock { _ = $0.insert(season) }
      memory.due.withLock { $0[season] = nil }
    }
  }

  private func carry(from past: SeasonKey, to season: SeasonKey, at now: Date) async throws {
    let key = season.description
    guard let known = catalogue.reading.seasons[season], let round = SeasonPeriod.rounds(known.matches).first
    else { return }
    let (isDone, isUsed, groups) = try await host.storage.read { transaction in
      (
        try await transaction.first("select season from carried_seasons where season = \(key)") != nil,
        try await PredictionStore.isPredicted(known.matches.map(\.id), in: transaction),
        try await GroupLeagueStore.groupsWithOwnPoints(season: past.description, in: transaction)
      )
    }
    guard !isDone else { return }
    // Nobody who has predicted what has begun finds it under another rule.
    if round.begins > now || !isUsed {
      try await carryLeague(from: past, to: season, round, at: now)
      for part in groups.portions(of: Self.groupsAtOnce) {
        try await host.storage.write { transaction in
          for group in part { try await carry(group, from: past, to: known.league, round, at: now, in: transaction) }
        }
      }
    }
    try await host.storage.write { transaction in
      try await transaction.execute(
        "insert into carried_seasons (season, carried_at) values (\(key), \(now)) on conflict do nothing")
    }
  }

  private func carryLeague(
    from past: SeasonKey, to season: SeasonKey, _ round: SeasonPeriod, at now: Date
  ) async throws {
    guard !settler.scoring.hasModule else { return }
    let key = season.description
    let versions = try await ChangeNotes.shared.around {
      try await host.storage.write { transaction -> RuleVersions? in
        guard try await RuleStore.carry(.league, from: past, to: season, round, at: now, in: transaction) else {
          return nil
        }
        try await IdentityStore.note("rules", key, at: now, in: transaction)
        return try await RuleStore.versions(of: .league, season: key, in: transaction)
      }
    }
    if let versions { settler.rules.set(versions, of: key) }
  }

  private func carry(
    _ id: String, from past: SeasonKey, to league: League, _ round: SeasonPeriod, at now: Date,
    in transaction: any Transaction
  ) async throws {
    guard try await transaction.groups.group(id) != nil,
      try await GroupLeagueStore().all(of: id, in: transaction).contains(league.id)
    else { return }
    if try await RuleStore.carry(.group(id), from: past, to: league.key, round, at: now, in: transaction) {
      try await transaction.tellMembers(
        of: id, text: "rulesCarried", ["league": league.name, "season": league.key.season])
    }
    let closing = round.closes
    let (key, old) = (league.key.description, past.description)
    let asked = try await QuestionStore.all(of: id, season: key, in: transaction)
    guard now < closing, asked.isEmpty else { return }
    for question in try await QuestionStore.all(of: id, season: old, in: transaction) where question.kind == .champion {
      let next = BonusQuestion(
        id: UUID().uuidString.lowercased(), kind: .champion, text: question.text, options: [], points: question.points,
        round: round.name, closesAt: closing)
      try await QuestionStore.add(next, of: id, season: key, at: now, in: transaction)
      try await transaction.tellMembers(of: id, text: "questionAsked", ["question": question.text])
    }
  }
}
