/// What is left to a question of the time and depth that all that follows from one may take.
struct QuestionCourse: Sendable {
  /// How long the first question may take.
  static let patience = Duration.seconds(2)
  /// How many plugins may be asked one behind the other.
  static let deepest = 4

  /// The course of the question that is being answered in this task; nil where none is.
  @TaskLocal static var current: QuestionCourse?

  /// How many plugins are being asked, one behind the other.
  let depth: Int
  /// Until when an answer is of use.
  let end: ContinuousClock.Instant

  /// The course of a question that is asked now: one that is asked to answer another one has a part of its time, so
  /// that there is some left to answer without it.
  /// - Returns: nil when plugins ask too deep.
  static func next(now: ContinuousClock.Instant = .now) -> QuestionCourse? {
    guard let current else { return QuestionCourse(depth: 1, end: now.advanced(by: patience)) }
    guard current.depth < deepest else { return nil }
    return QuestionCourse(depth: current.depth + 1, end: now.advanced(by: now.duration(to: current.end) * 3 / 4))
  }
}
