import FieldhouseKit
import Foundation

extension FitnessChallenges {
  /// A challenge from what a coach has entered.
  /// - Throws: ``Problem`` 422 with everything that is wrong.
  func draft(_ input: ChallengeInput, by coach: AccountID, at now: Date) throws -> ChallengeDraft {
    var mistakes: [Problem.Field] = []
    let title = input.title.trimmingCharacters(in: .whitespacesAndNewlines)
    if title.isEmpty { mistakes.append(field("/title", "too-short", "A title has 1 to 80 characters.")) }
    if input.days > settings.longestDays {
      mistakes.append(field("/days", "too-long", "A challenge lasts at most \(settings.longestDays) days."))
    }
    let zone = TimeZone(identifier: input.zone)
    if zone == nil { mistakes.append(field("/zone", "zone-unknown", "There is no such time zone.")) }
    let start = input.start.flatMap { CivilDay($0)?.daysSince1970 }
    if let zone, let start { mistakes += Self.startMistakes(start, in: zone, at: now) }
    mistakes += formulaMistakes(input) + teamMistakes(input) + modeMistakes(input)
    guard mistakes.isEmpty, let zone else { throw Problem.invalid(mistakes) }
    return ChallengeDraft(
      coach: coach, kind: input.kind, title: title, about: input.about ?? "", difficulty: input.difficulty, zone: zone,
      start: start, length: input.days, graceHours: input.graceHours ?? settings.graceHours,
      teamSize: input.kind == .team ? input.teamSize : nil, teams: input.kind == .team ? input.teams ?? 0 : 0,
      mayFound: input.kind == .team && input.mayFound ?? false, rules: rules(of: input),
      isListed: input.isListed ?? true, capacity: input.capacity, organisation: input.organisation
    )
  }

  /// How many days ahead the first one is at most.
  static let farthestStart = 3_660

  /// What is wrong with a first day, counted from 1970-01-01.
  static func startMistakes(_ start: Int, in zone: TimeZone, at now: Date) -> [Problem.Field] {
    let today = zone.day(of: now)
    if start < today {
      return [Problem.Field(pointer: "/start", code: "start-past", detail: "The first day is today or later.")]
    }
    guard start > today + farthestStart else { return [] }
    return [
      Problem.Field(pointer: "/start", code: "start-far", detail: "The first day is within \(farthestStart) days.")
    ]
  }

  private func rules(of input: ChallengeInput) -> ChallengeRules {
    let scoring: TeamScoring =
      switch input.teamScoring ?? .sum {
      case .sum: .sum
      case .average: .average
      case .best: .best(input.bestCount ?? 3)
      }
    return ChallengeRules(
      exercises: input.exercises.enumerated().map { $1.exercise($0 + 1) }, needed: input.needed,
      teamScoring: input.kind == .team ? scoring : nil, mode: input.mode,
      winners: input.mode == .leaderboard ? input.winners ?? 3 : nil,
      milestones: input.mode == .milestones ? input.milestones?.map(\.milestone) : nil,
      groupGoal: input.mode == .groupGoal ? input.groupGoal.map { Int64(($0 * 1_000).rounded()) } : nil,
      drawBy: input.kind == .team ? input.drawBy : nil,
      drawsAtStart: input.kind == .team && input.drawsAtStart == true ? true : nil)
  }

  private func modeMistakes(_ input: ChallengeInput) -> [Problem.Field] {
    switch input.mode ?? .threshold {
    case .threshold:
      return input.exercises.indices.filter { input.exercises[$0].goal == nil }.map {
        field("/exercises/\($0)/goal", "required", "Say what the goal is, such as total >= 100.")
      }
    case .leaderboard:
      return input.start == nil
        ? [field("/start", "required", "Where the most points win, everybody begins on the same day: say which.")] : []
    case .milestones:
      let points = (input.milestones ?? []).map(\.milestone.thousandths)
      guard !points.isEmpty else { return [field("/milestones", "required", "Say which milestones there are.")] }
      return zip(points, points.dropFirst()).enumerated().filter { $1.0 >= $1.1 }.map { index, _ in
        field("/milestones/\(index + 1)/points", "order", "Each milestone has more points than the one before.")
      }
    case .groupGoal:
      return input.groupGoal == nil
        ? [field("/groupGoal", "required", "Say how many points are the goal.")] : []
    }
  }

  private func teamMistakes(_ input: ChallengeInput) -> [Problem.Field] {
    var mistakes: [Problem.Field] = []
    if let needed = input.needed, needed > input.exercises.count {
      mistakes.append(field("/needed", "too-large", "There are only \(input.exercises.count) goals."))
    }
    guard input.kind == .team else { return mistakes }
    if input.teamSize == nil {
      mistakes.append(field("/teamSize", "required", "Say how many are in a team: 2 to 1,000."))
    }
    if input.teams ?? 0 == 0, input.mayFound != true {
      mistakes.append(field("/teams", "required", "Say how many teams there are, or let athletes found them."))
    }
    if input.drawsAtStart == true, input.start == nil {
      mistakes.append(field("/start", "required", "Teams are drawn on the first day: say which that is."))
    }
    return mistakes
  }

  private func formulaMistakes(_ input: ChallengeInput) -> [Problem.Field] {
    input.exercises.enumerated().flatMap { index, exercise in
      let place = "/exercises/\(index)"
      let made = exercise.exercise(index + 1)
      let formulas = [(made.goal, "\(place)/goal"), (made.points, "\(place)/points")]
      return [
        Self.mistake(made.goal, .condition, at: "\(place)/goal"),
        Self.mistake(made.points, .number, at: "\(place)/points"),
      ].compactMap { $0 } + Self.metMistakes(exercise.activity, formulas, at: place)
    }
  }

  /// What is wrong with the activity of an exercise, and with formulas that name how hard it is where nobody knows.
  static func metMistakes(
    _ activity: String?, _ formulas: [(text: String, pointer: String)], at place: String
  ) -> [Problem.Field] {
    if let activity {
      guard MetTable.entry(activity) == nil else { return [] }
      return [
        Problem.Field(
          pointer: "\(place)/activity", code: "activity-unknown", detail: "The table of METs has no such activity.")
      ]
    }
    return formulas.filter { Formula.namesMet($0.text) }.map {
      Problem.Field(
        pointer: $0.pointer, code: "met-unknown", detail: "Choose the activity: without it nobody knows its 'met'.")
    }
  }

  /// What is wrong with a formula; nil for nothing.
  static func mistake(_ text: String, _ kind: FormulaNode.Kind, at pointer: String) -> Problem.Field? {
    do {
      _ = try Formula(text, of: kind)
      return nil
    } catch let mistake as FormulaMistake {
      return Problem.Field(
        pointer: pointer, code: "formula-wrong", detail: "Character \(mistake.position): \(mistake.text)")
    } catch {
      return Problem.Field(pointer: pointer, code: "formula-wrong", detail: "This is no formula.")
    }
  }

  private func field(_ pointer: String, _ code: String, _ detail: String) -> Problem.Field {
    Problem.Field(pointer: pointer, code: code, detail: detail)
  }
}

extension MilestoneInput {
  var milestone: Milestone { Milestone(name: name, thousandths: Int64((points * 1_000).rounded())) }
}
