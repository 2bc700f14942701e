import FieldhouseKit
import Foundation

/// What somebody looks for.
struct ChallengeSearch: Sendable {
  /// Words of title and description, in small letters without accents, each of which may be a beginning.
  var words: [String] = []
  var kind: Challenge.Kind?
  var mode: Mode?
  /// Whether everybody begins on the day of joining, or all on one day.
  var isRolling: Bool?
  /// From 1 to 10.
  var difficulty: ClosedRange<Int> = 1...10
  /// In days.
  var shortest: Int?
  var longest: Int?
  /// The first day from which on all begin, counted from 1970-01-01.
  var from: Int?
  /// Of one organisation alone.
  var organisation: String?

  /// What a statement says of it; the mode is within the rules, which it cannot read.
  var conditions: SQL {
    var parts: [SQL] = ["and difficulty >= \(difficulty.lowerBound) and difficulty <= \(difficulty.upperBound)"]
    if let kind { parts.append("and kind = \(kind.rawValue)") }
    if let isRolling { parts.append(isRolling ? "and start_day is null" : "and start_day is not null") }
    if let from { parts.append("and start_day >= \(from)") }
    if let shortest { parts.append("and length >= \(shortest)") }
    if let longest { parts.append("and length <= \(longest)") }
    if let organisation { parts.append("and organisation = \(organisation)") }
    for word in words {
      parts.append(
        """
        and id in (select challenge from challenge_words where word >= \(word) and word < \(word + "\u{10FFFD}"))
        """)
    }
    return parts.dropFirst().reduce(parts[0]) { "\($0) \($1)" }
  }

  /// Whether a challenge that the statement has found is what is looked for.
  func fits(_ challenge: Challenge, at now: Date) -> Bool {
    !challenge.isOver(at: now) && (mode == nil || mode == challenge.plan.mode)
  }
}
