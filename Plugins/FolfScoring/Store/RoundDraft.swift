/// What a round is made of.
struct RoundDraft: Sendable {
  /// Nil for an unspecified course.
  let course: String?
  let courseName: String
  let layout: Layout
  let games: [GameChoice]
  let format: TeamFormat
}
