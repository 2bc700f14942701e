import FieldhouseKit
import Foundation

/// A challenge.
struct ChallengeOutput: RouteOutput, Decodable {
  var id: String
  var kind: Challenge.Kind
  var title: String
  var about: String
  /// 1 to 10, 10 being the hardest.
  var difficulty: Int
  /// How long it lasts, in days.
  var days: Int
  /// The first day; nil where everybody begins on the day of joining.
  var start: String?
  /// The last day; nil likewise.
  var end: String?
  /// The time zone in which days begin and end.
  var zone: String
  /// For how many hours behind its end a day can be written down.
  var graceHours: Int
  var exercises: [ExerciseOutput]
  /// How many of the goals have to be met.
  var needed: Int
  /// How many are in a team at most; nil where people take part alone.
  var teamSize: Int?
  var mayFound: Bool
  var teamScoring: TeamScoringName?
  /// How many members count where only the best do.
  var bestCount: Int?
  /// Who leads it; nil for a personal copy and where the coach has left.
  var coach: PersonOutput?
  /// Whether it is a copy of one's own.
  var isPersonal: Bool
  /// Whether it is found by searching.
  var isListed: Bool
  var isOver: Bool
  /// Whether I lead it.
  var isMine: Bool
  /// What draws of teams follow from.
  var drawSeed: Int64
  /// How teams are drawn; nil where people take part alone.
  var drawBy: DrawBy?
  /// What it takes to win.
  var mode: Mode
  /// How many places win; nil unless the most points do.
  var winners: Int?
  /// From the fewest points to the most; empty unless these count.
  var milestones: [MilestoneOutput]
  /// What everybody's points together have to reach, and what they are; nil unless they have a goal together.
  var groupGoal: Double?
  var groupPoints: Double?
  /// Whether the teams of those who want a random one are drawn when it begins; who comes later is put at once into one of the
  /// teams with the fewest members, and of these the weakest.
  var drawsAtStart: Bool
  /// When that is; nil when it has been.
  var drawsAt: Date?
  /// The address of the picture that stands above it.
  var cover: String?
  /// The id of the organisation whose members alone see and join it.
  var organisation: String?
  /// How many take part at most; nil for any number.
  var capacity: Int?
  /// Whether every place is taken; told with one challenge alone, as what follows.
  var isFull: Bool?
  /// How many wait for a place.
  var waiting: Int?
  /// My place among those who wait, from 1; nil where I do not wait.
  var myPlace: Int?
  /// My part in it.
  var me: ParticipationOutput?

  init(_ challenge: Challenge, coach: Account?, viewer: AccountID?, me: ParticipationOutput?, at now: Date) {
    (id, kind, title, about) = (challenge.id, challenge.kind, challenge.title, challenge.about)
    (difficulty, days, zone) = (challenge.difficulty, challenge.length, challenge.zone.identifier)
    (start, end) = (
      challenge.start.map { CivilDay.text($0) }, challenge.start.map { CivilDay.text($0 + challenge.length - 1) }
    )
    graceHours = challenge.graceHours
    exercises = challenge.rules.exercises.map(ExerciseOutput.init)
    needed = min(challenge.rules.needed ?? exercises.count, exercises.count)
    (teamSize, mayFound) = (challenge.teamSize, challenge.mayFound)
    switch challenge.rules.teamScoring {
    case .sum: teamScoring = .sum
    case .average: teamScoring = .average
    case .best(let count): (teamScoring, bestCount) = (.best, count)
    case nil: break
    }
    (self.coach, isPersonal, isListed) = (coach.map(PersonOutput.init), challenge.isPersonal, challenge.isListed)
    isOver = challenge.isOver(at: now)
    isMine = viewer != nil && viewer == challenge.coach
    (drawSeed, self.me) = (challenge.drawSeed, me)
    drawBy = challenge.kind == .team ? challenge.rules.drawBy ?? .size : nil
    mode = challenge.rules.mode ?? .threshold
    winners = mode == .leaderboard ? challenge.rules.winners ?? 3 : nil
    milestones = (challenge.rules.milestones ?? []).map {
      MilestoneOutput(name: $0.name, points: $0.thousandths.units)
    }
    (drawsAtStart, drawsAt) = (challenge.rules.drawsAtStart == true, challenge.drawsAt)
    (cover, organisation, capacity) = (
      challenge.cover.map { "/v1/media/\($0)" }, challenge.organisation, challenge.capacity
    )
    if let goal = challenge.rules.groupGoal { (groupGoal, groupPoints) = (goal.units, challenge.groupScore.units) }
  }
}

/// Points at which something is reached.
struct MilestoneOutput: RouteOutput, Decodable {
  var name: String
  var points: Double
}

struct ExerciseOutput: RouteOutput, Decodable {
  var id: String
  var name: String
  var measure: Measure
  var unit: String
  var goal: String
  var points: String
  /// The activity of the table of METs, the table's edition, the activity's code in it (five digits) and the value; nil where the
  /// exercise has none.
  var activity: String?
  var metEdition: String?
  var metCode: String?
  var met: Double?

  init(_ exercise: Exercise) {
    (id, name, measure) = (exercise.id, exercise.name, exercise.measure)
    (unit, goal, points) = (exercise.unit, exercise.goal, exercise.points)
    (activity, metEdition, met) = (exercise.met?.activity, exercise.met?.edition, exercise.met?.value)
    let code = exercise.met.flatMap { $0.code ?? MetTable.entry($0.activity)?.code }
    metCode = code.map { code in String(repeating: "0", count: max(0, 5 - "\(code)".count)) + "\(code)" }
  }
}

/// Somebody's part in a challenge.
struct ParticipationOutput: RouteOutput, Decodable {
  struct Progress: RouteOutput, Decodable {
    var exercise: String
    var isMet: Bool
    var points: Double
    /// What was written down in all, in the unit of the exercise.
    var total: Double
  }

  /// A day that can still be written down.
  struct OpenDay: RouteOutput, Decodable {
    var day: String
    /// The last instant at which it can.
    var closesAt: Date
  }

  var outcome: Outcome
  var points: Double
  /// Of each exercise, once something was written down.
  var progress: [Progress]
  /// The first and the last day.
  var start: String
  var end: String
  /// From when on nothing can be written down any more.
  var closesAt: Date
  var joinedAt: Date
  var leftAt: Date?
  var team: TeamName?
  /// The days that can be written down now, the latest first.
  var openDays: [OpenDay]
  /// Whether the trophy has been shown.
  var isTrophySeen: Bool
  /// Whether I wait for a draw of teams.
  var isWaiting: Bool
  /// The points of what is shown by a picture, a track, a device or the coach.
  var shownPoints: Double
  /// The points of what a track or a device has measured, or the coach has confirmed.
  var measuredPoints: Double

  struct TeamName: RouteOutput, Decodable {
    var id: String
    var name: String
  }

  init(_ part: Participant, _ challenge: Challenge, team: Team?, _ ending: Ending, at now: Date) {
    let period = challenge.period(from: part.start)
    outcome = part.outcome(ending, at: now)
    (isWaiting, shownPoints, measuredPoints) = (part.waits, part.shownScore.units, part.measuredScore.units)
    points = part.score.units
    progress = part.standing.map { Self.progress(challenge, $0) } ?? []
    (start, end) = (CivilDay.text(period.start), CivilDay.text(period.end))
    (closesAt, joinedAt, leftAt) = (part.closesAt, part.joinedAt, part.leftAt)
    self.team = team.map { TeamName(id: $0.id, name: $0.name) }
    openDays =
      part.leftAt == nil
      ? period.openDays(at: now).map { OpenDay(day: CivilDay.text($0.day), closesAt: $0.closesAt) } : []
    isTrophySeen = part.isTrophySeen
  }

  private static func progress(_ challenge: Challenge, _ standing: Standing) -> [Progress] {
    challenge.rules.exercises.indices.filter { $0 < standing.met.count }.map { index in
      Progress(
        exercise: challenge.rules.exercises[index].id, isMet: standing.met[index],
        points: standing.scores[index].units, total: standing.totals[index].units)
    }
  }
}

extension Int64 {
  /// The value of so many thousandths.
  var units: Double { Double(self) / 1_000 }
}
