import FieldhouseKit
import Foundation

extension FitnessChallenges {
  func joiningRoutes(_ routes: inout Routes) {
    routes.post(
      "/challenges/{challenge}/join", "Take part, in a team challenge in a team of mine or by draw",
      access: .permission("join-challenges"),
      problems: [
        .challengeUnknown, .challengeOver, .challengeFull, .ownChallenge, .teamNeeded, .noTeams, .teamUnknown,
        .teamFull(2), .teamsFull, .teamsGiven, .teamsMany, .teamNameTaken,
      ]
    ) { (input: JoinInput, call, transaction) in
      let account = try call.account.id
      let challenge = try await joined(input.challenge, by: account, at: call.now, in: transaction)
      let wish = try input.wish
      let known = try await ParticipantStore.find(account, in: challenge.id, transaction)
      if known == nil || known?.leftAt != nil {
        guard try await hasRoom(challenge, in: transaction) else { throw Problem.challengeFull }
      }
      try await transaction.groups.add(account, to: challenge.id, by: account)
      var part = try await ParticipantStore.participant(account, in: challenge.id, transaction)
      try await place(&part, wish, input.level, in: challenge, transaction)
      return try await participation(part, challenge, at: call.now, in: transaction)
    }
    routes.put(
      "/challenges/{challenge}/team", "Choose a team, found one, or be assigned to a random one: who was invited, once",
      access: .permission("take-part", in: "challenge"),
      problems: [
        .noTeams, .teamNeeded, .teamUnknown, .teamFull(2), .teamsFull, .teamsGiven, .teamsMany, .teamNameTaken,
      ]
    ) { (input: JoinInput, call, transaction) in
      let challenge = try await ChallengeStore.challenge(input.challenge, in: transaction)
      var part = try await ParticipantStore.participant(try call.account.id, in: challenge.id, transaction)
      try await place(&part, try input.wish, input.level, in: challenge, transaction)
      return try await participation(part, challenge, at: call.now, in: transaction)
    }
    routes.post(
      "/challenges/{challenge}/withdraw", "Take part no more; my points stay with the team",
      access: .permission("take-part", in: "challenge"), status: 204, problems: [.participantUnknown, .challengeOver]
    ) { (input: ChallengeName, call, transaction) in
      let account = try call.account.id
      let part = try await ParticipantStore.participant(account, in: input.challenge, transaction)
      guard call.now.milliseconds <= part.closesAt.milliseconds else { throw Problem.challengeOver }
      try await transaction.groups.remove(account, from: input.challenge, successor: nil, by: account)
      return NoContent()
    }
  }

  /// A challenge that somebody may join.
  func joined(
    _ id: String, by account: AccountID, at now: Date, in transaction: any ReadTransaction
  ) async throws -> Challenge {
    let challenge = try await seen(id, by: account, in: transaction)
    guard challenge.coach != account else { throw Problem.ownChallenge }
    guard !challenge.isOver(at: now) else { throw Problem.challengeOver }
    if let coach = challenge.coach, try await host.authentication.blocks(between: account, and: coach) {
      throw Problem.challengeUnknown
    }
    return challenge
  }

  /// Puts somebody who is in no team yet into one; who comes back is in the team as before, where there is room.
  private func place(
    _ part: inout Participant, _ wish: TeamWish?, _ level: Int?, in challenge: Challenge, _ transaction: any Transaction
  ) async throws {
    guard challenge.kind == .team else {
      if wish != nil { throw Problem.noTeams }
      return
    }
    if let level {
      try await transaction.execute("update participants set level = \(level) where id = \(part.id)")
    }
    if let team = part.team {
      try await TeamStore.place(part.id, .chosen(team), in: challenge, transaction)
    } else {
      guard let wish = wish ?? (part.waits ? .random : nil) else { throw Problem.teamNeeded }
      try await TeamStore.place(part.id, wish, in: challenge, transaction)
    }
    guard let account = part.account else { return }
    part = try await ParticipantStore.participant(account, in: challenge.id, transaction)
    try await PeopleStore.publish(challenge.id, in: transaction)
  }

  func participation(
    _ part: Participant, _ challenge: Challenge, at now: Date, in transaction: any ReadTransaction
  ) async throws -> ParticipationOutput {
    ParticipationOutput(
      part, challenge, team: try await team(of: part, in: transaction),
      try await ChallengeStore.ending(of: challenge, for: part, at: now, in: transaction), at: now)
  }

  /// The teams with their points.
  func teams(_ id: String, for viewer: AccountID) async throws -> Page<TeamOutput> {
    let (challenge, teams, members) = try await host.storage.read { transaction in
      let challenge = try await seen(id, by: viewer, in: transaction)
      let teams = try await TeamStore.teams(of: challenge.id, in: transaction)
      return (challenge, teams, try await TeamStore.members(of: teams.map(\.id), in: transaction))
    }
    let scoring = challenge.rules.teamScoring ?? .sum
    var rows = teams.map { team in
      let all = members[team.id] ?? []
      let active = all.count { $0.isActive }
      return TeamOutput(
        id: team.id, name: team.name, rank: 0, members: active,
        points: scoring.score(all.map(\.score), active: active).units, isFull: active >= challenge.teamSize ?? 0,
        isMine: all.contains { $0.account == viewer && $0.isActive })
    }
    rows.sort { $0.points > $1.points }
    for index in rows.indices {
      rows[index].rank = index > 0 && rows[index].points == rows[index - 1].points ? rows[index - 1].rank : index + 1
    }
    return Page(items: rows)
  }

  func board(_ input: BoardInput, for viewer: AccountID) async throws -> Page<BoardRow> {
    let challenge = try await host.storage.read { try await seen(input.challenge, by: viewer, in: $0) }
    let page = try await host.leaderboards.page(
      BoardQuery(
        board: PointsBoard.name(input.evidence ?? .all), partition: challenge.id, viewer: viewer,
        limit: input.limit ?? 50, after: input.after))
    return Page(
      items: page.items.map {
        BoardRow(
          rank: $0.rank, person: PersonOutput($0.account), points: $0.score.units, isMe: $0.account.id == viewer)
      }, next: page.next)
  }
}

/// Joining, with the team that is wished where people take part in teams.
struct JoinInput: RouteInput {
  var challenge: String
  /// The id of a team.
  var team: String?
  /// The name of a new team.
  var newTeam: String?
  /// Whether the team is drawn.
  var isRandom: Bool?
  /// How strong I am, for a draw by level: 1 for beginners, 2, or 3; 2 unless given.
  var level: Int?

  static var schema: Schema {
    .object(
      [
        ("challenge", .id), ("team", .nullable(.id)),
        (
          "newTeam",
          .nullable(.string(minLength: 1, maxLength: 40).withMessage("A team has a name of 1 to 40 characters."))
        ),
        ("isRandom", .nullable(.boolean)),
        ("level", .nullable(.integer(1...3).withMessage("Your level is 1, 2 or 3."))),
      ], required: ["challenge"])
  }

  /// - Throws: ``Problem`` 422 for more than one wish.
  var wish: TeamWish? {
    get throws {
      var wishes: [TeamWish] = []
      if let team { wishes.append(.chosen(team)) }
      if let newTeam {
        let name = newTeam.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !name.isEmpty else {
          throw Problem.invalid("/newTeam", "too-short", "A team has a name of 1 to 40 characters.")
        }
        wishes.append(.new(name))
      }
      if isRandom == true { wishes.append(.random) }
      guard wishes.count < 2 else {
        throw Problem.invalid("/team", "too-many", "Choose a team, found one, or be assigned to a random team.")
      }
      return wishes.first
    }
  }
}

struct TeamOutput: RouteOutput, Decodable {
  var id: String
  /// A number where the coach has made the team.
  var name: String
  /// From 1; equal points share a rank.
  var rank: Int
  /// How many take part.
  var members: Int
  var points: Double
  var isFull: Bool
  var isMine: Bool
}

struct BoardInput: RouteInput {
  var challenge: String
  /// Which entries count; all unless given.
  var evidence: EvidenceFilter?
  var after: String?
  var limit: Int?

  static var schema: Schema {
    .object(
      [
        ("challenge", .id), ("evidence", .enumeration(EvidenceFilter.allCases.map { .string($0.rawValue) })),
        ("after", .string(maxLength: 500)), ("limit", .integer(1...100)),
      ], required: ["challenge"])
  }
}

struct BoardRow: RouteOutput, Decodable {
  var rank: Int
  var person: PersonOutput
  var points: Double
  var isMe: Bool
}
