import FieldhouseKit
import Foundation

// How the members of a group compare in a league: over the season, in a round or month, and as it stands while matches are played.
extension SoccerPredictions {
  /// The course of a season is told of groups with no more members.
  static let mostOnCourse = 300
  /// Matches that began so long ago at most may wait to be settled for the first time, in seconds.
  private static let recent: TimeInterval = 2 * 86_400
  private static var periodUnknown: Problem { .notFound("period-unknown", "The season has no such round or month.") }
  private static var tooMany: Problem {
    .conflict("group-too-large", "Round by round is only told of groups of up to 300 members.")
  }

  func groupBoardRoutes(_ routes: inout Routes) {
    routes.get(
      "/groups/{group}/board",
      "A group's members by their points in a league, in a round or month of it, or as it stands while matches are played",
      access: .permission("see-leagues", in: "group"), problems: [Catalogue.unknownLeague, Self.periodUnknown]
    ) { (input: GroupBoardInput, call) in Page(items: try await board(input, call)) }
    routes.get(
      "/groups/{group}/course", "My points and rank in a group round by round, and who has won each",
      access: .permission("see-leagues", in: "group"), problems: [Catalogue.unknownLeague, Self.tooMany]
    ) { (input: GroupLeagueInput, call) in Page(items: try await course(input, call)) }
    routes.get(
      "/leagues/{league}/periods", "The rounds and months of the season that have begun", access: .everyone,
      problems: [Catalogue.unknownLeague]
    ) { (input: CardInput, call) in
      let matches = try rankedMatches(of: input.league, at: call.now)
      let parts = { (periods: [SeasonPeriod]) in
        periods.filter { $0.begins <= call.now }.map { PeriodsOutput.Part(name: $0.name, begins: $0.begins) }
      }
      return PeriodsOutput(
        rounds: parts(SeasonPeriod.rounds(matches)), months: parts(SeasonPeriod.months(matches)))
    }
  }

  /// The matches of the season whose leaderboard a league shows.
  private func rankedMatches(of league: String, at now: Date) throws -> [Match] {
    try rankedSeason(of: league, at: now)?.matches ?? []
  }

  /// The season whose leaderboard a league shows.
  private func rankedSeason(of league: String, at now: Date) throws -> Catalogue.Season? {
    let reading = catalogue.reading
    guard reading.calendars[league] != nil else { throw Catalogue.unknownLeague }
    return reading.rankedSeason(of: league, at: now).flatMap { reading.seasons[$0] }
  }

  private func counted(
    _ input: GroupBoardInput, _ season: Catalogue.Season?, at now: Date
  ) async throws -> GroupTable {
    let matches = season?.matches ?? []
    let members = try await members(of: input.group)
    let key = matches.first?.league.description ?? ""
    return GroupTable(members: members, ranks: try await ranks(of: members, input, matches, key, at: now))
  }

  private func board(_ input: GroupBoardInput, _ call: Call) async throws -> [GroupRowOutput] {
    let season = try rankedSeason(of: input.league, at: call.now)
    let table =
      if let season, input.view == "live", input.game != "fun" {
        try await settler.liveBoards.table(
          LiveBoardMemory.Key(group: input.group, season: season.league.key, round: input.round, month: input.month),
          of: season, for: call.principal?.account.id, at: call.now,
          isFinal: {
            let begun = season.matches(from: call.now - Self.recent, to: call.now)
            return !settler.isBehind(Array(begun), at: call.now)
          },
          count: { try await counted(input, season, at: call.now) })
      } else {
        try await counted(input, season, at: call.now)
      }
    let rows = try await table.rows(of: host.authentication)
    let hidden = try await hidden(among: table.members, from: call)
    let wanted = input.query.map(Slug.fold) ?? ""
    guard !hidden.isEmpty || !wanted.isEmpty else { return rows }
    return rows.filter {
      !hidden.contains($0.account.id) && (wanted.isEmpty || Slug.fold($0.account.name).contains(wanted))
    }
  }

  /// The members whom a block keeps from the caller.
  private func hidden(among members: [AccountID], from call: Call) async throws -> Set<AccountID> {
    guard let me = call.principal?.account.id else { return [] }
    return try await host.authentication.knownBlocks(between: me, and: members)
  }

  /// The members whom no block keeps from the caller.
  func seen(_ members: [AccountID], by call: Call) async throws -> [AccountID] {
    guard let me = call.principal?.account.id else { return members }
    let hidden = try await host.authentication.blocks(between: me, and: members.filter { $0 != me })
    return members.filter { !hidden.contains($0) }
  }

  private func ranks(
    of members: [AccountID], _ input: GroupBoardInput, _ matches: [Match], _ season: String, at now: Date
  ) async throws -> [AccountID: GroupRank] {
    if input.game == "fun" { return try await funRanks(members, season) }
    let round = try input.round.map { try Self.period($0, in: SeasonPeriod.rounds(matches)) }
    let month = try input.month.map { try Self.period($0, in: SeasonPeriod.months(matches)) }
    let both = month.map(Set.init)
    let part = round.map { $0.filter { both?.contains($0) ?? true } } ?? month
    let (ruled, bonus) = try await own(input.group, season, matches, at: now)
    if !ruled.versions.isEmpty || bonus.areThere {
      let extra = part == nil ? bonus.points.filter { members.contains($0.key) } : [:]
      return try await ruleRanks(members, ruled, part, extra, isLive: input.view == "live", at: now)
    }
    let isLive = input.view == "live"
    if part == nil, !isLive { return try await leagueRanks(members, season) }
    let merits = try await merits(of: members, part, season)
    if isLive {
      let own = part.map(Set.init)
      return try await liveRanks(members, matches.filter { own?.contains($0.id) ?? true }, merits, at: now)
    }
    let ranks = merits.ranks
    return merits.reduce(into: [:]) {
      $0[$1.key] = GroupRank(rank: ranks[$1.key] ?? 0, points: Worth($1.value.points))
    }
  }

  /// What members have in the league with what is settled of a season or a part of it.
  private func merits(
    of members: [AccountID], _ part: [String]?, _ season: String
  ) async throws -> [AccountID: BoardMerit] {
    try await host.storage.read { [store] transaction in
      if let part { return try await store.merits(of: members, matches: part, in: transaction) }
      return try await store.totals(of: members, season: season, in: transaction).mapValues { total in
        BoardMerit(points: total.points, exactScores: total.exactScores, correctWins: total.correctWins)
      }
    }
  }

  /// The rules of a group in a season, and what its members have for bonus questions.
  private func own(
    _ group: String, _ season: String, _ matches: [Match], at now: Date
  ) async throws -> (RuledSeason, Bonus) {
    try await host.storage.read { transaction in
      let versions = try await RuleStore.versions(of: .group(group), season: season, in: transaction)
      let ruled = RuledSeason(key: season, matches: matches, versions: versions)
      return (ruled, try await bonus(of: group, ruled, at: now, in: transaction))
    }
  }

  private static func period(_ name: String, in periods: [SeasonPeriod]) throws -> [String] {
    guard let period = periods.first(where: { $0.name == name }) else { throw periodUnknown }
    return period.matches
  }

  func leagueRanks(_ members: [AccountID], _ season: String) async throws -> [AccountID: GroupRank] {
    let entries = try await host.leaderboards.members(members, on: "league", season: nil, partition: season)
    return entries.reduce(into: [:]) { ranks, found in
      ranks[found.entry.account.id] = GroupRank(
        rank: found.rank, points: Worth(Int(found.entry.score)), leagueRank: found.entry.rank)
    }
  }

  private func funRanks(_ members: [AccountID], _ season: String) async throws -> [AccountID: GroupRank] {
    let points = try await host.storage.read { try await challenges.points(of: members, season: season, in: $0) }
    let ranks = points.mapValues { BoardMerit(points: $0) }.ranks
    return points.reduce(into: [:]) {
      $0[$1.key] = GroupRank(rank: ranks[$1.key] ?? 0, points: Worth($1.value))
    }
  }

  /// The ranks as they would be if those of some matches that are being played ended now.
  /// - Parameter settled: what the members have with those that are settled.
  private func liveRanks(
    _ members: [AccountID], _ matches: [Match], _ settled: [AccountID: BoardMerit], at now: Date
  ) async throws -> [AccountID: GroupRank] {
    var gained: [AccountID: BoardMerit] = [:]
    for match in matches.compactMap({ $0.asItStands(at: now) }) {
      for (account, merit) in try await merits(of: members, asIfEnded: match) {
        gained[account] = (gained[account] ?? BoardMerit()) + merit
      }
    }
    let live = settled.merging(gained) { $0 + $1 }
    let (before, after) = (settled.ranks, live.ranks)
    return live.reduce(into: [:]) { ranks, entry in
      let rank = after[entry.key] ?? 0
      ranks[entry.key] = GroupRank(
        rank: rank, points: Worth(entry.value.points), gained: Worth(gained[entry.key]?.points ?? 0),
        change: (before[entry.key] ?? rank) - rank)
    }
  }

  /// What the predictions of a match would come to if it ended as it stands.
  private func merits(of members: [AccountID], asIfEnded match: Match) async throws -> [AccountID: BoardMerit] {
    let reading = catalogue.reading
    let predictions = try await store.find(match.id, of: members)
    let ruled = try await settler.leagueMatch(match, state: .played)
    return try predictions.reduce(into: [:]) { merits, stored in
      let named = reading.prediction(stored.prediction)
      let outcome =
        try ruled?.outcome(named, hasJoker: stored.hasJoker, fun: nil)
        ?? SettledOutcome(try settler.scoring.receipt(for: named, on: match, state: .played), fun: nil)
      merits[stored.account] = BoardMerit(
        points: outcome.points ?? 0, exactScores: outcome.isExact ? 1 : 0, correctWins: outcome.isCorrect ? 1 : 0)
    }
  }

  private func course(_ input: GroupLeagueInput, _ call: Call) async throws -> [CourseRoundOutput] {
    let matches = try rankedMatches(of: input.league, at: call.now)
    let members = try await members(of: input.group)
    guard members.count <= Self.mostOnCourse else { throw Self.tooMany }
    let season = matches.first?.league.description ?? ""
    let (results, versions) = try await host.storage.read { [store] transaction in
      let versions = try await RuleStore.versions(of: .group(input.group), season: season, in: transaction)
      let results =
        versions.isEmpty ? try await store.results(of: members, season: season, in: transaction) : []
      return (results, versions)
    }
    let course =
      versions.isEmpty
      ? SeasonCourse(SeasonPeriod.rounds(matches), results)
      : try await ruleCourse(members, RuledSeason(key: season, matches: matches, versions: versions), at: call.now)
    let people = try await host.authentication.accounts(try await seen(members, by: call))
    let me = try call.account.id
    return course.rounds.map { round in
      CourseRoundOutput(
        round: round.period.name, begins: round.period.begins, points: course.points(round.earned[me]),
        total: course.points(round.total[me]), rank: round.total.ranks[me], ranked: round.total.count,
        winners: round.winners.compactMap { people[$0] }.sorted { ($0.name, $0.id.text) < ($1.name, $1.id.text) },
        best: round.earned.values.map { course.points($0) }.max() ?? .zero)
    }
  }
}

/// Where a member stands in a table of the group.
struct GroupRank: Sendable {
  var rank: Int
  var points: Worth
  /// The rank on the league's board.
  var leagueRank: Int?
  var gained: Worth?
  var change: Int?
}
