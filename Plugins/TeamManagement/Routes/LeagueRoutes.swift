import FieldhouseKit
import Foundation

// A league is a table that several teams share: one founds it, the others join with its code, and each enters its own games.
extension TeamManagement {
  func leagueRoutes(_ routes: inout Routes) {
    routes.get(
      "/teams/{team}/leagues", "The leagues that the team is in, with their tables and games",
      access: .permission(Permission.view, in: "team")
    ) { (input: TeamInput, call) in try await leagues(of: input.team, for: try call.account.id) }
    routes.post(
      "/teams/{team}/leagues", "Found a league, which other teams join with its code",
      access: .permission(Permission.statistics, in: "team"), problems: [.teamArchived, .leaguesFull]
    ) { (input: LeagueDraftInput, call, transaction) in
      let name = try input.name.trimmed("/name", "Name the league.")
      try await checkRoom(for: input.team, in: transaction)
      let league = try await LeagueStore.found(name, by: input.team, at: call.now, in: transaction)
      try await publish("statistics", of: input.team, in: transaction)
      return LeagueName(league: league.id, code: league.code)
    }
    routes.post(
      "/teams/{team}/leagues/join", "Join a league with its code",
      access: .permission(Permission.statistics, in: "team"), status: 200,
      problems: [.teamArchived, .leagueUnknown, .leaguesFull]
    ) { (input: LeagueCodeInput, call, transaction) in
      _ = try await TeamStore.livingGroup(input.team, in: transaction)
      guard let league = try await LeagueStore.league(code: input.code, in: transaction) else {
        throw Problem.leagueUnknown
      }
      let teams = try await LeagueStore.teams(of: [league.id], in: transaction)[league.id] ?? []
      let name = LeagueName(league: league.id, code: league.code)
      guard !teams.contains(input.team) else { return name }
      try await checkRoom(for: input.team, in: transaction)
      guard teams.count < LeagueStore.mostTeams else { throw Problem.leaguesFull }
      try await LeagueStore.join(league.id, input.team, at: call.now, in: transaction)
      for team in teams + [input.team] { try await publish("statistics", of: team, in: transaction) }
      return name
    }
    routes.delete(
      "/teams/{team}/leagues/{league}", "Leave a league; the team's games go with it",
      access: .permission(Permission.statistics, in: "team"), problems: [.leagueUnknown]
    ) { (input: LeaguePath, _, transaction) in
      let teams = try await teams(of: input.league, with: input.team, in: transaction)
      try await LeagueStore.leave(input.league, input.team, in: transaction)
      for team in teams { try await publish("statistics", of: team, in: transaction) }
      return NoContent()
    }
    gameRoutes(&routes)
  }

  private func gameRoutes(_ routes: inout Routes) {
    routes.post(
      "/teams/{team}/leagues/{league}/games", "Enter a game that the team has played in a league",
      access: .permission(Permission.statistics, in: "team"),
      problems: [.teamArchived, .leagueUnknown, .opponentUnknown, .gamesFull]
    ) { (input: LeagueGameInput, _, transaction) in
      _ = try await TeamStore.livingGroup(input.team, in: transaction)
      let teams = try await teams(of: input.league, with: input.team, in: transaction)
      guard input.opponent != input.team, teams.contains(input.opponent) else { throw Problem.opponentUnknown }
      let games = try await LeagueStore.games(of: [input.league], in: transaction)[input.league] ?? []
      guard games.count < LeagueStore.mostGames else { throw Problem.gamesFull }
      let id = try await LeagueStore.add(input.game, day: input.day, to: input.league, in: transaction)
      for team in teams { try await publish("statistics", of: team, in: transaction) }
      return LeagueGameName(game: id)
    }
    routes.delete(
      "/teams/{team}/leagues/{league}/games/{game}", "Remove a game of the team from a league",
      access: .permission(Permission.statistics, in: "team"), problems: [.leagueUnknown, .gameUnknown]
    ) { (input: LeagueGamePath, _, transaction) in
      let teams = try await teams(of: input.league, with: input.team, in: transaction)
      guard try await LeagueStore.remove(input.game, of: input.league, input.team, in: transaction) else {
        throw Problem.gameUnknown
      }
      for team in teams { try await publish("statistics", of: team, in: transaction) }
      return NoContent()
    }
  }

  private func checkRoom(for team: String, in transaction: any Transaction) async throws {
    _ = try await TeamStore.livingGroup(team, in: transaction)
    let known = try await LeagueStore.leagues(of: team, in: transaction)
    guard known.count < LeagueStore.mostLeagues else { throw Problem.leaguesFull }
  }

  /// The teams of a league in which one is.
  /// - Throws: ``Problem`` 404 `league-unknown`, also for one that the team is not in.
  private func teams(
    of league: String, with team: String, in transaction: any ReadTransaction
  ) async throws -> [String] {
    let teams = try await LeagueStore.teams(of: [league], in: transaction)[league] ?? []
    guard teams.contains(team) else { throw Problem.leagueUnknown }
    return teams
  }

  /// The code is for those who may let others in.
  private func leagues(of team: String, for viewer: AccountID) async throws -> Page<LeagueOutput> {
    let mayEdit = try await host.rights.has(Permission.statistics, viewer, in: Team.scope(team))
    let (leagues, teams, games) = try await host.storage.read { transaction in
      let leagues = try await LeagueStore.leagues(of: team, in: transaction)
      let ids = leagues.map(\.id)
      return (
        leagues, try await LeagueStore.teams(of: ids, in: transaction),
        try await LeagueStore.games(of: ids, in: transaction)
      )
    }
    var names: [String: String] = [:]
    for id in Set(teams.values.flatMap { $0 }) { names[id] = try await host.groups.group(id)?.name ?? "" }
    let named = names
    return Page(
      items: leagues.map { league in
        let (teams, games) = (teams[league.id] ?? [], games[league.id] ?? [])
        return LeagueOutput(
          id: league.id, name: league.name, code: mayEdit ? league.code : nil,
          table: LeagueTable.rows(of: teams, games.map(\.result)).map { LeagueRowOutput($0, named[$0.team] ?? "") },
          games: games.map { LeagueGameOutput($0, named) })
      })
  }
}
