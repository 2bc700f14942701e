import FieldhouseKit
import Foundation

/// The rules of groups and leagues.
enum RuleStore {
  /// Whose rules they are.
  enum Owner: Hashable, Sendable {
    case group(String)
    case league

    var text: String {
      switch self {
      case .group(let id): "group/\(id)"
      case .league: "league"
      }
    }

    /// The id of the group that an owner's text names; nil for the league.
    static func groupID(_ text: String) -> String? {
      text.hasPrefix("group/") ? String(text.dropFirst(6)) : nil
    }
  }

  /// What an owner's rules in a season are.
  static func versions(
    of owner: Owner, season: String, in transaction: any ReadTransaction
  ) async throws -> RuleVersions {
    let rows = try await transaction.query(
      """
      select number, round, begins_at, rule, carried_from from scoring_rules
      where owner = \(owner.text) and season = \(season) order by number
      """)
    return RuleVersions(try rows.map(Self.version))
  }

  /// The rules of several groups in a season; groups without any are left out.
  static func versions(
    ofGroups groups: [String], season: String, in transaction: any ReadTransaction
  ) async throws -> [String: RuleVersions] {
    guard !groups.isEmpty else { return [:] }
    let owners = groups.map { Owner.group($0).text }
    let rows = try await transaction.query(
      """
      select owner, number, round, begins_at, rule, carried_from from scoring_rules
      where owner in (\(list: owners)) and season = \(season)
      """)
    let all = Dictionary(grouping: rows) { (try? $0["owner"] as String) ?? "" }
    return try Dictionary(
      zip(groups, owners).compactMap { group, owner in
        try all[owner].map { (group, RuleVersions(try $0.map(Self.version))) }
      }, uniquingKeysWith: { $1 })
  }

  /// Keeps a rule from a round on, in the place of one that was to hold from the same round.
  /// - Returns: the rule's version.
  static func add(
    _ rule: ScoringRule, of owner: Owner, season: String, from round: SeasonPeriod, at now: Date,
    in transaction: any Transaction
  ) async throws -> RuleVersion {
    let number =
      try await versions(of: owner, season: season, in: transaction).latest.map { $0.number + 1 } ?? 1
    try await transaction.execute(
      """
      delete from scoring_rules
      where owner = \(owner.text) and season = \(season) and round = \(round.name) and begins_at > \(now)
      """)
    try await transaction.execute(
      """
      insert into scoring_rules (owner, season, number, round, begins_at, rule, made_at)
      values (\(owner.text), \(season), \(number), \(round.name), \(round.begins), \(rule.text), \(now))
      on conflict (owner, season, number) do update set round = excluded.round, begins_at = excluded.begins_at,
        rule = excluded.rule, made_at = excluded.made_at, carried_from = null
      """)
    return RuleVersion(number: number, round: round.name, begins: round.begins, rule: rule)
  }

  /// Has the rule that an owner made last in one season hold in another one from its first round on, unless that has rules already.
  /// - Returns: whether it does.
  static func carry(
    _ owner: Owner, from past: SeasonKey, to season: SeasonKey, _ round: SeasonPeriod, at now: Date,
    in transaction: any Transaction
  ) async throws -> Bool {
    let key = season.description
    guard try await versions(of: owner, season: key, in: transaction).isEmpty,
      let rule = try await versions(of: owner, season: past.description, in: transaction).latest?.rule
    else { return false }
    return try await transaction.execute(
      """
      insert into scoring_rules (owner, season, number, round, begins_at, rule, made_at, carried_from)
      values (\(owner.text), \(key), 1, \(round.name), \(round.begins), \(rule.text), \(now), \(past.season))
      on conflict do nothing
      """) == 1
  }

  /// Takes back what does not hold yet; false when there is nothing.
  /// - Parameter periods: the rounds of the season as they are now.
  static func removeComing(
    of owner: Owner, season: String, _ periods: [SeasonPeriod], after now: Date, in transaction: any Transaction
  ) async throws -> Bool {
    let coming = try await versions(of: owner, season: season, in: transaction).all.filter {
      !$0.holds(periods, at: now)
    }
    for version in coming {
      try await transaction.execute(
        """
        delete from scoring_rules
        where owner = \(owner.text) and season = \(season) and number = \(version.number)
        """)
    }
    return !coming.isEmpty
  }

  private static func version(_ row: Row) throws -> RuleVersion {
    let json = try JSON(parsing: Array((try row["rule"] as String).utf8))
    return RuleVersion(
      number: try row["number"], round: try row["round"], begins: try row["begins_at"],
      rule: try JSONValueDecoder().decode(ScoringRule.self, from: json), carriedFrom: try row["carried_from"])
  }
}

extension PredictionStore {
  /// What some people have predicted in a season, settled or not.
  /// - Parameter match: the one match that is asked for; all without it.
  func entries(
    of accounts: [AccountID], season: String, match: String? = nil, in transaction: any ReadTransaction
  ) async throws -> [RuleTable<AccountID>.Entry] {
    var entries: [RuleTable<AccountID>.Entry] = []
    let wanted: SQL = match.map { " and match = \($0)" } ?? ""
    for start in stride(from: 0, to: accounts.count, by: 500) {
      let part = Array(accounts[start..<min(start + 500, accounts.count)])
      let rows = try await transaction.query(
        """
        select account, match, home, away, scorers, joker, created_at, points, exact, correct from predictions
        where account in (\(list: part)) and season = \(season)\(wanted)
        """)
      entries += try rows.map { row in
        let points: Int? = try row["points"]
        let (exact, correct): (Int, Int) = (try row["exact"], try row["correct"])
        return RuleTable<AccountID>.Entry(
          person: try row["account"], match: try row["match"], prediction: try Self.prediction(row),
          hasJoker: try row["joker"] == 1, createdAt: try row["created_at"],
          league: points.map { BoardMerit(points: $0, exactScores: exact, correctWins: correct) })
      }
    }
    return entries
  }
}
