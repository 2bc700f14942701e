import FieldhouseKit
import Foundation

// What the formats of providers have in common.

extension JSON {
  /// A text, or a number as text.
  var word: String? { string ?? int.map(String.init) }

  /// A whole number, or one that is written as text.
  var number: Int? { int ?? string.flatMap { digits(in: $0) } }

  /// An id that is a number, as text.
  var numericID: String? { word.flatMap { digits(in: $0) }.map { String($0) } }

  /// Goals of both teams at two members; nil unless both are there.
  func line(_ home: String = "home", _ away: String = "away") -> ScoreLine? {
    guard let one = self[home]?.number, let other = self[away]?.number, (0...99).contains(one), (0...99).contains(other)
    else { return nil }
    return ScoreLine(one, other)
  }
}

extension ScoreLine {
  static func + (left: ScoreLine, right: ScoreLine) -> ScoreLine {
    ScoreLine(left.home + right.home, left.away + right.away)
  }
}

extension MatchRow {
  /// A match at an instant.
  /// - Throws: ``FeedProblem`` `provider-format` without the names of both teams.
  init(
    place: String, round: String?, group: String?, at instant: Date, isTimed: Bool, home: String?, away: String?
  ) throws(FeedProblem) {
    let minutes = Int((instant.timeIntervalSince1970 / 60).rounded(.down))
    let days = Int((Double(minutes) / 1440).rounded(.down))
    self.init(
      place: place, round: round, group: group, number: nil, date: CivilDay(daysSince1970: days),
      time: isTimed ? KickOffTime(minutes: minutes - days * 1440, utcOffset: 0) : nil, home: try Self.team(home),
      away: try Self.team(away), stadium: nil, status: .scheduled, score: Score(), goals: nil)
  }

  /// A team that the provider does not name yet is one that is not known.
  private static func team(_ name: String?) throws(FeedProblem) -> String {
    guard let name = name?.trimmed, !name.isEmpty else { return "TBD" }
    return name
  }
}

extension [Goal] {
  /// The goals, with own goals counted so that they make a score: some sources put them under the scorer's team, some under the one
  /// that benefits.
  func making(_ score: ScoreLine?) -> [Goal] {
    guard let score, self.score != score else { return self }
    let turned = map { goal in
      guard goal.kind == .ownGoal else { return goal }
      var other = Goal(
        minute: goal.minute, stoppage: goal.stoppage, scorer: goal.scorer, side: goal.side.other, kind: goal.kind)
      other.assist = goal.assist
      return other
    }
    return turned.score == score ? turned : self
  }
}

/// "REGULAR_SEASON" as "Regular Season".
func titled(_ words: String) -> String {
  words.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined(separator: " ")
}

/// An instant such as "2024-08-16T19:00:00Z" or "2024-08-16T19:00:00+00:00"; nil for anything else.
func toldInstant(_ text: String) -> Date? {
  if let date = try? Date(text, strategy: .iso8601) { return date }
  return try? Date(text.replacing(#/[+-]00:00$/#, with: "Z"), strategy: .iso8601)
}
