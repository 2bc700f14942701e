import FieldhouseKit
import Foundation

/// A rule for a league.
struct LeagueRuleInput: RouteInput {
  var league: String
  var rule: ScoringRule

  static var schema: Schema {
    .object(
      [("league", .string(minLength: 1, maxLength: 60)), ("rule", ScoringRule.schema)], required: ["league", "rule"])
  }
}

// The rules of leagues: operators set them from the next round on, for the points of everybody. They are settled as the points of the settings
// are; a league without any costs nothing more.
extension SoccerPredictions {
  /// The people of a trial are the first so many of the league's board.
  private static let mostTried = 100
  private static var noRound: Problem {
    .conflict("no-round-left", "Rules change from a round on that has not begun, and there is none left.")
  }
  private static var none: Problem { .notFound("rule-unknown", "There is no rule that does not hold yet.") }
  private static var hasModule: Problem {
    .conflict("rule-module", "A rule module gives the points here; take \"pointsRule\" out of the settings first.")
  }

  func leagueRuleRoutes(_ routes: inout Routes) {
    let path = "/leagues/{league}/rules"
    routes.get(path, "The rules of a league, if it has any", access: .everyone, problems: [Catalogue.unknownLeague]) {
      (input: CardInput, call) in
      let matches = try matches(of: input.league, nil, at: call.now)
      let season = matches.first?.league
      let versions = try await host.storage.read {
        try await RuleStore.versions(of: .league, season: season?.description ?? "", in: $0)
      }
      let rounds = SeasonPeriod.rounds(matches)
      return RulesOutput(
        season: season?.season ?? "", next: RuleVersions.next(rounds, at: call.now)?.name,
        items: versions.all.map { RuleVersionOutput($0, rounds, at: call.now) })
    }
    routes.put(
      path, "Give a league a rule for everybody's points, from the next round on", access: .operators,
      problems: [Catalogue.unknownLeague, Self.noRound, Self.hasModule]
    ) { (input: LeagueRuleInput, call) in
      try input.rule.check(input.rule.mistakesInLeague)
      guard !settler.scoring.hasModule else { throw Self.hasModule }
      let matches = try matches(of: input.league, nil, at: call.now)
      guard let season = matches.first?.league.description,
        let round = RuleVersions.next(SeasonPeriod.rounds(matches), at: call.now)
      else { throw Self.noRound }
      let version = try await changeLeague(season, at: call.now) { transaction in
        try await RuleStore.add(
          input.rule, of: .league, season: season, from: round, at: call.now, in: transaction)
      }
      return RuleVersionOutput(version, [round], at: call.now)
    }
    routes.delete(
      path, "Take back a rule that does not hold yet", access: .operators,
      problems: [Catalogue.unknownLeague, Self.none]
    ) { (input: CardInput, call) in
      let matches = try matches(of: input.league, nil, at: call.now)
      let season = matches.first?.league.description ?? ""
      let isDone = try await changeLeague(season, at: call.now) { transaction in
        try await RuleStore.removeComing(
          of: .league, season: season, SeasonPeriod.rounds(matches), after: call.now, in: transaction)
      }
      guard isDone else { throw Self.none }
      return NoContent()
    }
    routes.action(
      "\(path)/trial", "The table of the first hundred people by another rule, beside the present one",
      access: .operators, problems: [Catalogue.unknownLeague]
    ) { (input: LeagueRuleInput, call) in try await trial(input, call) }
  }

  /// Changes the rules of a league here and, within a poll, on other hosts.
  private func changeLeague<Value: Sendable>(
    _ season: String, at now: Date, _ change: @Sendable @escaping (any Transaction) async throws -> Value
  ) async throws -> Value {
    let (value, versions) = try await ChangeNotes.shared.around {
      try await host.storage.write { transaction in
        let value = try await change(transaction)
        try await IdentityStore.note("rules", season, at: now, in: transaction)
        return (value, try await RuleStore.versions(of: .league, season: season, in: transaction))
      }
    }
    settler.rules.set(versions, of: season)
    return value
  }

  private func trial(_ input: LeagueRuleInput, _ call: Call) async throws -> RuleTrialOutput {
    try input.rule.check(input.rule.mistakesInLeague)
    let matches = try matches(of: input.league, nil, at: call.now)
    let season = matches.first?.league
    let key = season?.description ?? ""
    let board = try await host.leaderboards.page(
      BoardQuery(board: "league", partition: key, view: .top, viewer: nil, limit: Self.mostTried, after: nil))
    let people = board.items.map(\.account.id)
    let over = matches.filter {
      settlement(nil).verdict(on: $0, state: $0.view(at: call.now).state) != .pending
    }
    let reading = catalogue.reading
    let (entries, crowds) = try await host.storage.read { [store] transaction in
      var crowds: [String: PredictionCrowd] = [:]
      if input.rule.quota != nil || input.rule.pot != nil {
        for match in over { crowds[match.id] = try await PredictionStore.crowd(match.id, in: transaction) }
      }
      return (try await store.entries(of: people, season: key, in: transaction), crowds)
    }
    let version = RuleVersion(number: 1, round: "", begins: .distantPast, rule: input.rule)
    let judged = over.compactMap { match in
      LeagueMatch(
        match, state: match.view(at: call.now).state, version, settler.scoring.settlement,
        crowd: crowds[match.id] ?? .init())
    }
    let byMatch = Dictionary(judged.map { ($0.match.id, $0) }, uniquingKeysWith: { $1 })
    var merits: [AccountID: BoardMerit] = Dictionary(people.map { ($0, BoardMerit()) }, uniquingKeysWith: { $1 })
    for entry in entries {
      guard let match = byMatch[entry.match] else { continue }
      let outcome = match.outcome(reading.prediction(entry.prediction), hasJoker: entry.hasJoker, fun: nil)
      let merit = BoardMerit(
        points: outcome.points ?? 0, exactScores: outcome.isExact ? 1 : 0, correctWins: outcome.isCorrect ? 1 : 0)
      merits[entry.person] = (merits[entry.person] ?? BoardMerit()) + merit
    }
    let ranks = merits.ranks
    let rows = board.items.map { row in
      RuleTrialRow(
        account: row.account, points: Worth(merits[row.account.id]?.points ?? 0), rank: ranks[row.account.id] ?? 1,
        before: Worth(Int(row.score)), rankBefore: row.rank)
    }
    let sorted = rows.sorted {
      ($0.rank, $0.rankBefore, $0.account.id.text) < ($1.rank, $1.rankBefore, $1.account.id.text)
    }
    let counted = Set(entries.map(\.match)).intersection(byMatch.keys)
    return RuleTrialOutput(season: season?.season ?? "", matches: counted.count, size: sorted.count, items: sorted)
  }
}
