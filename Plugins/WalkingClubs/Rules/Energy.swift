import Foundation

/// What is known of a body for energy.
struct BodyFigures: Codable, Sendable, Hashable {
  enum Sex: String, Codable, Sendable {
    case female, male
  }

  /// Kilograms.
  var weight: Double?
  /// Centimetres.
  var height: Double?
  /// Nil where another or no answer was given.
  var sex: Sex?
}

/// Energy in kilocalories: MET × kilograms × hours of moving. One MET is 1 kcal an hour for a kilogram, what a body at rest uses.
struct Energy: Codable, Sendable, Hashable {
  /// How the MET was found.
  enum Formula: String, Codable, Sendable, CaseIterable {
    /// From the mean speed, by the table ``METTable``.
    case speed
    /// From the cadence: 0.105 · steps a minute − 7.065 for men, 0.110 · steps a minute − 8.805 for women. It was found for young
    /// adults, and is used from 90 to 130 steps a minute only.
    case cadence
    /// From the mean speed that steps of 0.415 (men) or 0.413 (women) of the height make, by the table.
    case stepLength = "step-length"
  }

  /// What was used in all.
  var gross: Double
  /// What was used beyond a body at rest: one MET less.
  var active: Double
  var formula: Formula

  init(gross: Double, active: Double, formula: Formula) {
    (self.gross, self.active, self.formula) = (gross, active, formula)
  }

  /// Nil where weight, or what the MET follows from, is not known.
  init?(of activity: Activity, _ body: BodyFigures) {
    guard let weight = body.weight, activity.seconds > 0, let (met, formula) = Self.met(of: activity, body) else {
      return nil
    }
    let hours = Double(activity.seconds) / 3_600
    self.init(gross: met * weight * hours, active: max(met - 1, 0) * weight * hours, formula: formula)
  }

  private static func met(of activity: Activity, _ body: BodyFigures) -> (Double, Formula)? {
    let seconds = Double(activity.seconds)
    if activity.metres > 0 || activity.kind == .swim {
      return METTable.met(activity.kind, speed: activity.metres / seconds).map { ($0, .speed) }
    }
    guard activity.kind == .walk || activity.kind == .run, activity.steps > 0, let sex = body.sex else { return nil }
    let cadence = Double(activity.steps) / (seconds / 60)
    if activity.kind == .walk, (90...130).contains(cadence) {
      return (sex == .male ? 0.105 * cadence - 7.065 : 0.110 * cadence - 8.805, .cadence)
    }
    guard let height = body.height else { return nil }
    let step = height / 100 * (sex == .male ? 0.415 : 0.413)
    let speed = Double(activity.steps) * step / seconds
    return METTable.met(activity.kind, speed: speed).map { ($0, .stepLength) }
  }
}

/// Metabolic equivalents by speed on the level.
///
/// Source: Ainsworth et al., 2011 Compendium of Physical Activities, codes 17151 to 17231 (walking), 12029 to 12135 (running), 01010
/// and 01020 to 01060 (bicycling), 18240 (swimming). Between two speeds of the table the lower one's value counts.
enum METTable {
  static let edition = "2011"

  /// Metres a second in a mile an hour.
  private static let mile = 0.44704

  /// From which speed on, in miles an hour, and the value there.
  private static let walking = [
    (0.0, 2.0), (2.0, 2.8), (2.5, 3.0), (2.8, 3.5), (3.5, 4.3), (4.0, 5.0), (4.5, 7.0), (5.0, 8.3),
  ]
  private static let running = [
    (0.0, 6.0), (5.0, 8.3), (5.2, 9.0), (6.0, 9.8), (6.7, 10.5), (7.0, 11.0), (7.5, 11.5), (8.0, 11.8), (8.6, 12.3),
    (9.0, 12.8), (10.0, 14.5), (11.0, 16.0), (12.0, 19.0), (13.0, 19.8), (14.0, 23.0),
  ]
  private static let riding = [(0.0, 4.0), (10.0, 6.8), (12.0, 8.0), (14.0, 10.0), (16.0, 12.0), (20.0, 15.8)]
  private static let swimming = [(0.0, 5.8)]

  /// - Parameter speed: metres a second.
  /// - Returns: nil for kinds that the table has not: it knows no wheelchair that somebody pushes for themselves.
  static func met(_ kind: Activity.Kind, speed: Double) -> Double? {
    let table: [(Double, Double)]
    switch kind {
    case .walk: table = walking
    case .run: table = running
    case .ride: table = riding
    case .swim: table = swimming
    case .wheelchair, .other: return nil
    }
    return table.last { $0.0 * mile <= speed }?.1
  }
}
