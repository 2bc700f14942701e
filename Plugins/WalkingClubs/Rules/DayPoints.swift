/// The points of a day.
struct DayPoints: Sendable, Hashable {
  /// For steps.
  var base: Int
  /// For having walked with others.
  var social: Int
  /// For the day on which the own club plays.
  var match: Int
  /// Steps above the day's limit, which count nothing.
  var cut: Int

  var total: Int { base + social + match }

  /// - Parameters:
  ///   - counted: what counts, in steps, before the day's limit.
  ///   - isTogether: whether the person walked with others.
  ///   - isMatchDay: whether the own club plays.
  init(counted: Int, isTogether: Bool, isMatchDay: Bool, _ rules: SeasonRules) {
    let steps = min(max(counted, 0), rules.dailySteps)
    let hasBonus = steps > 0 && steps >= rules.bonusSteps
    base = steps / 1_000 * rules.pointsPerThousandSteps
    social = isTogether && hasBonus ? rules.socialPoints : 0
    match = isMatchDay && hasBonus ? rules.matchDayPoints : 0
    cut = max(counted, 0) - steps
  }
}
