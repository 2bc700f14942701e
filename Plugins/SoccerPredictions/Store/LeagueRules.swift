import FieldhouseKit
import Synchronization

/// The rules that operators have given leagues, by season; in memory, as each match that is settled asks for them.
final class LeagueRules: Sendable {
  private let known = Mutex<[String: RuleVersions]>([:])

  /// Takes over what is stored.
  func load(_ all: [String: RuleVersions]) { known.withLock { $0 = all } }

  /// Takes over what is stored of a season.
  func set(_ versions: RuleVersions, of season: String) {
    known.withLock { $0[season] = versions.isEmpty ? nil : versions }
  }

  /// The rules of those of some matches whose league has any then; nothing, at the cost of a look, where none has.
  func rules(of matches: [Match], _ reading: Catalogue.Reading) -> [String: RuleVersion] {
    let known = self.known.withLock { $0 }
    guard !known.isEmpty else { return [:] }
    return Dictionary(grouping: matches, by: \.league).reduce(into: [:]) { rules, part in
      guard let versions = known[part.key.description] else { return }
      let rounds = SeasonPeriod.rounds(reading.seasons[part.key]?.matches ?? [])
      rules.merge(versions.rules(of: part.value, rounds)) { $1 }
    }
  }
}

/// A match under the rule of its league, with what everybody said of it where the rule needs that.
struct LeagueMatch: Sendable {
  let version: RuleVersion
  let match: Match
  /// The score that counts; nil for a match that earns nobody points.
  let facts: RuledMatch?

  /// - Returns: nil while the match is pending.
  init?(_ match: Match, state: MatchState, _ version: RuleVersion, _ usual: Settlement, crowd: PredictionCrowd) {
    let settlement = Settlement(rule: usual.rule, basis: version.rule.basis ?? usual.basis, policy: usual.policy)
    guard settlement.verdict(on: match, state: state) != .pending else { return nil }
    (self.version, self.match) = (version, match)
    facts = RuledMatch(match, state: state, settlement, crowd: crowd)
  }

  /// What brings a prediction its points; nothing in a match that earns nobody any.
  func parts(_ prediction: Prediction, hasJoker: Bool) -> [RulePart] {
    facts.map { version.rule.parts(prediction, $0, hasJoker: hasJoker) } ?? []
  }

  /// What a prediction comes to.
  /// - Parameter fun: what it brings in fun games, which no rule of a league changes.
  func outcome(_ prediction: Prediction, hasJoker: Bool, fun: Int?) -> SettledOutcome {
    SettledOutcome(
      points: parts(prediction, hasJoker: hasJoker).total.whole, isExact: prediction.score == facts?.actual,
      isCorrect: prediction.outcome == facts?.actual.outcome, fun: fun)
  }
}

extension RuleVersion {
  /// Whether what a prediction brings depends on what others say.
  var needsCrowd: Bool { rule.quota != nil || rule.pot != nil }
}

extension RuleStore {
  /// The rules of every season of a league that has any.
  static func ofLeagues(in transaction: any ReadTransaction) async throws -> [String: RuleVersions] {
    let seasons: [String] = try await transaction.query(
      "select distinct season from scoring_rules where owner = \(Owner.league.text) order by season"
    ).map { try $0[0] }
    var all: [String: RuleVersions] = [:]
    for season in seasons { all[season] = try await versions(of: .league, season: season, in: transaction) }
    return all
  }
}

extension PredictionStore {
  /// What everybody has said of a match.
  static func crowd(_ match: String, in transaction: any ReadTransaction) async throws -> PredictionCrowd {
    let rows = try await transaction.query(
      "select home, away, count(*) as n from predictions where match = \(match) group by home, away")
    var crowd = PredictionCrowd()
    for row in rows { crowd.add(ScoreLine(try row["home"], try row["away"]), times: try row["n"]) }
    return crowd
  }
}
