import FieldhouseKit
import Foundation

extension SoccerPredictions {
  /// How many challenges somebody may have.
  static let mostChallenges = 200
  var challenges: ChallengeStore { ChallengeStore() }

  func challengeRoutes(_ routes: inout Routes) {
    let path = "/people/{person}/challenge"
    routes.get("/me/challenges", "Whom I play against, who asks me and whom I have asked", access: .account) {
      (_: NoInput, call) in try await myChallenges(call)
    }
    routes.get(path, "How it stands between me and a person", access: .account, problems: [.personUnknown]) {
      (input: PersonInput, call) in
      let (mine, other) = (try call.account.id, try await opponent(input.person, call))
      let found = try await host.storage.read { try await challenges.find(ChallengePair(mine, other.id), in: $0) }
      return try await output(found, with: other, call)
    }
    routes.put(
      path, "Challenge a person to a fun game, or change the leagues of the one that runs", access: .account,
      problems: [.personUnknown, .challengePending, .tooManyChallenges]
    ) { (input: ChallengeInput, call, transaction) in try await challenge(input, call, transaction) }
    routes.put(
      "\(path)/answer", "Accept or reject the challenge of a person", access: .account,
      problems: [.personUnknown, .challengeUnknown]
    ) { (input: ChallengeAnswerInput, call, transaction) in try await answer(input, call, transaction) }
    routes.delete(
      path, "Cancel my challenge, or end the one that runs", access: .account, problems: [.challengeUnknown]
    ) { (input: PersonInput, call, transaction) in
      let mine = try call.account.id
      let pair = ChallengePair(mine, AccountID(input.person))
      guard let found = try await challenges.find(pair, in: transaction), found.state(for: mine) != "received" else {
        throw Problem.challengeUnknown
      }
      try await challenges.remove(pair, in: transaction)
      return NoContent()
    }
  }

  /// Another person, whom I have not blocked and who has not blocked me.
  private func opponent(_ id: String, _ call: Call) async throws -> Account {
    let (mine, other) = (try call.account.id, AccountID(id))
    guard mine != other, let account = try await host.authentication.account(other),
      try await !host.authentication.blocks(between: mine, and: other)
    else { throw Problem.personUnknown }
    return account
  }

  private func challenge(
    _ input: ChallengeInput, _ call: Call, _ transaction: any Transaction
  ) async throws -> NoContent {
    let (me, other) = (try call.account, try await opponent(input.person, call))
    let pair = ChallengePair(me.id, other.id)
    let found = try await challenges.find(pair, in: transaction)
    try check(input.leagues)
    guard let found else {
      let new = Challenge(pair: pair, challenger: me.id, state: .pending, leagues: input.leagues)
      return try await ask(new, other, call, transaction)
    }
    guard found.state == .running else { throw Problem.challengePending }
    let added = Set(input.leagues).subtracting(found.leagues)
    let removed = Set(found.leagues).subtracting(input.leagues)
    guard !added.isEmpty || !removed.isEmpty else { return NoContent() }
    try await challenges.change(pair, state: .running, leagues: input.leagues, in: transaction)
    let text = removed.isEmpty ? added.count == 1 ? "leagueAdded" : "leaguesAdded" : "leaguesChanged"
    try await tell(other, by: me, kind: "challenge-changed", text, ["n": "\(added.count)"], transaction)
    return NoContent()
  }

  private func ask(
    _ new: Challenge, _ other: Account, _ call: Call, _ transaction: any Transaction
  ) async throws -> NoContent {
    let me = try call.account
    guard try await challenges.all(of: me.id, in: transaction).count < Self.mostChallenges else {
      throw Problem.tooManyChallenges
    }
    guard try await challenges.ask(new, at: call.now, in: transaction) else { throw Problem.challengePending }
    try await tell(other, by: me, kind: "challenge", "challenged", [:], transaction, link: "/fun/people")
    return NoContent()
  }

  private func answer(
    _ input: ChallengeAnswerInput, _ call: Call, _ transaction: any Transaction
  ) async throws -> NoContent {
    let (me, other) = (try call.account, try await opponent(input.person, call))
    let pair = ChallengePair(me.id, other.id)
    guard let found = try await challenges.find(pair, in: transaction), found.state(for: me.id) == "received" else {
      throw Problem.challengeUnknown
    }
    if input.accept {
      try await challenges.change(pair, state: .running, leagues: found.leagues, in: transaction)
    } else {
      try await challenges.remove(pair, in: transaction)
    }
    let text = input.accept ? "challengeAccepted" : "challengeRejected"
    try await tell(other, by: me, kind: "challenge-answered", text, [:], transaction)
    return NoContent()
  }

  private func check(_ leagues: [String]) throws {
    let known = catalogue.reading.calendars
    let mistakes = leagues.enumerated().compactMap { index, league in
      known[league] == nil || leagues[..<index].contains(league)
        ? Problem.Field(
          pointer: "/leagues/\(index)", code: "league-unknown", detail: "Choose leagues that there are, each once.")
        : nil
    }
    guard mistakes.isEmpty else { throw Problem.invalid(mistakes) }
  }

  private func tell(
    _ other: Account, by me: Account, kind: String, _ text: String, _ arguments: [String: String],
    _ transaction: any Transaction, link: String? = nil
  ) async throws {
    var all = arguments
    all["name"] = me.name
    try await transaction.notify(
      NotificationRequest(
        recipients: [other.id], about: [me.id], kind: kind, text: text, arguments: all,
        link: "/soccer-predictions" + (link ?? "/fun/people/\(me.id)")))
  }
}

// How it stands.
extension SoccerPredictions {
  private func myChallenges(_ call: Call) async throws -> Page<ChallengeOutput> {
    let mine = try call.account.id
    let found = try await host.storage.read { try await challenges.all(of: mine, in: $0) }
    let others = found.map { $0.pair.opponent(of: mine) }
    let people = try await host.authentication.accounts(others)
    let hidden = try await host.authentication.blocks(between: mine, and: others)
    var items: [ChallengeOutput] = []
    for (challenge, other) in zip(found, others) where !hidden.contains(other) {
      if let account = people[other] { items.append(try await output(challenge, with: account, call)) }
    }
    return Page(items: items)
  }

  private func output(_ challenge: Challenge?, with other: Account, _ call: Call) async throws -> ChallengeOutput {
    let mine = try call.account.id
    let reading = catalogue.reading
    let known = Dictionary(reading.leagues(at: call.now).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var leagues: [ChallengeLeagueOutput] = []
    for league in (challenge?.leagues ?? []).compactMap({ known[$0] }) {
      let season = reading.rankedSeason(of: league.id, at: call.now)?.description ?? ""
      let points = try await host.storage.read {
        try await challenges.points(of: [mine, other.id], season: season, in: $0)
      }
      leagues.append(ChallengeLeagueOutput(league, mine: points[mine] ?? 0, theirs: points[other.id] ?? 0))
    }
    return ChallengeOutput(account: other, state: challenge?.state(for: mine) ?? "none", leagues: leagues)
  }
}

extension ChallengeLeagueOutput {
  fileprivate init(_ league: League, mine: Int, theirs: Int) {
    self.init(
      league: NamedOutput(id: league.id, name: league.name), season: league.season,
      mine: FunScoreOutput(rank: mine < theirs ? 2 : 1, points: mine),
      theirs: FunScoreOutput(rank: theirs < mine ? 2 : 1, points: theirs))
  }
}
