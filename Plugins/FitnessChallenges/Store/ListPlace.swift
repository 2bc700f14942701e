import FieldhouseKit

/// A place in a list that has the newest first; of what has one instant that with the larger id comes first.
struct ListPlace: Hashable, Sendable {
  /// The milliseconds since 1970, before the year 10000.
  let at: Int64
  let id: String

  init(_ activity: Activity) { (at, id) = (activity.start, activity.id) }

  init(_ challenge: Challenge) { (at, id) = (challenge.madeAt.milliseconds, challenge.id) }

  /// - Throws: ``Problem`` for a text that ``text`` does not give.
  init(_ text: String) throws {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let at = Int64(parts[0]), 0...253_402_300_799_999 ~= at else {
      throw Problem.invalid("/after", "cursor-malformed", "Take `next` of the page before.")
    }
    (self.at, id) = (at, String(parts[1]))
  }

  var text: String { "\(at).\(id)" }
}
