/// What is written down of an exercise.
enum Measure: String, Codable, CaseIterable, Sendable {
  /// A number with up to three decimals, such as kilograms.
  case decimal
  /// A whole number, such as repetitions.
  case whole
  /// Done or not: 1 or 0, at most 1 a day.
  case yesNo
  /// Minutes.
  case duration
  /// A way, in the unit of the exercise.
  case distance

  /// The largest value of one entry; a day has 1,440 minutes.
  var most: Double {
    switch self {
    case .decimal, .whole, .distance: 1_000_000
    case .yesNo: 1
    case .duration: 1_440
    }
  }

  /// Why an entry cannot have a value; nil when it can.
  func objection(to value: Double) -> String? {
    guard value.isFinite, (0...most).contains(value) else { return "Enter a number from 0 to \(Int(most))." }
    switch self {
    case .whole where value != value.rounded(): return "Enter a whole number."
    case .yesNo where value != value.rounded(): return "Enter 1 for done or 0 for not done."
    case .decimal, .whole, .yesNo, .duration, .distance: return nil
    }
  }
}
