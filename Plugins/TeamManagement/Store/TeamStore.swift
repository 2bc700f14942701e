import FieldhouseKit
import Foundation

/// The teams with what every change of one needs.
enum TeamStore {
  static func find(_ id: String, in transaction: any ReadTransaction) async throws -> Team? {
    try await transaction.first("select \(Team.columns) from teams where team = \(id)").map(Team.init)
  }

  /// What is kept of some teams, by their ids.
  static func find(_ ids: [String], in transaction: any ReadTransaction) async throws -> [String: Team] {
    let teams = try await transaction.query("select \(Team.columns) from teams where team in (\(list: ids))").map(
      Team.init)
    return Dictionary(teams.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
  }

  /// A team that lives, with its group.
  /// - Throws: ``Problem`` 404, 409 `team-archived`.
  static func living(_ id: String, in transaction: any Transaction) async throws -> (team: Team, group: Group) {
    guard let group = try await transaction.groups.group(id), let team = try await find(id, in: transaction) else {
      throw Problem.notFound()
    }
    guard group.archivedAt == nil else { throw Problem.teamArchived }
    return (team, group)
  }

  /// The group of a team that lives.
  /// - Throws: ``Problem`` 404, 409 `team-archived`.
  static func livingGroup(_ id: String, in transaction: any Transaction) async throws -> Group {
    guard let group = try await transaction.groups.group(id), group.kind == Team.kind else { throw Problem.notFound() }
    guard group.archivedAt == nil else { throw Problem.teamArchived }
    return group
  }

  static func insert(_ id: String, sport: String, organisation: String?, in transaction: any Transaction) async throws {
    try await transaction.execute(
      "insert into teams (team, sport, organisation) values (\(id), \(sport), \(organisation))")
    for (place, name) in Sports.fields(of: sport).enumerated() {
      try await transaction.execute("insert into fields (team, name, place) values (\(id), \(name), \(place))")
    }
  }

  /// The members of a team, in the order of their ids.
  static func members(of team: String, in transaction: any Transaction) async throws -> [AccountID] {
    try await holders(of: "member", in: team, transaction)
  }

  /// Those who look after a team.
  static func admins(of team: String, in transaction: any Transaction) async throws -> [AccountID] {
    // They come by role, and nothing comes before this one: the members need not be read. Most teams have very few of them.
    try await holders(of: "admin", in: team, first: 4, transaction)
  }

  /// Who is on a team, and those who look after it in the order of their ids, read in one go.
  static func people(
    of team: String, in transaction: any Transaction
  ) async throws -> (members: Set<AccountID>, admins: [AccountID]) {
    var (members, admins): (Set<AccountID>, [AccountID]) = ([], [])
    var page: [Grant] = []
    repeat {
      page = try await transaction.holders(in: Team.scope(team), after: page.last, limit: 1_000)
      members.formUnion(page.lazy.filter { $0.role == "member" }.map(\.account))
      admins += page.lazy.filter { $0.role == "admin" }.map(\.account)
    } while page.count == 1_000
    return (members, admins.sorted { $0.text < $1.text })
  }

  /// - Parameter first: how many are read at first; more of them where that is not enough.
  private static func holders(
    of role: String, in team: String, first: Int = 1_000, _ transaction: any Transaction
  ) async throws -> [AccountID] {
    var (found, last, limit): ([AccountID], Grant?, Int) = ([], nil, first)
    while true {
      let page = try await transaction.holders(in: Team.scope(team), after: last, limit: limit)
      found += page.filter { $0.role == role }.map(\.account)
      guard page.count == limit, let reached = page.last?.role, reached <= role else {
        return found.sorted { $0.text < $1.text }
      }
      (last, limit) = (page.last, min(1_000, limit * 8))
    }
  }

  static func newID() -> String { UUID().uuidString.lowercased() }
}
