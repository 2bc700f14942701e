import FieldhouseKit

/// How predictions become points, as data: what a group's admins or an operator write and the engine in
/// `ScoringRule+Points.swift` follows. All parts that are given add up. Points are -1000…1000 in steps of 0.25.
///
/// Left out are odds, as no feed gives them, and picks of players who never enter the pitch, as many
/// feeds give no line-ups.
struct ScoringRule: Hashable, Sendable, Codable {
  /// The version of the format of the document; 1.
  var format = 1
  var tiers: Tiers?
  var components: Components?
  var closeness: Closeness?
  var deviation: Deviation?
  var quota: Quota?
  var pot: Pot?
  var scorers: Scorers?
  var stages: [Stage]?
  var joker: Joker?
  var series: Series?
  var slam: Slam?
  /// What a match brings at least, before rounding; no bound without it.
  var least: Worth?
  /// Which score counts; after 90 minutes without it.
  var basis: SettlementBasis?
  /// Whether what a match brings is rounded to a whole number, a half away from zero.
  var isWhole: Bool?
  /// What ranks those of equal points, in this order; exact scores, then correct results without it. Who is equal in all shares a rank.
  var ties: [TieBreak]?

  private enum CodingKeys: String, CodingKey {
    case format, tiers, components, closeness, deviation, quota, pot, scorers, stages, joker, series, slam, least, basis
    case isWhole = "whole"
    case ties
  }

  /// Only the highest that fits counts.
  struct Tiers: Hashable, Sendable, Codable {
    /// The score.
    var exact: Worth
    /// Winner and goal difference; the same as `outcome` without it. A draw never counts as one.
    var difference: Worth?
    /// The winner, or that it is a draw.
    var outcome: Worth
    /// For nothing of that.
    var wrong: Worth?
    /// Own values of matches that end in a draw.
    var draw: Draw?
  }

  struct Draw: Hashable, Sendable, Codable {
    var exact: Worth
    var outcome: Worth
  }

  /// Each part that is right counts.
  struct Components: Hashable, Sendable, Codable {
    var score: Worth?
    /// A winner that is right.
    var winner: Worth?
    /// A draw that is right.
    var draw: Worth?
    var homeGoals: Worth?
    var awayGoals: Worth?
    var difference: Worth?
    var totalGoals: Worth?
    /// Whether each part that is wrong takes what it would have brought, as in fun games.
    var isMinus: Bool?

    private enum CodingKeys: String, CodingKey {
      case score, winner, draw, homeGoals, awayGoals, difference, totalGoals
      case isMinus = "minus"
    }
  }

  /// The score, a near one, or the outcome. Near is a right outcome with at most `within` goals too many and too few of both
  /// teams together.
  struct Closeness: Hashable, Sendable, Codable {
    var exact: Worth
    var close: Worth
    var within: Int
    var outcome: Worth
  }

  /// From a number of points so many are taken for each goal of a team that was too many or too few, and for each of the difference.
  struct Deviation: Hashable, Sendable, Codable {
    var from: Worth
    var perGoal: Worth
    var perDifference: Worth?
    /// For each team whose goals are right.
    var exactGoals: Worth?
    /// What it brings at least; 0 without it.
    var least: Worth?
  }

  /// For who is right, the more the fewer said the same: `most` minus the share of all who did, of what lies between `most` and `least`.
  struct Quota: Hashable, Sendable, Codable {
    var least: Worth
    var most: Worth
    var of: Crowded?
  }

  /// Those who are right share the points equally.
  struct Pot: Hashable, Sendable, Codable {
    var points: Worth
    var of: Crowded?
  }

  /// What must be the same for people to have said the same: the outcome without it.
  enum Crowded: String, Hashable, Sendable, Codable, CaseIterable { case outcome, score }

  /// For each player who was picked and scored in the time that counts; own goals do not count.
  struct Scorers: Hashable, Sendable, Codable {
    var points: Worth
    /// Whether each goal counts, and not the player.
    var isPerGoal: Bool?
    /// What one player brings at most.
    var most: Worth?
    /// For a player who did not score, where the feed has goals.
    var wrong: Worth?

    private enum CodingKeys: String, CodingKey {
      case points, most, wrong
      case isPerGoal = "perGoal"
    }
  }

  /// Everything of a match of a round counts so many times, what is below 0 too.
  struct Stage: Hashable, Sendable, Codable {
    /// The round's label or the part of it after the last comma; small letters, accents, spaces and hyphens do not matter.
    var round: String
    var factor: Worth
  }

  /// One match of a round, which its owner chooses before the match closes.
  struct Joker: Hashable, Sendable, Codable {
    var factor: Worth
    /// What is taken in place of the factor when the outcome is wrong.
    var deduct: Worth?
    /// Whether that match brings 0 at least.
    var isInsured: Bool?

    private enum CodingKeys: String, CodingKey {
      case factor, deduct
      case isInsured = "insured"
    }
  }

  /// For so many right outcomes in a row, of the matches that somebody has predicted; then the count begins anew.
  struct Series: Hashable, Sendable, Codable {
    var length: Int
    var points: Worth
  }

  /// For at least so many right outcomes in one round.
  struct Slam: Hashable, Sendable, Codable {
    var correct: Int
    var points: Worth
  }

  /// What ranks those of equal points.
  enum TieBreak: String, Hashable, Sendable, Codable, CaseIterable {
    /// More exact scores.
    case exactScores
    /// More right outcomes.
    case correctResults
    /// More rounds in which nobody had more points.
    case roundWins
    /// Fewer goals too many and too few in what was predicted; who predicts less has less of them.
    case goalError
    /// Who has made the first prediction of the season earlier.
    case earliest
  }

  var tieBreaks: [TieBreak] { ties ?? [.exactScores, .correctResults] }

  /// The rule as JSON in a fixed order, as it is stored and told apart.
  var text: String { (try? JSON(encoding: self).serialized()) ?? "" }

  /// The rule of `PointsRule` in this form.
  init(_ rule: PointsRule) {
    components = Components(score: Worth(rule.score), winner: Worth(rule.win), draw: Worth(rule.win))
    scorers = Scorers(points: Worth(rule.scorer))
  }

  init() {}
}

extension SettlementBasis: Codable {}
