import FieldhouseKit
import Foundation

/// Draws of teams for many at once, which take steps where there are very many: what is drawn is kept first, whole, and then carried out
/// team by team. Whatever comes between – the end of the host, people who leave, choose or come – changes nothing in what was drawn.
enum DrawStore {
  /// So many people come into their teams in one step, or a whole team more.
  static let portion = 1_000

  /// A draw that has not begun.
  struct Plan: Sendable {
    /// Which one of the challenge it is, from 0.
    let number: Int
    /// The teams as they are before, in order.
    let teams: [LevelDrawn.Team]
    /// The levels of those who wait, and the places of their teams, as they are published.
    let (levels, drawn): (String, String)
    /// Who comes into which team.
    let shares: [Share]

    /// How many have a team then.
    var count: Int { shares.reduce(0) { $0 + $1.size } }
  }

  /// Those who are drawn into a team.
  struct Share: Sendable {
    /// The team's, among all of the challenge.
    let place: Int
    /// Their parts in the challenge, as they are kept, and how many there are.
    let (people, size): (String, Int)
  }

  /// Draws a team for each of those who wait, as many as there is room for. Where teams are drawn by their size, all are taken to be of
  /// one level.
  /// - Returns: nil where nobody waits, there is no room, or a draw is being carried out.
  static func plan(of challenge: Challenge, in transaction: any ReadTransaction) async throws -> Plan? {
    guard try await !isOpen(challenge.id, in: transaction) else { return nil }
    let limit = challenge.teamSize ?? 0
    let isByLevel = challenge.rules.drawBy == .level
    let teams = try await teams(of: challenge, in: transaction)
    let waiting = try await transaction.query(
      """
      select id, level from participants
      where challenge = \(challenge.id) and waits = 1 and team is null and left_at is null
      order by id limit \(room(in: teams, of: challenge))
      """
    ).map { (id: try $0["id"] as Int, level: isByLevel ? try $0["level"] as Int : 1) }
    guard !waiting.isEmpty else { return nil }
    let levels = waiting.map(\.level)
    let drawn = BalancedDraw.draw(
      levels, into: teams.map { BalancedDraw.Team(members: $0.members, levels: $0.levels) }, limit: limit,
      seed: challenge.drawSeed, number: challenge.draws)
    return Plan(
      number: challenge.draws, teams: teams, levels: try JSONText.encode(levels), drawn: try JSONText.encode(drawn),
      shares: try shares(drawn, of: waiting.map(\.id)))
  }

  /// How many more people the teams of a challenge take.
  static func room(of challenge: Challenge, in transaction: any ReadTransaction) async throws -> Int {
    room(in: try await teams(of: challenge, in: transaction), of: challenge)
  }

  private static func room(in teams: [LevelDrawn.Team], of challenge: Challenge) -> Int {
    teams.reduce(0) { $0 + max(0, (challenge.teamSize ?? 0) - $1.members) }
  }

  private static func shares(_ drawn: [Int?], of people: [Int]) throws -> [Share] {
    var members: [Int: [Int]] = [:]
    for (team, person) in zip(drawn, people) {
      if let team { members[team, default: []].append(person) }
    }
    return try members.sorted { $0.key < $1.key }.map { place, people in
      Share(place: place, people: try JSONText.encode(people), size: people.count)
    }
  }

  /// The teams of a challenge with who is in them.
  private static func teams(
    of challenge: Challenge, in transaction: any ReadTransaction
  ) async throws -> [LevelDrawn.Team] {
    let rows = try await transaction.query(
      """
      select team, count(*) as size, cast(sum(level) as bigint) as levels from participants
      where challenge = \(challenge.id) and team is not null and left_at is null group by team
      """)
    var known: [String: LevelDrawn.Team] = [:]
    for row in rows {
      let (id, size): (String, Int) = (try row["team"], try row["size"])
      known[id] = LevelDrawn.Team(
        id: id, members: size, levels: challenge.rules.drawBy == .level ? try row["levels"] : size)
    }
    return try await TeamStore.teams(of: challenge.id, in: transaction).map {
      known[$0.id] ?? LevelDrawn.Team(id: $0.id, members: 0, levels: 0)
    }
  }

  /// Keeps a draw, by which it is public and is carried out from then on.
  /// - Returns: false where the teams, or what was drawn, are not as they were when it was planned.
  static func begin(_ plan: Plan, of id: String, in transaction: any Transaction) async throws -> Bool {
    let challenge = try await ChallengeStore.challenge(id, in: transaction)
    guard challenge.draws == plan.number, try await !isOpen(id, in: transaction),
      try await teams(of: challenge, in: transaction) == plan.teams
    else { return false }
    try await transaction.execute(
      """
      insert into level_draws (challenge, number, teams, people, drawn)
      values (\(id), \(plan.number), \(try JSONText.encode(plan.teams)), \(plan.levels), \(plan.drawn))
      """)
    for share in plan.shares {
      try await transaction.execute(
        """
        insert into draw_shares (challenge, number, team, place, people, size)
        values (\(id), \(plan.number), \(plan.teams[share.place].id), \(share.place), \(share.people), \(share.size))
        """)
    }
    try await transaction.execute("update challenges set draws = draws + 1 where id = \(id)")
    return true
  }

  /// What a step has done.
  struct Step: Sendable {
    /// The number of the draw.
    let number: Int
    /// Who has come into a team.
    let placed: [AccountID]
    /// Whether the draw is carried out.
    let isLast: Bool
  }

  /// Puts some of those who are drawn into their teams: whole teams, until a portion of people is full. Who has left or has got a team
  /// otherwise is left out.
  /// - Returns: nil where no draw is being carried out.
  static func step(
    in challenge: String, portion: Int = portion, _ transaction: any Transaction
  ) async throws -> Step? {
    let shares = try await transaction.query(
      "select number, place, size from draw_shares where challenge = \(challenge) order by place"
    ).map { (number: try $0["number"] as Int, place: try $0["place"] as Int, size: try $0["size"] as Int) }
    guard let first = shares.first else { return nil }
    var (placed, size, done): ([AccountID], Int, Int) = ([], 0, 0)
    for share in shares where size < portion {
      placed += try await fill(share.place, of: challenge, in: transaction)
      (size, done) = (size + share.size, done + 1)
    }
    return Step(number: first.number, placed: placed, isLast: done == shares.count)
  }

  /// - Returns: who has come into the team.
  private static func fill(
    _ place: Int, of challenge: String, in transaction: any Transaction
  ) async throws -> [AccountID] {
    let row = try await transaction.query(
      "delete from draw_shares where challenge = \(challenge) and place = \(place) returning team, people")[0]
    let (team, people): (String, [Int]) = (try row["team"], try JSONText.decode(row["people"]))
    let placed: [AccountID?] = try await transaction.query(
      """
      update participants set team = \(team), waits = 0
      where id in (\(list: people)) and waits = 1 and team is null and left_at is null returning account
      """
    ).map { try $0["account"] }
    return placed.compactMap(\.self)
  }

  /// Draws in one piece, in one transaction: for as many as one transaction may hold up.
  /// - Returns: how many are drawn.
  static func drawAll(
    in challenge: Challenge, _ transaction: any Transaction,
    _ tell: (Step) async throws -> Void = { _ in }
  ) async throws -> Int {
    guard let plan = try await plan(of: challenge, in: transaction),
      try await begin(plan, of: challenge.id, in: transaction)
    else { return 0 }
    while let step = try await step(in: challenge.id, transaction) { try await tell(step) }
    return plan.count
  }

  /// Whether a draw is being carried out.
  static func isOpen(_ challenge: String, in transaction: any ReadTransaction) async throws -> Bool {
    try await transaction.first("select place from draw_shares where challenge = \(challenge) limit 1") != nil
  }

  /// The challenges whose draw has come, or is being carried out.
  static func due(at now: Date, in transaction: any ReadTransaction) async throws -> [String] {
    let begun: [String] = try await transaction.query("select distinct challenge from draw_shares limit 100")
      .map { try $0["challenge"] }
    let due: [String] = try await transaction.query(
      "select id from challenges where draws_at <= \(now) order by draws_at, id limit 100"
    ).map { try $0["id"] }
    return begun + due.filter { !begun.contains($0) }
  }
}
