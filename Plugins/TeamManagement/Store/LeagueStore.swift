import FieldhouseKit
import Foundation

/// Leagues: tables that several teams share.
enum LeagueStore {
  /// How many leagues a team is in, how many teams a league has, and how many games, at most.
  static let (mostLeagues, mostTeams, mostGames) = (20, 50, 2_000)

  struct League: Sendable {
    let id: String
    let name: String
    /// Whoever has it joins with a team.
    let code: String

    init(_ row: Row) throws { (id, name, code) = (try row["id"], try row["name"], try row["code"]) }
  }

  struct Game: Sendable {
    let id: String
    let league: String
    let result: LeagueTable.Game
    let day: String

    init(_ row: Row) throws {
      (id, league, day) = (try row["id"], try row["league"], try row["day"])
      result = LeagueTable.Game(
        home: try row["home"], away: try row["away"], homeScore: try row["home_score"],
        awayScore: try row["away_score"])
    }
  }

  static func leagues(of team: String, in transaction: any ReadTransaction) async throws -> [League] {
    try await transaction.query(
      """
      select id, name, code from leagues where id in (select league from league_teams where team = \(team))
      order by name, id
      """
    ).map(League.init)
  }

  /// The teams of some leagues, by league, those first that came first.
  static func teams(
    of leagues: [String], in transaction: any ReadTransaction
  ) async throws -> [String: [String]] {
    var teams: [String: [String]] = [:]
    for row in try await transaction.query(
      "select league, team from league_teams where league in (\(list: leagues)) order by joined_at, team")
    { teams[try row["league"], default: []].append(try row["team"]) }
    return teams
  }

  /// The games of some leagues, by league, the latest first.
  static func games(
    of leagues: [String], in transaction: any ReadTransaction
  ) async throws -> [String: [Game]] {
    let games = try await transaction.query(
      """
      select id, league, home, away, home_score, away_score, day from league_games where league in (\(list: leagues))
      order by day desc, id
      """
    ).map(Game.init)
    return Dictionary(grouping: games, by: \.league)
  }

  static func league(code: String, in transaction: any ReadTransaction) async throws -> League? {
    try await transaction.first("select id, name, code from leagues where code = \(code)").map(League.init)
  }

  static func found(_ name: String, by team: String, at now: Date, in transaction: any Transaction) async throws
    -> League
  {
    let league = try await transaction.query(
      """
      insert into leagues (id, name, code) values (\(TeamStore.newID()), \(name), \(Secret.make(length: 10)))
      returning id, name, code
      """
    ).map(League.init)[0]
    try await join(league.id, team, at: now, in: transaction)
    return league
  }

  static func join(_ league: String, _ team: String, at now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into league_teams (league, team, joined_at) values (\(league), \(team), \(now))
      on conflict (league, team) do nothing
      """)
  }

  /// Takes a team out, with its games; a league without teams is gone.
  static func leave(_ league: String, _ team: String, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from league_teams where league = \(league) and team = \(team)")
    try await transaction.execute(
      "delete from league_games where league = \(league) and (home = \(team) or away = \(team))")
    try await transaction.execute(
      "delete from leagues where id = \(league) and id not in (select league from league_teams)")
  }

  static func add(
    _ game: LeagueTable.Game, day: String, to league: String, in transaction: any Transaction
  ) async throws -> String {
    let id = TeamStore.newID()
    try await transaction.execute(
      """
      insert into league_games (id, league, home, away, home_score, away_score, day)
      values (\(id), \(league), \(game.home), \(game.away), \(game.homeScore), \(game.awayScore), \(day))
      """)
    return id
  }

  /// - Returns: whether there was such a game of the team.
  static func remove(
    _ game: String, of league: String, _ team: String, in transaction: any Transaction
  ) async throws -> Bool {
    try await transaction.execute(
      """
      delete from league_games where id = \(game) and league = \(league) and (home = \(team) or away = \(team))
      """) == 1
  }
}
