import FieldhouseKit

extension ScoringRule: Described {
  private static let points = Worth.schema
  /// Not below 0.
  private static let gain = Worth.schema(0...1000)

  private static func part(_ members: [(String, Schema)], _ required: [String], _ text: String) -> Schema {
    .object(members, required: required, description: text)
  }

  /// What a document must look like; ``mistakes`` tells the rest.
  static var schema: Schema {
    .object(
      [
        ("format", .enumeration([1], description: "The version of the format.")),
        ("least", Worth.schema.described("What a match brings at least.")),
        ("basis", .enumeration(SettlementBasis.allCases.map { .string($0.rawValue) })),
        ("whole", .boolean(description: "Whether what a match brings is rounded to a whole number.")),
        ("ties", .array(of: .enumeration(TieBreak.allCases.map { .string($0.rawValue) }), count: 0...5, unique: true)),
      ] + results + crowds + others, required: ["format"])
  }

  private static var results: [(String, Schema)] {
    let draw = part([("exact", points), ("outcome", points)], ["exact", "outcome"], "Matches that end in a draw.")
    let tiers = [("exact", points), ("difference", points), ("outcome", points), ("wrong", points), ("draw", draw)]
    let names = ["score", "winner", "draw", "homeGoals", "awayGoals", "difference", "totalGoals"]
    let minus = Schema.boolean(description: "Whether what is wrong takes what it would have brought.")
    let within = Schema.integer(1...20, description: "Goals too many and too few.")
    let closeness = [("exact", points), ("close", points), ("within", within), ("outcome", points)]
    let deviation = [
      ("from", gain), ("perGoal", gain), ("perDifference", gain), ("exactGoals", gain), ("least", points),
    ]
    return [
      ("tiers", part(tiers, ["exact", "outcome"], "Only the highest that fits counts.")),
      ("components", part(names.map { ($0, gain) } + [("minus", minus)], [], "Each part that is right counts.")),
      ("closeness", part(closeness, closeness.map(\.0), "The score, a near one, or the outcome.")),
      ("deviation", part(deviation, ["from", "perGoal"], "The fewer goals it is wrong by the more.")),
    ]
  }

  private static var crowds: [(String, Schema)] {
    let of = ("of", Schema.enumeration(Crowded.allCases.map { .string($0.rawValue) }))
    return [
      ("quota", part([("least", gain), ("most", gain), of], ["least", "most"], "The more the fewer said the same.")),
      ("pot", part([("points", gain), of], ["points"], "Shared by those who are right.")),
    ]
  }

  private static var others: [(String, Schema)] {
    let scorers: [(String, Schema)] = [
      ("points", gain), ("perGoal", .boolean), ("most", gain), ("wrong", Worth.schema(-1000...0)),
    ]
    let round = Schema.string(minLength: 1, maxLength: 60, description: "The label, or its part after the last comma.")
    let stage = part([("round", round), ("factor", Worth.schema(0...10))], ["round", "factor"], "A round.")
    let joker: [(String, Schema)] = [("factor", Worth.schema(1...3)), ("deduct", gain), ("insured", .boolean)]
    let series = [("length", Schema.integer(2...50)), ("points", gain)]
    let slam = [("correct", Schema.integer(1...100)), ("points", gain)]
    return [
      ("scorers", part(scorers, ["points"], "For each player who was picked and scored.")),
      ("stages", .array(of: stage, count: 1...20)),
      ("joker", part(joker, ["factor"], "One match of a round.")),
      ("series", part(series, series.map(\.0), "For right outcomes in a row.")),
      ("slam", part(slam, slam.map(\.0), "For right outcomes in one round.")),
    ]
  }
}

/// What is wrong with a rule beyond what its schema tells.
struct RuleMistake: Hashable, Sendable {
  /// JSON pointer into the document: "/tiers/difference"; empty for the document.
  let pointer: String
  let code: String
  let detail: String
}

extension ScoringRule {
  /// Every mistake; empty for a rule that can be used.
  var mistakes: [RuleMistake] {
    var found: [RuleMistake] = []
    if !bringsPoints {
      found.append(.init(pointer: "", code: "rule-empty", detail: "Say what brings points."))
    }
    if let tiers { found += tiers.mistakes }
    if let closeness, !(closeness.exact >= closeness.close && closeness.close >= closeness.outcome) {
      found.append(
        .init(pointer: "/closeness/close", code: "rule-order", detail: "What is nearer must not bring less."))
    }
    if let quota, quota.least > quota.most {
      found.append(
        .init(pointer: "/quota/least", code: "rule-order", detail: "The least must not be more than the most."))
    }
    for (index, stage) in (stages ?? []).enumerated()
    where stages?[..<index].contains(where: { $0.name == stage.name }) ?? false {
      found.append(.init(pointer: "/stages/\(index)/round", code: "stage-repeated", detail: "Name each round once."))
    }
    return found
  }

  /// Every mistake of a rule that is to hold for a whole league, where points are whole and never below 0 (SP-86), the board's
  /// tie-breaks are fixed, and each match stands for itself.
  var mistakesInLeague: [RuleMistake] {
    var found = mistakes
    let negative: [(String, Bool)] = [
      ("/tiers/wrong", (tiers?.lowest ?? .zero) < .zero), ("/components/minus", components?.isMinus == true),
      ("/closeness/outcome", (closeness?.outcome ?? .zero) < .zero),
      ("/deviation/least", (deviation?.least ?? .zero) < .zero), ("/scorers/wrong", (scorers?.wrong ?? .zero) < .zero),
      ("/joker/deduct", (joker?.deduct ?? .zero) > .zero),
    ]
    for (pointer, isNegative) in negative where isNegative && (least ?? -.one) < .zero {
      found.append(
        .init(
          pointer: pointer, code: "negative-in-league", detail: "In a league nobody loses points; say \"least\": 0."))
    }
    if isWhole != true {
      found.append(
        .init(pointer: "/whole", code: "whole-in-league", detail: "The points of a league are whole; say so."))
    }
    for (pointer, isThere) in [("/series", series != nil), ("/slam", slam != nil), ("/ties", ties != nil)] where isThere
    {
      found.append(
        .init(pointer: pointer, code: "not-in-league", detail: "That is for groups; a league's matches count alone."))
    }
    return found
  }

  private var bringsPoints: Bool {
    tiers != nil || closeness != nil || deviation != nil || quota != nil || pot != nil || scorers != nil
      || components?.values.isEmpty == false
  }
}

extension ScoringRule.Tiers {
  fileprivate var lowest: Worth {
    [exact, difference, outcome, wrong, draw?.outcome].compactMap(\.self).min() ?? .zero
  }

  fileprivate var mistakes: [RuleMistake] {
    let steps = [("exact", exact), ("difference", difference), ("outcome", outcome), ("wrong", wrong)]
    let given = steps.compactMap { name, value in value.map { (name, $0) } }
    var found = zip(given, given.dropFirst()).filter { $0.1 < $1.1 }.map { _, lower in
      RuleMistake(pointer: "/tiers/\(lower.0)", code: "rule-order", detail: "What is nearer must not bring less.")
    }
    if let draw, draw.exact < draw.outcome {
      found.append(
        .init(pointer: "/tiers/draw/outcome", code: "rule-order", detail: "What is nearer must not bring less."))
    }
    return found
  }
}

extension ScoringRule.Components {
  /// What its parts are worth.
  var values: [Worth] {
    [score, winner, draw, homeGoals, awayGoals, difference, totalGoals].compactMap(\.self)
  }
}

extension ScoringRule.Stage {
  /// The round's name for comparing: letters and digits alone, small.
  var name: String { Self.name(round) }

  static func name(_ label: String) -> String { Slug.fold(label).filter { $0.isLetter || $0.isNumber } }

  /// Whether a round's label means this round.
  func fits(_ label: String?) -> Bool {
    guard let label else { return false }
    let last = label.split(separator: ",").last.map(String.init) ?? label
    return [label, last].contains { Self.name($0) == name }
  }
}
