import FieldhouseKit
import Foundation

/// A season in a group that has rules of its own.
struct RuledSeason: Sendable {
  /// As predictions name it.
  let key: String
  let matches: [Match]
  let versions: RuleVersions

  var rounds: [SeasonPeriod] { SeasonPeriod.rounds(matches) }
}

// The tables of groups with rules of their own. They are worked out from the members' predictions when they are asked for, so that a
// corrected result, a member who comes or goes and a merged account are in them at once, and settling does nothing for them. The crowd of a
// rule are the members as they are now. Tie-breaks are of these tables: a league's leaderboard carries a score with two columns that its
// manifest fixes.
extension SoccerPredictions {
  /// Groups with more members have no rules of their own.
  static let mostUnderRules = 300

  /// - Parameters:
  ///   - part: the ids of the matches that count; all without it.
  ///   - extra: points beside those of matches.
  ///   - isLive: whether what is being played counts as if it ended now.
  func ruleRanks(
    _ members: [AccountID], _ season: RuledSeason, _ part: [String]?, _ extra: [AccountID: Worth], isLive: Bool,
    at now: Date
  ) async throws -> [AccountID: GroupRank] {
    let entries = try await host.storage.read { [store] in
      try await store.entries(of: members, season: season.key, in: $0)
    }
    let ties = season.versions.latest?.rule.tieBreaks ?? ScoringRule().tieBreaks
    let table = try await ruleTable(season, entries, part, extra, at: now)
    let ranks = table.merits.ranks(ties)
    if isLive {
      let live = try await ruleTable(season, entries, part, extra, isLive: true, at: now)
      let after = live.merits.ranks(ties)
      return live.merits.reduce(into: [:]) { found, entry in
        let (rank, before) = (after[entry.key] ?? 0, table.merits[entry.key]?.points ?? .zero)
        found[entry.key] = GroupRank(
          rank: rank, points: entry.value.points, gained: entry.value.points - before,
          change: (ranks[entry.key] ?? rank) - rank)
      }
    }
    let board = part == nil ? try await leagueRanks(members, season.key) : [:]
    return table.merits.reduce(into: [:]) { found, entry in
      found[entry.key] = GroupRank(
        rank: ranks[entry.key] ?? 0, points: entry.value.points, leagueRank: board[entry.key]?.leagueRank)
    }
  }

  /// How a group with rules of its own did round by round, bonus questions aside.
  func ruleCourse(
    _ members: [AccountID], _ season: RuledSeason, at now: Date
  ) async throws -> SeasonCourse<AccountID> {
    let entries = try await host.storage.read { [store] in
      try await store.entries(of: members, season: season.key, in: $0)
    }
    return SeasonCourse(season.rounds, earned: try await ruleTable(season, entries, nil, at: now).rounds)
  }

  /// What people have by the rules of a season.
  func ruleTable(
    _ season: RuledSeason, _ entries: [RuleTable<AccountID>.Entry], _ part: [String]?,
    _ extra: [AccountID: Worth] = [:], isLive: Bool = false, at now: Date
  ) async throws -> RuleTable<AccountID> {
    let rules = season.versions.rules(of: season.matches, season.rounds)
    let reading = catalogue.reading
    var live: [String: Match] = [:]
    let counted = season.matches.compactMap { match -> RuleTable<AccountID>.Counted? in
      let ending = isLive ? match.asItStands(at: now) : nil
      live[match.id] = ending
      let settlement = settlement(rules[match.id])
      let (shown, state) = (ending ?? match, ending == nil ? match.view(at: now).state : .played)
      guard settlement.verdict(on: shown, state: state) != .pending else { return nil }
      return .init(
        match: shown, facts: RuledMatch(shown, state: state, settlement, crowd: .init()), version: rules[match.id])
    }
    var ruled: [String: LeagueMatch] = [:]
    for match in live.values where rules[match.id] == nil {
      ruled[match.id] = try await settler.leagueMatch(match, state: .played)
    }
    let named = try entries.map { entry in
      var named = RuleTable<AccountID>.Entry(
        person: entry.person, match: entry.match, prediction: reading.prediction(entry.prediction),
        hasJoker: entry.hasJoker, createdAt: entry.createdAt, league: entry.league)
      if let match = live[entry.match], rules[entry.match] == nil {
        let own = ruled[match.id]?.outcome(named.prediction, hasJoker: entry.hasJoker, fun: nil).points
        let usual = try own ?? settler.scoring.receipt(for: named.prediction, on: match, state: .played)?.total
        named.league = BoardMerit(points: usual ?? 0)
      }
      return named
    }
    return RuleTable(counted, named, extra: extra, in: part.map(Set.init))
  }

  /// How matches under a rule are settled.
  func settlement(_ version: RuleVersion?) -> Settlement {
    let usual = settler.scoring.settlement
    return Settlement(rule: usual.rule, basis: version?.rule.basis ?? usual.basis, policy: usual.policy)
  }
}
