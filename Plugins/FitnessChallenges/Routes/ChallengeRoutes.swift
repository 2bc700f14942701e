import FieldhouseKit
import Foundation

extension FitnessChallenges {
  func challengeRoutes(_ routes: inout Routes) {
    routes.post(
      "/challenges", "Create a challenge", access: .permission("create-challenges"), problems: [.organisationNeeded]
    ) { (input: ChallengeInput, call, transaction) in
      let draft = try draft(input, by: try call.account.id, at: call.now)
      return try await made(draft, call, in: transaction)
    }
    routes.action("/formulas/try", "Try a goal and points on a sample log", access: .guest) {
      (input: FormulaInput, _) in try tried(input)
    }
    routes.get(
      "/activities-by-met", "How hard activities are, by which table: points of total * met count any exercise fairly",
      access: .guest
    ) { (_: NoInput, _) in
      MetOutput(
        edition: MetTable.edition, source: MetTable.source,
        items: MetTable.entries.map { MetOutput.Entry(activity: $0.activity, code: $0.code, met: $0.value) })
    }
    routes.get("/challenges", "Search for challenges that can be joined, the newest first", access: .guest) {
      (input: SearchInput, call) in try await search(input, call)
    }
    routes.get("/challenges/{challenge}", "A challenge", access: .guest, problems: [.challengeUnknown]) {
      (input: ChallengeName, call) in
      let viewer = try call.account.id
      let found = try await host.storage.read { try await look(input.challenge, by: viewer, at: call.now, in: $0) }
      return try await output(found, call)
    }
    routes.get(
      "/challenges/{challenge}/teams", "The teams of a challenge, the best first", access: .guest,
      problems: [.challengeUnknown]
    ) { (input: ChallengeName, call) in try await teams(input.challenge, for: try call.account.id) }
    routes.get(
      "/challenges/{challenge}/draws", "The draws of teams, with which everybody can draw again", access: .guest,
      problems: [.challengeUnknown]
    ) { (input: ChallengeName, call) in
      let viewer = try call.account.id
      let items = try await host.storage.read { transaction in
        let challenge = try await seen(input.challenge, by: viewer, in: transaction)
        return try await TeamStore.draws(of: challenge.id, in: transaction)
      }
      return Page(items: items)
    }
    routes.get(
      "/challenges/{challenge}/board", "Who has how many points, the best first", access: .guest,
      problems: [.challengeUnknown]
    ) { (input: BoardInput, call) in try await board(input, for: try call.account.id) }
  }

  /// A challenge that was just made, by who leads it.
  func made(
    _ draft: ChallengeDraft, _ call: Call, in transaction: any Transaction
  ) async throws -> ChallengeOutput {
    let account = try call.account
    if let organisation = draft.organisation {
      let scope = Scope(Organisation.kind, organisation)
      guard try await transaction.has("challenge-everybody", account.id, in: scope) else {
        throw Problem.organisationNeeded
      }
    }
    let challenge = try await ChallengeStore.make(draft, at: call.now, in: transaction)
    if challenge.drawsAt != nil { try await drawSoon(after: call.now) }
    return ChallengeOutput(challenge, coach: account, viewer: account.id, me: nil, at: call.now)
  }

  /// A challenge that somebody may see: a personal copy is for its owner alone, one of an organisation for who leads it, takes
  /// part or is a member.
  /// - Throws: ``Problem`` 404 `challenge-unknown`.
  func seen(_ id: String, by viewer: AccountID, in transaction: any ReadTransaction) async throws -> Challenge {
    let challenge = try await ChallengeStore.challenge(id, in: transaction)
    guard challenge.isPersonal || challenge.organisation != nil, challenge.coach != viewer else { return challenge }
    if let organisation = challenge.organisation,
      try await host.rights.has("join-with-everybody", viewer, in: Scope(Organisation.kind, organisation))
    {
      return challenge
    }
    guard try await ParticipantStore.find(viewer, in: id, transaction) != nil else { throw Problem.challengeUnknown }
    return challenge
  }

  func team(of part: Participant?, in transaction: any ReadTransaction) async throws -> Team? {
    guard let id = part?.team else { return nil }
    return try await transaction.first("select \(Team.columns) from teams where id = \(id)").map(Team.init)
  }

  private struct Found: Sendable {
    let challenge: Challenge
    let part: Participant?
    let team: Team?
    let ending: Ending
    let queue: (count: Int, place: Int?)
  }

  private func look(
    _ id: String, by viewer: AccountID, at now: Date, in transaction: any ReadTransaction
  ) async throws -> Found {
    let challenge = try await seen(id, by: viewer, in: transaction)
    let part = try await ParticipantStore.find(viewer, in: challenge.id, transaction)
    return Found(
      challenge: challenge, part: part, team: try await team(of: part, in: transaction),
      ending: try await ChallengeStore.ending(of: challenge, for: part, at: now, in: transaction),
      queue: challenge.capacity == nil
        ? (0, nil) : try await WaitingList.standing(of: viewer, in: challenge.id, transaction))
  }

  private func output(_ found: Found, _ call: Call) async throws -> ChallengeOutput {
    let (challenge, team) = (found.challenge, found.team)
    let coach = try await host.authentication.accounts(challenge.coach.map { [$0] } ?? []).values.first
    var output = ChallengeOutput(
      challenge, coach: coach, viewer: try call.account.id,
      me: found.part.map { ParticipationOutput($0, challenge, team: team, found.ending, at: call.now) },
      at: call.now)
    guard challenge.capacity != nil, let group = try await host.groups.group(challenge.id) else { return output }
    output.isFull = group.members >= group.capacity
    (output.waiting, output.myPlace) = (found.queue.count, found.queue.place)
    return output
  }

  private func tried(_ input: FormulaInput) throws -> FormulaOutput {
    let points = input.points.flatMap { $0.isEmpty ? nil : $0 } ?? "total"
    let mistakes =
      [Self.mistake(input.goal, .condition, at: "/goal"), Self.mistake(points, .number, at: "/points")]
      .compactMap { $0 } + Self.metMistakes(input.activity, [(input.goal, "/goal"), (points, "/points")], at: "")
    guard mistakes.isEmpty else { throw Problem.invalid(mistakes) }
    let (goal, worth) = (try Formula(input.goal, of: .condition), try Formula(points, of: .number))
    let values = input.values.enumerated().map { (day: $0, thousandths: Int64(($1 * 1_000).rounded())) }
    let series = Series(
      values.filter { $0.thousandths > 0 }, length: input.days, measure: input.measure,
      met: input.activity.flatMap(MetTable.entry)?.value ?? 0)
    return FormulaOutput(
      isMet: goal.holds(for: series), points: Plan.thousandths(worth, series).units, isRising: goal.trend.keeps)
  }

  private func search(_ input: SearchInput, _ call: Call) async throws -> Page<ChallengeOutput> {
    let after = try input.after.map(ListPlace.init)
    let (viewer, now, limit) = (try call.account.id, call.now, input.limit ?? 20)
    let organisations = try await host.groups.groups(of: viewer, kind: Organisation.kind).map(\.id)
    let (found, parts, endings) = try await host.storage.read { transaction in
      let found = try await ChallengeStore.listed(
        try input.search, after: after, at: now, organisations: organisations, limit: limit + 1, in: transaction)
      let parts = try await ParticipantStore.all(of: viewer, in: transaction)
      let joined = Set(parts.map(\.challenge))
      let shown = found.prefix(limit).filter { joined.contains($0.id) }
      return (found, parts, try await ChallengeStore.endings(of: shown, in: transaction))
    }
    let page = Array(found.prefix(limit))
    let coaches = try await host.authentication.accounts(page.compactMap(\.coach))
    let mine = Dictionary(parts.map { ($0.challenge, $0) }, uniquingKeysWith: { one, _ in one })
    let items = page.map { challenge in
      let me = mine[challenge.id].flatMap { part in
        endings[challenge.id].map { ParticipationOutput(part, challenge, team: nil, $0, at: now) }
      }
      return ChallengeOutput(challenge, coach: challenge.coach.flatMap { coaches[$0] }, viewer: viewer, me: me, at: now)
    }
    return Page(items: items, next: found.count > limit ? page.last.map { ListPlace($0).text } : nil)
  }
}

extension SearchInput {
  /// - Throws: ``Problem`` 422 where nothing can be as easy as is asked for and as hard.
  fileprivate var search: ChallengeSearch {
    get throws {
      let (low, high) = (easiest ?? 1, hardest ?? 10)
      guard low <= high else {
        throw Problem.invalid("/easiest", "too-large", "The easiest is no harder than the hardest.")
      }
      return ChallengeSearch(
        words: SearchWords.of(query ?? ""), kind: kind, mode: mode, isRolling: starts.map { $0 == .rolling },
        difficulty: low...high, shortest: shortest, longest: longest,
        from: from.flatMap { CivilDay($0)?.daysSince1970 }, organisation: organisation)
    }
  }
}
