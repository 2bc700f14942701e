import FieldhouseKit
import Foundation
import Synchronization

/// Keeps who is who: matches, teams and players with all that they are called, and the doubts that wait for an operator.
enum IdentityStore {
  private static let batch = 50

  // Matches.

  /// The matches of a season, in the order of their ids. What cannot be read is left out.
  static func records(of season: String, in transaction: any ReadTransaction) async throws -> [MatchRecord] {
    guard let key = SeasonKey(season) else { return [] }
    return try await transaction.query(
      "select id, state, source, facts from matches where season = \(season) order by id"
    ).compactMap { row in
      guard let match = Match(id: try row["id"], season: key, storedFacts: try row["facts"]),
        let state = MatchRecord.State(rawValue: try row["state"])
      else { return nil }
      return MatchRecord(match: match, state: state, source: try row["source"])
    }
  }

  /// Keeps matches that are new or differ.
  static func save(_ records: [MatchRecord], in transaction: any Transaction) async throws {
    for start in stride(from: 0, to: records.count, by: batch) {
      let part = records[start..<min(start + batch, records.count)]
      try await transaction.execute(
        """
        insert into matches (id, season, state, source, facts) values \(rows(part))
        on conflict (id) do update set season = excluded.season, state = excluded.state, source = excluded.source,
          facts = excluded.facts
        """)
    }
  }

  static func removeMatch(_ id: String, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from matches where id = \(id)")
  }

  /// The other ids of the matches of a season.
  static func matchAliases(of season: String, in transaction: any ReadTransaction) async throws -> [String: String] {
    try await pairs(
      """
      select a.alias as one, a.match as other from match_aliases a join matches m on m.id = a.match
      where m.season = \(season)
      """, in: transaction)
  }

  static func save(matchAliases: [String: String], in transaction: any Transaction) async throws {
    for (alias, match) in matchAliases {
      try await transaction.execute(
        """
        insert into match_aliases (alias, match) values (\(alias), \(match))
        on conflict (alias) do update set match = excluded.match
        """)
    }
  }

  // Seasons.

  /// Every season with its league and the fingerprint of what was last read.
  static func seasons(in transaction: any ReadTransaction) async throws -> [(league: League, fingerprint: String)] {
    try await transaction.query("select season, league, fingerprint from seasons order by season").compactMap { row in
      guard let key = SeasonKey(try row["season"] as String),
        let league = League(key: key, storedFacts: try row["league"])
      else { return nil }
      return (league, try row["fingerprint"])
    }
  }

  static func save(_ league: League, fingerprint: String, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into seasons (season, league, fingerprint)
      values (\(league.key.description), \(league.storedFacts), \(fingerprint))
      on conflict (season) do update set league = excluded.league, fingerprint = excluded.fingerprint
      """)
  }

  /// The lasting keys of seasons, by other names that a feed has given them.
  static func seasonAliases(in transaction: any ReadTransaction) async throws -> [SeasonKey: SeasonKey] {
    let pairs = try await pairs("select alias as one, season as other from season_aliases", in: transaction)
    return pairs.reduce(into: [:]) { aliases, pair in
      if let alias = SeasonKey(pair.key), let season = SeasonKey(pair.value) { aliases[alias] = season }
    }
  }

  static func save(season alias: SeasonKey, renamed season: SeasonKey, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into season_aliases (alias, season) values (\(alias.description), \(season.description))
      on conflict do nothing
      """)
  }

  // Teams and players.

  static func teamAliases(in transaction: any ReadTransaction) async throws -> [String: String] {
    try await pairs("select spelling as one, team as other from team_aliases", in: transaction)
  }

  static func save(spellings: [String: String], in transaction: any Transaction) async throws {
    for (spelling, team) in spellings {
      try await transaction.execute(
        """
        insert into team_aliases (spelling, team) values (\(spelling), \(team))
        on conflict (spelling) do update set team = excluded.team
        """)
    }
  }

  /// Forgets a spelling that was taken for a team of its own, so that it is asked about when it is read again.
  static func forget(spelling: String, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from team_aliases where spelling = \(spelling) and team = \(spelling)")
  }

  static func players(in transaction: any ReadTransaction) async throws -> PlayerRegistry {
    var registry = PlayerRegistry()
    let rows = try await transaction.query("select spelling, player, name from player_aliases order by spelling")
    for row in rows {
      guard let spelling = PlayerID(try row["spelling"] as String), let player = PlayerID(try row["player"] as String)
      else { continue }
      registry.add(spelling, player, name: try row["name"])
    }
    return registry
  }

  static func save(
    _ player: PlayerID, spelled spelling: PlayerID, name: String, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into player_aliases (spelling, player, name) values (\(spelling.text), \(player.text), \(name))
      on conflict (spelling) do nothing
      """)
  }

  /// Favours a team under its lasting id for whoever has favoured it under another one.
  static func moveFavourites(of spelling: String, to team: String, in transaction: any Transaction) async throws {
    guard spelling != team else { return }
    try await transaction.execute(
      """
      update favourites set id = \(team) where kind = 'team' and id = \(spelling) and not exists (
        select 1 from favourites own
        where own.kind = 'team' and own.id = \(team) and own.account = favourites.account)
      """)
    try await transaction.execute("delete from favourites where kind = 'team' and id = \(spelling)")
  }

  // What other hosts are to hear of.

  /// Notes that something is otherwise than the feed alone says, for the hosts that share the store.
  static func note(_ kind: String, _ thing: String, at now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute(
      "insert into changes (kind, thing, made_at) values (\(kind), \(thing), \(now))")
  }

  /// What was noted since a number, the oldest first.
  static func changes(after number: Int64, in transaction: any ReadTransaction) async throws
    -> [(number: Int64, kind: String, thing: String)]
  {
    try await transaction.query("select id, kind, thing from changes where id > \(number) order by id limit 500")
      .map { (try $0["id"], try $0["kind"], try $0["thing"]) }
  }

  static func lastChange(in transaction: any ReadTransaction) async throws -> Int64 {
    try await transaction.first("select id as number from changes order by id desc limit 1").map { try $0["number"] }
      ?? 0
  }

  static func pairs(_ sql: SQL, in transaction: any ReadTransaction) async throws -> [String: String] {
    Dictionary(
      try await transaction.query(sql).map { (try $0["one"] as String, try $0["other"] as String) },
      uniquingKeysWith: { $1 })
  }

  private static func rows(_ records: ArraySlice<MatchRecord>) -> SQL {
    var text = SQL.StringInterpolation(literalCapacity: 0, interpolationCount: 5 * records.count)
    for (place, record) in records.enumerated() {
      text.appendLiteral(place == 0 ? "(" : ", (")
      let values = [
        record.id, record.match.league.description, record.state.rawValue, record.source, record.match.storedFacts,
      ]
      text.appendInterpolation(list: values)
      text.appendLiteral(")")
    }
    return SQL(stringInterpolation: text)
  }
}

/// How often transactions of this process that note something for other hosts have ended, whatever plugins there are in it: a look
/// at the notes is wasted while it stays the same.
final class ChangeNotes: Sendable {
  static let shared = ChangeNotes()

  private let ended = Atomic(0)

  var count: Int { ended.load(ordering: .acquiring) }

  /// Runs a transaction that may note something.
  func around<Value>(_ body: () async throws -> Value) async throws -> Value {
    defer { ended.add(1, ordering: .acquiringAndReleasing) }
    return try await body()
  }
}
