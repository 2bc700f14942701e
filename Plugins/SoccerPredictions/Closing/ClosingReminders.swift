import FieldhouseKit
import Foundation

/// Reminds people, before predictions of a match close, that they have not predicted it: those who favour its league or one of its
/// teams, and whoever has predicted another match of the league, of the next one. Of matches of a league that begin together the
/// first alone is told of, and the next one when that is predicted.
struct ClosingReminders: Sendable {
  /// How long before its kick-off those who favour a match are reminded of it at the soonest, in seconds: 7 days.
  static let horizon = 7.0 * 86_400
  static let kind = "closing"
  private static let batch = 500
  /// So many favourites are looked up together at most; where there are more each match is gone through alone.
  private static let many = 1000
  /// So many matches ahead are looked at for the next one.
  private static let ahead = 20

  let host: PluginHost
  let store: PredictionStore
  let catalogue: Catalogue
  let closings: Closings
  /// How long before the closing, in seconds; 0 for no reminders.
  let lead: Double

  static func thing(_ match: String) -> String { "match/\(match)" }

  /// Sets the reminders of the matches that have come near.
  func plan(_ matches: [Match], at now: Date) async throws {
    guard lead > 0 else { return }
    let near = matches.filter { isNear($0, at: now) && closings[$0.id]?.isTold == false }
    guard !near.isEmpty else { return }
    let things = near.map { match -> [Favourite] in
      let teams = [match.home.id, match.away.id].map { Favourite(kind: .team, id: $0) }
      return isFirst(match, at: now) ? [Favourite(kind: .league, id: match.league.league)] + teams : teams
    }
    let changes = near.compactMap { match in
      closings[match.id].map { known -> Closings.Change in
        var told = known
        told.isTold = true
        return Closings.Change(match: match.id, before: known, now: told)
      }
    }
    let told = Dictionary(changes.map { ($0.match, $0.now) }, uniquingKeysWith: { $1 })
    let isDone = try await host.storage.write { transaction in
      let all = Set(things.joined())
      guard let people = try await FavouriteStore.people(favouring: all, most: Self.many, in: transaction) else {
        return false
      }
      for (match, own) in zip(near, things) {
        let concerned = Set(own.flatMap { people[$0] ?? [] })
        try await set(match, for: concerned.sorted { $0.text < $1.text }, at: now, in: transaction)
      }
      try await ClosingStore.save(told, in: transaction)
      return true
    }
    if !isDone {
      for (match, own) in zip(near, things) { try await plan(match, for: own, at: now) }
      try await host.storage.write { try await ClosingStore.save(told, in: $0) }
    }
    closings.apply(changes)
  }

  /// Sets a match's reminders for everybody who favours one of its things, some people at a time.
  private func plan(_ match: Match, for things: [Favourite], at now: Date) async throws {
    for thing in things {
      var last = ""
      while true {
        let after = last
        let page = try await host.storage.write { transaction in
          let page = try await FavouriteStore.page(thing, after: after, limit: Self.batch, in: transaction)
          try await set(match, for: page, at: now, in: transaction)
          return page
        }
        guard page.count == Self.batch, let final = page.last else { break }
        last = final.text
      }
    }
  }

  /// Sets the reminder of a match for those of some people who have not predicted it, unless it would be due already.
  private func set(
    _ match: Match, for people: [AccountID], at now: Date, in transaction: any Transaction
  ) async throws {
    guard !people.isEmpty, isAhead(match, at: now) else { return }
    let done: [AccountID] = try await transaction.query(
      "select account from predictions where match = \(match.id) and account in (\(list: people))"
    ).map { try $0["account"] }
    let recipients = people.filter { !done.contains($0) }
    if !recipients.isEmpty { try await remind(recipients, of: match, in: transaction) }
  }

  private func remind(_ people: [AccountID], of match: Match, in transaction: any Transaction) async throws {
    try await transaction.reminders.set(
      Reminder(
        of: Self.thing(match.id), at: PredictionWindow.closing(of: match), lead: lead, to: people, kind: Self.kind,
        text: "closing", arguments: ["home": match.home.name, "away": match.away.name],
        link: "/soccer-predictions/matches/\(match.id)"))
  }

  /// Whether a reminder of a match would not be due already.
  private func isAhead(_ match: Match, at now: Date) -> Bool {
    lead > 0 && match.isOpen(at: now) && PredictionWindow.closing(of: match).addingTimeInterval(-lead) > now
  }

  private func isNear(_ match: Match, at now: Date) -> Bool {
    match.kickOff > now && match.kickOff <= now.addingTimeInterval(Self.horizon) && match.isOpen(at: now)
  }
}

// What people do.
extension ClosingReminders {
  /// People have predicted, each of them one match: of that one there is no reminder any more, but of the next one of the season.
  func predicted(_ new: [NewPrediction], in transaction: any Transaction) async throws {
    for (match, own) in Dictionary(grouping: new, by: \.match.id).sorted(by: { $0.key < $1.key }) {
      try await transaction.reminders.cancel(Self.thing(match), of: own.map(\.account))
    }
    let open = lead > 0 ? new.map { openMatches(besides: $0.match, at: $0.now) } : []
    let ids = Set(open.joined().map(\.id)).sorted()
    guard !ids.isEmpty else { return }
    let rows = try await transaction.query(
      """
      select account, match from predictions
      where account in (\(list: new.map(\.account).repeatingLast())) and match in (\(list: ids.repeatingLast()))
      """)
    let done = try Dictionary(grouping: rows) { try $0["account"] as AccountID }
      .mapValues { Set(try $0.map { try $0["match"] as String }) }
    var next: [String: (match: Match, people: [AccountID])] = [:]
    for (one, open) in zip(new, open) {
      guard let match = open.first(where: { done[one.account]?.contains($0.id) != true }), isAhead(match, at: one.now)
      else { continue }
      next[match.id, default: (match, [])].people.append(one.account)
    }
    for (_, (match, people)) in next.sorted(by: { $0.key < $1.key }) {
      try await remind(people, of: match, in: transaction)
    }
  }

  /// The next matches of a match's season that can be predicted, but for itself.
  private func openMatches(besides match: Match, at now: Date) -> [Match] {
    guard let season = catalogue.reading.seasons[match.league] else { return [] }
    return season.matches(from: now, to: .distantFuture).lazy
      .filter { $0.kickOff > now && $0.id != match.id && $0.isOpen(at: now) }.prefix(Self.ahead).map { $0 }
  }

  /// Somebody has taken a prediction back.
  func withdrawn(_ match: Match, by account: AccountID, at now: Date, in transaction: any Transaction) async throws {
    try await set(match, for: [account], at: now, in: transaction)
  }

  /// Somebody favours leagues and teams.
  func favoured(
    _ favourites: [Favourite], by account: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    for match in near(favourites, at: now) { try await set(match, for: [account], at: now, in: transaction) }
  }

  /// Somebody does not favour a league or team any more; `left` is what they still favour.
  func unfavoured(
    _ favourite: Favourite, _ left: [Favourite], by account: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    let kept = Set(near(left, at: now).map(\.id))
    for match in near([favourite], at: now) where !kept.contains(match.id) {
      try await transaction.reminders.cancel(Self.thing(match.id), of: [account])
    }
  }

  private func near(_ favourites: [Favourite], at now: Date) -> [Match] {
    catalogue.reading.seasons.values.flatMap { $0.matches(from: now, to: now + Self.horizon) }.filter { match in
      isNear(match, at: now)
        && favourites.contains { $0.includes(match) && ($0.kind == .team || isFirst(match, at: now)) }
    }
  }

  /// Whether a match is the first of those of its season that begin together and can be predicted.
  private func isFirst(_ match: Match, at now: Date) -> Bool {
    let matches = catalogue.reading.seasons[match.league]?.matches(from: match.kickOff, to: match.kickOff) ?? []
    return matches.first { $0.isOpen(at: now) }?.id == match.id
  }
}

extension Favourite {
  /// Whether a match is one of the league or team.
  func includes(_ match: Match) -> Bool {
    switch kind {
    case .league: match.league.league == id
    case .team: match.home.id == id || match.away.id == id
    }
  }
}
