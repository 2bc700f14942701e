import FieldhouseKit
import Foundation

/// The goals of both teams.
struct ScoreOutput: RouteOutput, Decodable {
  var home: Int
  var away: Int

  init(_ score: ScoreLine) {
    home = score.home
    away = score.away
  }
}

/// A goal as people see it.
struct GoalOutput: RouteOutput, Decodable {
  /// "29" or "45+1".
  var minute: String
  var scorer: String
  /// The side whose score it raises: `home` or `away`.
  var side: String
  /// `play`, `penalty` or `ownGoal`.
  var kind: String
  /// Who made the pass before it, where the feed tells that.
  var assist: String?

  init(_ goal: Goal) {
    (minute, scorer, side, kind) = (goal.minuteText, goal.scorer, goal.side.rawValue, goal.kind.rawValue)
    assist = goal.assist
  }
}

/// My prediction of a match.
struct PredictionOutput: RouteOutput, Decodable {
  var home: Int
  var away: Int
  /// Player ids.
  var scorers: [String]
  /// When it was first saved, UTC.
  var createdAt: Date
  /// When it was last changed, UTC.
  var updatedAt: Date
  /// Whether it can still be changed.
  var isOpen: Bool
  /// What it earned; nil until the match is settled.
  var points: Int?
  /// Whether it is the joker of its round.
  var hasJoker: Bool

  init(_ stored: StoredPrediction, isOpen: Bool) {
    home = stored.prediction.score.home
    away = stored.prediction.score.away
    scorers = stored.prediction.scorers.map(\.text)
    createdAt = stored.createdAt
    updatedAt = stored.updatedAt
    self.isOpen = isOpen
    points = stored.points
    hasJoker = stored.hasJoker
  }
}

/// A match as it stands now.
struct MatchOutput: RouteOutput, Decodable {
  var id: String
  var league: NamedOutput
  var season: String
  var round: String?
  var group: String?
  /// UTC.
  var kickOff: Date
  /// Whether the feed told the time of day.
  var kickOffConfirmed: Bool
  /// `upcoming`, `live`, `suspended`, `played`, `postponed`, `cancelled`, `abandoned`, `awarded` or `removed`.
  var state: String
  /// What the match clock shows; only while live.
  var minute: String?
  var home: NamedOutput
  var away: NamedOutput
  /// The score so far, extra time included; null while there is none.
  var score: ScoreOutput?
  /// Whether `score` is exact; false when the feed tells it only at half-time and the end.
  var isScoreExact: Bool
  /// The score after 90 minutes, which points go by; only of a match that was decided later.
  var afterNinety: ScoreOutput?
  /// The shoot-out.
  var penalties: ScoreOutput?
  var stadium: String?
  /// When predictions close, UTC.
  var predictionsCloseAt: Date
  /// Whether a prediction can be made now.
  var predictionsOpen: Bool
  /// My prediction, where I made one.
  var prediction: PredictionOutput?

  private enum CodingKeys: String, CodingKey {
    case id, league, season, round, group, kickOff, kickOffConfirmed, state, minute, home, away, score, isScoreExact
    case afterNinety, penalties, stadium, predictionsCloseAt, predictionsOpen, prediction
  }

  init(_ match: Match, league: League, now: Date, logos: Logos, prediction: StoredPrediction? = nil) {
    let view = match.view(at: now)
    let isOpen = match.isOpen(at: now)
    id = match.id
    self.league = logos.named(league)
    season = league.season
    round = match.round
    group = match.group
    kickOff = match.kickOff
    kickOffConfirmed = match.kickOffConfirmed
    state = view.state.rawValue
    minute = view.minute?.text
    home = logos.named(match.home)
    away = logos.named(match.away)
    score = view.score.map(ScoreOutput.init)
    isScoreExact = view.isScoreExact
    let isLonger = view.state == .played && match.score.afterExtraTime != nil
    afterNinety = isLonger ? match.score.regularTime.map(ScoreOutput.init) : nil
    penalties = view.penalties.map(ScoreOutput.init)
    stadium = match.stadium
    predictionsCloseAt = PredictionWindow.closing(of: match)
    predictionsOpen = isOpen
    self.prediction = prediction.map { PredictionOutput($0, isOpen: isOpen) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(league, forKey: .league)
    try container.encode(season, forKey: .season)
    try container.encodeIfPresent(round, forKey: .round)
    try container.encodeIfPresent(group, forKey: .group)
    try container.encode(kickOff, forKey: .kickOff)
    try container.encode(kickOffConfirmed, forKey: .kickOffConfirmed)
    try container.encode(state, forKey: .state)
    try container.encode(minute, forKey: .minute)
    try container.encode(home, forKey: .home)
    try container.encode(away, forKey: .away)
    try container.encode(score, forKey: .score)
    try container.encode(isScoreExact, forKey: .isScoreExact)
    try container.encodeIfPresent(afterNinety, forKey: .afterNinety)
    try container.encodeIfPresent(penalties, forKey: .penalties)
    try container.encode(stadium, forKey: .stadium)
    try container.encode(predictionsCloseAt, forKey: .predictionsCloseAt)
    try container.encode(predictionsOpen, forKey: .predictionsOpen)
    try container.encodeIfPresent(prediction, forKey: .prediction)
  }

  static var schema: Schema {
    let nullable: [(String, Schema)] = [
      ("minute", .nullable(.string())), ("score", .nullable(ScoreOutput.schema)), ("stadium", .nullable(.string())),
    ]
    return nullable.reduce(Schema.derived(from: MatchOutput.self)) { $0.refining($1.0, $1.1) }
  }
}

/// The averages of all predictions of a match.
struct AveragesOutput: RouteOutput, Decodable {
  /// How many predictions there are.
  var predictions: Int
  /// Per cent of the predictions that say the home team wins.
  var homeWin: Double
  /// Per cent that say draw.
  var draw: Double
  /// Per cent that say the away team wins.
  var awayWin: Double
  /// The mean predicted goals of the home team.
  var home: Double
  /// The mean predicted goals of the away team.
  var away: Double

  init?(_ averages: PredictionAverages) {
    guard let mean = averages.meanScore else { return nil }
    predictions = averages.count
    homeWin = averages.share(.home) ?? 0
    draw = averages.share(.draw) ?? 0
    awayWin = averages.share(.away) ?? 0
    home = mean.home
    away = mean.away
  }
}

/// Everything about one match.
struct MatchDetailOutput: RouteOutput {
  var match: MatchOutput
  var averages: AveragesOutput?
  var highlights: [GoalOutput]
  /// Where it can be watched; only while it is live.
  var broadcast: String?

  private enum CodingKeys: String, CodingKey { case averages, highlights, broadcast }

  func encode(to encoder: any Encoder) throws {
    try match.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(averages, forKey: .averages)
    try container.encode(highlights, forKey: .highlights)
    try container.encodeIfPresent(broadcast, forKey: .broadcast)
  }

  static var schema: Schema {
    let match = MatchOutput.schema
    let more = [("averages", Schema.nullable(AveragesOutput.schema)), ("highlights", .array(of: GoalOutput.schema))]
    var members = match.json["properties"]?.object ?? [:]
    for (name, schema) in more { members[name] = schema.json }
    members["broadcast"] = Schema.string(maxLength: 2000).json
    let required = (match.json["required"]?.array ?? []) + more.map { .string($0.0) }
    return match.with("properties", .object(members)).with("required", .array(required))
  }
}

extension Match {
  /// Whether a prediction can be made, changed or taken back now: both teams are known, it has never closed, and it is more than
  /// 15 minutes until it begins, or the day has not begun of which alone it is known.
  func isOpen(at now: Date) -> Bool {
    !isShut && now < PredictionWindow.closing(of: self) && areTeamsKnown && view(at: now).state == .upcoming
  }

  /// Whether both teams are known, and do not wait for other matches.
  var areTeamsKnown: Bool { home.isDetermined && away.isDetermined }
}
