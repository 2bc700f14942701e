import FieldhouseKit
import Foundation

/// Something that brings or takes points.
struct RulePartOutput: RouteOutput {
  /// A `RulePart.Kind`.
  var kind: String
  var predicted: String
  var points: Worth

  static var schema: Schema {
    let kinds = Schema.enumeration(RulePart.Kind.allCases.map { .string($0.rawValue) })
    return .object(
      [("kind", kinds), ("predicted", .string()), ("points", .number())], required: ["kind", "predicted", "points"])
  }
}

/// How the points of my prediction came about in a group with a rule of its own.
struct GroupReceiptOutput: RouteOutput {
  var group: NamedOutput
  /// The rule that was applied, and the match data it was applied to.
  var ruleVersion: String
  var matchVersion: String
  /// What adds up to the total; nothing for a match that earns nobody points.
  var parts: [RulePartOutput]
  var total: Worth

  static var schema: Schema {
    .object(
      [
        ("group", NamedOutput.schema), ("ruleVersion", .string()), ("matchVersion", .string()),
        ("parts", .array(of: RulePartOutput.schema)), ("total", .number()),
      ], required: ["group", "ruleVersion", "matchVersion", "parts", "total"])
  }
}

/// A prediction that somebody thinks of.
struct GuideInput: RouteInput {
  var match: String
  var home: Int
  var away: Int

  static var schema: Schema {
    .object(
      [("match", .string(minLength: 1, maxLength: 200)), ("home", .integer(0...99)), ("away", .integer(0...99))],
      required: ["match", "home", "away"])
  }
}

/// What a prediction can bring by one rule.
struct GuideOutput: RouteOutput {
  /// The group whose rule it is; nil for the league.
  var group: NamedOutput?
  var ruleVersion: String
  /// How often the joker counts its match; nil where the rule has none.
  var joker: Worth?
  var lines: [GuideLineOutput]

  static var schema: Schema {
    .object(
      [
        ("group", NamedOutput.schema), ("ruleVersion", .string()), ("joker", .number()),
        ("lines", .array(of: GuideLineOutput.schema)),
      ], required: ["ruleVersion", "lines"])
  }
}

/// What a prediction brings when it is right so far.
struct GuideLineOutput: RouteOutput {
  /// `exact`, `difference`, `outcome`, `wrong`, or `scorer` for each player who is right.
  var right: String
  /// The least and the most, which differ where it depends on the result or on what others say.
  var least: Worth
  var most: Worth

  static var schema: Schema {
    let cases = Schema.enumeration(["exact", "difference", "outcome", "wrong", "scorer"])
    return .object(
      [("right", cases), ("least", .number()), ("most", .number())], required: ["right", "least", "most"])
  }
}

/// A rule that counts for somebody's prediction of a match.
private struct RuleAtHand {
  let group: Group
  let version: RuleVersion
  let members: [AccountID]
}

// What a prediction can bring, and how its points came about, in the groups that have rules of their own.
extension SoccerPredictions {
  /// Of so many groups it is told.
  private static let mostGroups = 20

  func guideRoutes(_ routes: inout Routes) {
    routes.get(
      "/matches/{match}/prediction/receipts",
      "How the points of my prediction came about in my groups that have rules of their own", access: .account,
      problems: [Self.unknownMatch]
    ) { (input: MatchInput, call) in try await receipts(input.match, call) }
    routes.get(
      "/matches/{match}/guide", "What a score that I think of can bring in the league and in my groups",
      access: .account, problems: [Self.unknownMatch]
    ) { (input: GuideInput, call) in try await guide(input, call) }
  }

  private func rulesAtHand(_ match: Match, _ account: AccountID) async throws -> [RuleAtHand] {
    let groups = try await host.groups.groups(of: account, kind: Self.groupKind)
    let versions = try await host.storage.read {
      try await RuleStore.versions(ofGroups: groups.map(\.id), season: match.league.description, in: $0)
    }
    guard !versions.isEmpty, let season = catalogue.reading.seasons[match.league] else { return [] }
    let rounds = SeasonPeriod.rounds(season.matches)
    var found: [RuleAtHand] = []
    for group in groups where found.count < Self.mostGroups {
      guard let version = versions[group.id]?.rules(of: [match], rounds)[match.id] else { continue }
      let leagues = try await host.storage.read { try await GroupLeagueStore().all(of: group.id, in: $0) }
      guard leagues.contains(match.league.league) else { continue }
      found.append(RuleAtHand(group: group, version: version, members: try await members(of: group.id)))
    }
    return found
  }

  private func receipts(_ id: String, _ call: Call) async throws -> Page<GroupReceiptOutput> {
    let match = try catalogue.reading.match(id)
    let (account, reading) = (try call.account.id, catalogue.reading)
    let state = match.view(at: call.now).state
    var receipts: [GroupReceiptOutput] = []
    for rule in try await rulesAtHand(match, account) {
      let settlement = settlement(rule.version)
      guard settlement.verdict(on: match, state: state) != .pending else { continue }
      let predictions = try await store.find(match.id, of: rule.members)
      guard let mine = predictions.first(where: { $0.account == account }) else { continue }
      let crowd = PredictionCrowd(predictions.map(\.prediction.score))
      let facts = RuledMatch(match, state: state, settlement, crowd: crowd)
      let parts = facts.map {
        rule.version.rule.parts(reading.prediction(mine.prediction), $0, hasJoker: mine.hasJoker)
      }
      receipts.append(
        GroupReceiptOutput(
          group: NamedOutput(id: rule.group.id, name: rule.group.name), ruleVersion: rule.version.name,
          matchVersion: match.version,
          parts: (parts ?? []).map {
            RulePartOutput(kind: $0.kind.rawValue, predicted: $0.predicted, points: $0.points)
          },
          total: parts?.total ?? .zero))
    }
    return Page(items: receipts)
  }

  private func guide(_ input: GuideInput, _ call: Call) async throws -> Page<GuideOutput> {
    let match = try catalogue.reading.match(input.match)
    let account = try call.account.id
    let score = ScoreLine(input.home, input.away)
    let mine = try await host.storage.read { [store] in try await store.find(match.id, account, in: $0) }
    let hasJoker = mine?.hasJoker == true
    let league = ruleOfLeague(match).map { name, rule in
      GuideOutput(
        group: nil, ruleVersion: name, joker: rule.joker?.factor,
        lines: rule.guide(score, round: match.round, hasJoker: hasJoker, people: nil))
    }
    let groups = try await rulesAtHand(match, account).map { rule in
      GuideOutput(
        group: NamedOutput(id: rule.group.id, name: rule.group.name), ruleVersion: rule.version.name,
        joker: rule.version.rule.joker?.factor,
        lines: rule.version.rule.guide(
          score, round: match.round, hasJoker: hasJoker, people: rule.members.count))
    }
    return Page(items: [league].compactMap(\.self) + groups)
  }

  /// The rule that a league's points go by, with its name; nil where a rule module gives them.
  private func ruleOfLeague(_ match: Match) -> (name: String, rule: ScoringRule)? {
    if let version = settler.rules.rules(of: [match], catalogue.reading)[match.id] {
      return (version.name, version.rule)
    }
    let rule = settler.scoring.settlement.rule
    return settler.scoring.version == rule.version ? (rule.version, ScoringRule(rule)) : nil
  }
}

extension ScoringRule {
  /// What a score can bring, by how far it is right, found by trying every result of up to 9 goals a team. What others say is not told
  /// before predictions close; so of what depends on it the bounds are given.
  /// - Parameter people: how many could say the same; nil where nobody knows.
  func guide(_ score: ScoreLine, round: String?, hasJoker: Bool, people: Int?) -> [GuideLineOutput] {
    let prediction = Prediction(home: score.home, away: score.away)
    let others = people.map { max(0, $0 - 1) } ?? 1_000_000
    var (alone, together) = (PredictionCrowd([score]), PredictionCrowd([score]))
    alone.add(score.outcome == .draw ? ScoreLine(1, 0) : .goalless, times: others)
    together.add(score, times: others)
    var found: [String: (least: Worth, most: Worth)] = [:]
    let results = (0...9).flatMap { home in (0...9).map { ScoreLine(home, $0) } } + [score]
    for actual in results {
      let right =
        score == actual
        ? "exact"
        : score.outcome != actual.outcome ? "wrong" : score.difference == actual.difference ? "difference" : "outcome"
      for crowd in [alone, together] {
        let match = RuledMatch(actual: actual, goals: [:], round: round, crowd: crowd)
        let points = parts(prediction, match, hasJoker: hasJoker).total
        let known = found[right] ?? (points, points)
        found[right] = (min(known.least, points), max(known.most, points))
      }
    }
    let lines = ["exact", "difference", "outcome", "wrong"].compactMap { right in
      found[right].map { GuideLineOutput(right: right, least: $0.least, most: $0.most) }
    }
    guard let scorers, score.total > 0 else { return lines }
    let most = scorers.isPerGoal == true ? scorers.most ?? scorers.points.times(Worth(score.total)) : scorers.points
    return lines + [
      GuideLineOutput(
        right: "scorer", least: min(scorers.points, scorers.most ?? scorers.points), most: max(most, scorers.points))
    ]
  }
}
