import FieldhouseKit
import Foundation

/// The teams of the challenges.
enum TeamStore {
  /// How many teams a challenge has at most.
  static let mostTeams = 500

  /// The teams of a challenge, in the order in which they were made.
  static func teams(of challenge: String, in transaction: any ReadTransaction) async throws -> [Team] {
    try await transaction.query(
      "select \(Team.columns) from teams where challenge = \(challenge) order by place"
    ).map(Team.init)
  }

  /// What counts of everybody who has been in some teams, by team.
  static func members(of teams: [String], in transaction: any ReadTransaction) async throws -> [String: [TeamMember]] {
    let rows = try await transaction.query(
      "select team, account, score, left_at from participants where team in (\(list: teams))")
    return Dictionary(grouping: try rows.map { try TeamMember($0) }, by: \.team)
  }

  /// How many take part in each of some teams, somebody left out; teams without anybody are left out.
  private static func sizes(
    of teams: [String], besides participant: Int, in transaction: any ReadTransaction
  ) async throws -> [String: Int] {
    let rows = try await transaction.query(
      """
      select team, count(*) as size from participants
      where team in (\(list: teams)) and left_at is null and id <> \(participant) group by team
      """)
    let sizes: [(String, Int)] = try rows.map { (try $0["team"], try $0["size"]) }
    // What is drawn already belongs to those who are about to come into their teams.
    let shares: [(String, Int)] = try await transaction.query(
      "select team, size from draw_shares where team in (\(list: teams))"
    ).map { (try $0["team"], try $0["size"]) }
    return Dictionary(sizes + shares, uniquingKeysWith: +)
  }

  @discardableResult
  static func add(
    _ name: String, to challenge: String, place: Int, in transaction: any Transaction
  ) async throws -> String {
    let id = UUID().uuidString.lowercased()
    let key = SearchWords.of(name).joined(separator: " ")
    let added = try await transaction.execute(
      """
      insert into teams (id, challenge, name, name_key, place)
      values (\(id), \(challenge), \(name), \(key.isEmpty ? name : key), \(place)) on conflict do nothing
      """)
    guard added == 1 else { throw Problem.teamNameTaken }
    return id
  }

  /// Puts somebody into a team as wished.
  /// - Throws: ``Problem`` 404 `team-unknown`; 409 `team-full`, `teams-full`, `team-name-taken`, `teams-many`,
  ///   `teams-given`.
  static func place(
    _ participant: Int, _ wish: TeamWish, in challenge: Challenge, _ transaction: any Transaction
  ) async throws {
    let limit = challenge.teamSize ?? 0
    let teams = try await teams(of: challenge.id, in: transaction)
    let counts = try await sizes(of: teams.map(\.id), besides: participant, in: transaction)
    let sizes = teams.map { counts[$0.id] ?? 0 }
    let team: String
    switch wish {
    case .chosen(let id):
      guard let place = teams.firstIndex(where: { $0.id == id }) else { throw Problem.teamUnknown }
      guard sizes[place] < limit else { throw Problem.teamFull(limit) }
      team = id
    case .new(let name):
      guard challenge.mayFound else { throw Problem.teamsGiven }
      guard teams.count < mostTeams else { throw Problem.teamsMany }
      team = try await add(name, to: challenge.id, place: (teams.last?.place ?? 0) + 1, in: transaction)
    case .random where challenge.isDrawnTogether:
      return try await wait(participant, in: transaction)
    case .random where challenge.rules.drawsAtStart == true:
      guard sizes.contains(where: { $0 < limit }) else { throw Problem.teamsFull }
      try await wait(participant, in: transaction)
      guard try await DrawStore.drawAll(in: challenge, transaction) == 0 else { return }
      // Another draw is being carried out: whoever comes meanwhile is drawn behind it.
      try await transaction.execute(
        """
        update challenges set draws_at = (select joined_at from participants where id = \(participant))
        where id = \(challenge.id) and draws_at is null
        """)
      return
    case .random:
      let among = TeamDraw.candidates(sizes: sizes, limit: limit)
      guard !among.isEmpty else { throw Problem.teamsFull }
      team = try await draw(among.map { teams[$0].id }, in: challenge, transaction)
    }
    try await transaction.execute("update participants set team = \(team), waits = 0 where id = \(participant)")
  }

  /// Notes that somebody waits for a draw.
  static func wait(_ participant: Int, in transaction: any Transaction) async throws {
    try await transaction.execute("update participants set waits = 1 where id = \(participant)")
  }

  /// How many wait for a draw.
  static func waiting(in challenge: String, _ transaction: any ReadTransaction) async throws -> Int {
    try await transaction.query(
      "select count(*) as n from participants where challenge = \(challenge) and waits = 1 and left_at is null")[0]["n"]
  }

  /// The draws of all who waited, the first one first; 1,000 at most.
  static func levelDraws(of challenge: String, in transaction: any ReadTransaction) async throws -> [LevelDrawn] {
    try await transaction.query(
      "select number, teams, people, drawn from level_draws where challenge = \(challenge) order by number limit 1000"
    ).map {
      LevelDrawn(
        number: try $0["number"], teams: try JSONText.decode($0["teams"]), people: try JSONText.decode($0["people"]),
        drawn: try JSONText.decode($0["drawn"]))
    }
  }

  /// Draws one of some teams, and keeps how.
  private static func draw(
    _ candidates: [String], in challenge: Challenge, _ transaction: any Transaction
  ) async throws -> String {
    let picked = TeamDraw.pick(seed: challenge.drawSeed, number: challenge.draws, among: candidates.count)
    try await transaction.execute(
      """
      insert into draws (challenge, number, candidates, team)
      values (\(challenge.id), \(challenge.draws), \(try JSONText.encode(candidates)), \(candidates[picked]))
      """)
    try await transaction.execute("update challenges set draws = draws + 1 where id = \(challenge.id)")
    return candidates[picked]
  }

  /// The draws of a challenge, the first one first; 1,000 at most.
  static func draws(of challenge: String, in transaction: any ReadTransaction) async throws -> [TeamDrawn] {
    try await transaction.query(
      "select number, candidates, team from draws where challenge = \(challenge) order by number limit 1000"
    ).map {
      TeamDrawn(number: try $0["number"], candidates: try JSONText.decode($0["candidates"]), team: try $0["team"])
    }
  }
}

/// Somebody who is or has been in a team.
struct TeamMember: Sendable {
  let team: String
  let account: AccountID?
  /// In thousandths of a point.
  let score: Int64
  /// Whether the member takes part.
  let isActive: Bool

  init(_ row: Row) throws {
    (team, account, score) = (try row["team"], try row["account"], try row["score"])
    let leftAt: Date? = try row["left_at"]
    isActive = leftAt == nil
  }
}

/// Into which team somebody wants.
enum TeamWish: Sendable {
  case chosen(String)
  case new(String)
  case random
}

/// A draw that took place.
struct TeamDrawn: RouteOutput, Decodable {
  /// From 0.
  var number: Int
  /// The ids of the teams among which was drawn, in order.
  var candidates: [String]
  var team: String
}

/// A draw by level that took place, with which everybody can draw again.
struct LevelDrawn: RouteOutput, Decodable {
  struct Team: RouteOutput, Codable, Equatable {
    var id: String
    /// How many were in it before.
    var members: Int
    /// What their levels added up to.
    var levels: Int
  }

  /// From 0.
  var number: Int
  var teams: [Team]
  /// The levels of those who waited, in the order in which they had joined.
  var people: [Int]
  /// The place of each one's team, from 0; nil where there was no room any more.
  var drawn: [Int?]
}
