import FieldhouseKit
import Foundation

// The rules of groups: what there is, what another one would change, and setting it from the next round on.
extension SoccerPredictions {
  /// So many rows has the table of a trial.
  private static let mostTried = 100
  private static var unknownGroupLeague: Problem { .notFound("league-unknown", "The group has no such league.") }
  private static var noRound: Problem {
    .conflict("no-round-left", "Rules change from a round on that has not begun, and there is none left.")
  }
  private static var tooMany: Problem {
    .conflict("group-too-large", "Groups of more than 300 members go by the league's points.")
  }
  private static var none: Problem { .notFound("rule-unknown", "There is no rule that does not hold yet.") }
  static var unknownSeason: Problem { .notFound("season-unknown", "There is no such season.") }

  func ruleRoutes(_ routes: inout Routes) {
    routes.get("/rule-templates", "Rules of points to begin with", access: .everyone) { (_: NoInput, _) in
      Page(items: RuleTemplates.all.map { RuleTemplateOutput(name: $0.name, rule: $0.rule) })
    }
    let path = "/groups/{group}/rules/{league}"
    routes.get(
      path, "A group's own rules in a league, if it has any", access: .permission("see-leagues", in: "group"),
      problems: [Catalogue.unknownLeague]
    ) { (input: GroupLeagueInput, call) in try await rules(input, call) }
    routes.put(
      path, "Give a group a rule of its own in a league, from the next round on",
      access: .permission("manage-rules", in: "group"),
      problems: [Catalogue.unknownLeague, Self.unknownGroupLeague, Self.noRound, Self.tooMany]
    ) { (input: GroupRuleInput, call, transaction) in try await setRule(input, call, transaction) }
    routes.delete(
      path, "Take back a rule that does not hold yet", access: .permission("manage-rules", in: "group"),
      problems: [Catalogue.unknownLeague, Self.none]
    ) { (input: GroupLeagueInput, call, transaction) in
      let matches = try matches(of: input.league, nil, at: call.now)
      let isDone = try await RuleStore.removeComing(
        of: .group(input.group), season: matches.first?.league.description ?? "", SeasonPeriod.rounds(matches),
        after: call.now, in: transaction)
      guard isDone else { throw Self.none }
      return NoContent()
    }
    routes.action(
      "\(path)/trial", "The table of the matches that are over by another rule, beside the present one",
      access: .permission("manage-rules", in: "group"),
      problems: [Catalogue.unknownLeague, Self.unknownSeason, Self.tooMany]
    ) { (input: RuleTrialInput, call) in try await trial(input, call) }
  }

  /// The matches of a league's season; of the one whose leaderboard it shows where none is named.
  func matches(of league: String, _ season: String?, at now: Date) throws -> [Match] {
    let reading = catalogue.reading
    guard reading.calendars[league] != nil else { throw Catalogue.unknownLeague }
    if let season { return try reading.season(of: league, named: season, at: now)?.matches ?? [] }
    return reading.rankedSeason(of: league, at: now).flatMap { reading.seasons[$0] }?.matches ?? []
  }

  private func rules(_ input: GroupLeagueInput, _ call: Call) async throws -> RulesOutput {
    let matches = try matches(of: input.league, nil, at: call.now)
    let season = matches.first?.league
    let versions = try await host.storage.read {
      try await RuleStore.versions(of: .group(input.group), season: season?.description ?? "", in: $0)
    }
    let rounds = SeasonPeriod.rounds(matches)
    return RulesOutput(
      season: season?.season ?? "", next: RuleVersions.next(rounds, at: call.now)?.name,
      items: versions.all.map { RuleVersionOutput($0, rounds, at: call.now) })
  }

  private func setRule(
    _ input: GroupRuleInput, _ call: Call, _ transaction: any Transaction
  ) async throws -> RuleVersionOutput {
    try input.rule.check(input.rule.mistakes)
    let matches = try matches(of: input.league, nil, at: call.now)
    guard try await GroupLeagueStore().all(of: input.group, in: transaction).contains(input.league) else {
      throw Self.unknownGroupLeague
    }
    guard let season = matches.first?.league.description,
      let round = RuleVersions.next(SeasonPeriod.rounds(matches), at: call.now)
    else { throw Self.noRound }
    guard try await members(of: input.group).count <= Self.mostUnderRules else { throw Self.tooMany }
    let version = try await RuleStore.add(
      input.rule, of: .group(input.group), season: season, from: round, at: call.now, in: transaction)
    let league = catalogue.reading.seasons[matches[0].league]?.league.name ?? input.league
    try await tellChanged(
      input.group, by: call.principal?.account.id, text: "groupRules", ["league": league, "round": round.name],
      in: transaction)
    return RuleVersionOutput(version, [round], at: call.now)
  }

  private func trial(_ input: RuleTrialInput, _ call: Call) async throws -> RuleTrialOutput {
    try input.rule.check(input.rule.mistakes)
    let matches = try matches(of: input.league, input.season, at: call.now)
    let season = matches.first?.league
    let people = try await members(of: input.group)
    guard people.count <= Self.mostUnderRules else { throw Self.tooMany }
    let key = season?.description ?? ""
    let (entries, versions) = try await host.storage.read { [store] transaction in
      (
        try await store.entries(of: people, season: key, in: transaction),
        try await RuleStore.versions(of: .group(input.group), season: key, in: transaction)
      )
    }
    let tried = RuleVersions([
      RuleVersion(
        number: 1, round: SeasonPeriod.rounds(matches).first?.name ?? "", begins: .distantPast, rule: input.rule)
    ])
    let before = try await ruleTable(
      RuledSeason(key: key, matches: matches, versions: versions), entries, nil, at: call.now)
    let after = try await ruleTable(
      RuledSeason(key: key, matches: matches, versions: tried), entries, nil, at: call.now)
    let over = Set(entries.map(\.match)).intersection(
      matches.filter { settlement(nil).verdict(on: $0, state: $0.view(at: call.now).state) != .pending }.map(\.id))
    let ranksBefore = before.merits.ranks(versions.latest?.rule.tieBreaks ?? ScoringRule().tieBreaks)
    let ranks = after.merits.ranks(input.rule.tieBreaks)
    let accounts = try await host.authentication.accounts(try await seen(Array(after.merits.keys), by: call))
    let rows = after.merits.compactMap { person, merit in
      accounts[person].map { account in
        RuleTrialRow(
          account: account, points: merit.points, rank: ranks[person] ?? 1,
          before: before.merits[person]?.points ?? .zero, rankBefore: ranksBefore[person] ?? 1)
      }
    }
    let sorted = rows.sorted {
      ($0.rank, $0.account.name, $0.account.id.text) < ($1.rank, $1.account.name, $1.account.id.text)
    }
    return RuleTrialOutput(
      season: season?.season ?? "", matches: over.count, size: sorted.count,
      items: Array(sorted.prefix(Self.mostTried)))
  }
}

extension ScoringRule {
  /// - Throws: ``Problem`` 422 with every mistake at its place.
  func check(_ mistakes: [RuleMistake]) throws {
    guard mistakes.isEmpty else {
      throw Problem.invalid(
        mistakes.map { Problem.Field(pointer: "/rule\($0.pointer)", code: $0.code, detail: $0.detail) })
    }
  }
}
