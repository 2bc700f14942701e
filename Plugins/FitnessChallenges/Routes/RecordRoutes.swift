import FieldhouseKit
import Foundation

extension FitnessChallenges {
  func recordRoutes(_ routes: inout Routes) {
    routes.get("/me/challenges", "What I take or took part in, the newest first", access: .guest) {
      (_: NoInput, call) in Page(items: try await record(of: try call.account.id, at: call.now))
    }
    routes.get("/me/trophies", "The challenges that I have passed, the newest first", access: .guest) {
      (_: NoInput, call) in
      Page(items: try await record(of: try call.account.id, at: call.now).filter { $0.me?.outcome == .passed })
    }
    routes.put(
      "/challenges/{challenge}/trophy", "Note that I have seen the trophy",
      access: .permission("take-part", in: "challenge"), problems: [.participantUnknown]
    ) { (input: ChallengeName, call, transaction) in
      let part = try await ParticipantStore.participant(try call.account.id, in: input.challenge, transaction)
      try await transaction.execute("update participants set is_trophy_seen = 1 where id = \(part.id)")
      return NoContent()
    }
    routes.delete(
      "/me/challenges/{challenge}", "Take a challenge that I have failed off my record: what is left are figures",
      access: .account, problems: [.participantUnknown, .notFailed]
    ) { (input: ChallengeName, call, transaction) in
      try await forget(input.challenge, by: try call.account.id, at: call.now, in: transaction)
      return NoContent()
    }
    routes.post(
      "/challenges/{challenge}/restart", "Begin a challenge that is over for me once more, alone and from today",
      access: .permission("join-challenges"), problems: [.challengeUnknown, .participantUnknown, .notOver]
    ) { (input: ChallengeName, call, transaction) in
      RestartOutput(challenge: try await restart(input.challenge, by: try call.account.id, call.now, transaction))
    }
  }

  private func record(of account: AccountID, at now: Date) async throws -> [ChallengeOutput] {
    let (parts, challenges, endings, teams) = try await host.storage.read { transaction in
      let parts = try await ParticipantStore.all(of: account, in: transaction)
      let challenges = try await ChallengeStore.challenges(parts.map(\.challenge), in: transaction)
      let teams = try await transaction.query(
        "select \(Team.columns) from teams where id in (\(list: parts.compactMap(\.team)))"
      ).map(Team.init)
      let endings = try await ChallengeStore.endings(of: challenges.values, in: transaction)
      return (parts, challenges, endings, Dictionary(teams.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one }))
    }
    let coaches = try await host.authentication.accounts(challenges.values.compactMap(\.coach))
    return parts.compactMap { part in
      guard let challenge = challenges[part.challenge], let ending = endings[part.challenge] else { return nil }
      let me = ParticipationOutput(
        part, challenge, team: part.team.flatMap { teams[$0] }, ending, at: now)
      return ChallengeOutput(
        challenge, coach: challenge.coach.flatMap { coaches[$0] }, viewer: account, me: me, at: now)
    }
  }

  private func forget(_ id: String, by account: AccountID, at now: Date, in transaction: any Transaction) async throws {
    let challenge = try await ChallengeStore.challenge(id, in: transaction)
    let part = try await ParticipantStore.participant(account, in: id, transaction)
    let ending = try await ChallengeStore.ending(of: challenge, in: transaction)
    guard part.outcome(ending, at: now) == .failed else {
      throw Problem.notFailed
    }
    try await PointsBoard.withdraw(account, from: id, at: now, in: transaction)
    for photo in try await ParticipantStore.anonymise(part, in: transaction) { try await host.media.remove(photo) }
    try await transaction.groups.remove(account, from: id, successor: nil, by: account)
    try await PeopleStore.publish(id, in: transaction)
  }

  private func restart(
    _ id: String, by account: AccountID, _ now: Date, _ transaction: any Transaction
  ) async throws -> String {
    let challenge = try await seen(id, by: account, in: transaction)
    let part = try await ParticipantStore.participant(account, in: id, transaction)
    let outcome = part.outcome(try await ChallengeStore.ending(of: challenge, in: transaction), at: now)
    guard outcome != .running else { throw Problem.notOver }
    var rules = challenge.rules
    (rules.teamScoring, rules.drawBy, rules.drawsAtStart) = (nil, nil, nil)
    // Alone there is nobody to be better than, and nobody to reach a goal with: the goals of the exercises count.
    if rules.mode != .milestones { (rules.mode, rules.winners, rules.groupGoal) = (nil, nil, nil) }
    let copy = try await ChallengeStore.make(
      ChallengeDraft(
        coach: nil, isPersonal: true, kind: .individual, title: challenge.title, about: challenge.about,
        difficulty: challenge.difficulty, zone: challenge.zone, start: nil, length: challenge.length,
        graceHours: challenge.graceHours, teamSize: nil, rules: rules, isListed: false),
      at: now, in: transaction)
    try await transaction.groups.add(account, to: copy.id, by: account)
    return copy.id
  }
}

/// The copy of one's own.
struct RestartOutput: RouteOutput, Decodable {
  var challenge: String
}
