import FieldhouseKit
import Foundation

/// A challenge: the group of those who take part has its id.
struct Challenge: Sendable {
  enum Kind: String, Codable, CaseIterable, Sendable {
    case individual, team
  }

  let id: String
  /// Who leads it; nil for a personal copy, and once the coach has left the platform.
  let coach: AccountID?
  /// Whether it is somebody's own copy, which only that one sees.
  let isPersonal: Bool
  let kind: Kind
  let title: String
  let about: String
  /// 1 to 10, 10 being the hardest.
  let difficulty: Int
  let zone: TimeZone
  /// The first day, counted from 1970-01-01; nil where everybody begins on the day of joining.
  let start: Int?
  /// In days.
  let length: Int
  let graceHours: Int
  /// How many take part in a team at most; nil where people take part alone.
  let teamSize: Int?
  /// Whether athletes found teams.
  let mayFound: Bool
  /// The rules, ready to be reckoned with.
  let plan: Plan
  /// Whether it is found by searching.
  let isListed: Bool
  /// From what the draws of teams follow.
  let drawSeed: Int64
  /// How many draws there were.
  let draws: Int
  let madeAt: Date
  /// Everybody's points together where they have a goal together, in thousandths.
  var groupScore: Int64
  /// How many take part at most; nil for any number.
  let capacity: Int?
  /// The file of the picture that stands above it.
  let cover: String?
  /// The group whose members alone see and join it, without an invitation; nil where it is for everybody.
  let organisation: String?
  /// When its teams are drawn: at its beginning, where the coach has said so and that has not come.
  let drawsAt: Date?

  var rules: ChallengeRules { plan.rules }

  var scope: Scope { Scope(Self.scopeKind, id) }

  /// The kind of scope and of group.
  static let scopeKind = "challenge"

  /// Whether a random team is given by a draw of all who wait, whether the coach begins it or the first day.
  var isDrawnTogether: Bool { drawsAt != nil || rules.drawBy == .level && rules.drawsAtStart != true }

  /// The days of whoever joins at an instant.
  func period(joinedAt instant: Date) -> Period { period(from: start ?? zone.day(of: instant)) }

  func period(from start: Int) -> Period {
    Period(start: start, length: length, zone: zone, graceHours: graceHours)
  }

  /// Whether its last day is over; one that begins with each athlete never is.
  func isOver(at instant: Date) -> Bool { start.map { zone.day(of: instant) >= $0 + length } ?? false }
}

extension Challenge {
  static let columns: SQL = "id, start_day, \(others)"

  /// Those that no part in a challenge has.
  static let others: SQL =
    """
    coach, is_personal, kind, title, about, difficulty, zone, length, grace_hours, team_size, may_found, rules,
    is_listed, draw_seed, draws, made_at, group_score, capacity, cover, organisation, draws_at
    """

  init(_ row: Row) throws {
    (id, coach, title, about) = (try row["id"], try row["coach"], try row["title"], try row["about"])
    (difficulty, start, length) = (try row["difficulty"], try row["start_day"], try row["length"])
    (graceHours, teamSize, drawSeed, draws) = (
      try row["grace_hours"], try row["team_size"], try row["draw_seed"], try row["draws"]
    )
    (isPersonal, mayFound, isListed) = (
      try row["is_personal"] != 0, try row["may_found"] != 0, try row["is_listed"] != 0
    )
    (madeAt, groupScore) = (try row["made_at"], try row["group_score"])
    (capacity, cover, organisation, drawsAt) = (
      try row["capacity"], try row["cover"], try row["organisation"], try row["draws_at"]
    )
    plan = try PlanMemory.plan(row["rules"])
    kind = Kind(rawValue: try row["kind"]) ?? .individual
    zone = TimeZone(identifier: try row["zone"]) ?? .gmt
  }
}
