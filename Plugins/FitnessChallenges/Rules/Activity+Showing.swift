import Foundation

extension Activity {
  /// Why it does not show an entry; nil when it does.
  /// - Parameters:
  ///   - thousandths: what was entered.
  ///   - unit: of the exercise; a distance is held against the activity's where this is kilometres, miles or metres.
  ///   - day: counted from 1970-01-01, in the zone.
  func objection(
    toShowing thousandths: Int64, of measure: Measure, unit: String, on day: Int, in zone: TimeZone
  ) -> String? {
    // What ends at midnight is of the day before alone.
    let (first, last) = (Self.day(of: start, in: zone), Self.day(of: end - 1, in: zone))
    guard (first...max(first, last)).contains(day) else { return "The activity is not of this day." }
    let value = Double(thousandths) / 1_000
    // What is rounded up when it is entered is shown still.
    switch measure {
    case .duration where value > (Double(seconds) / 60).rounded(.up):
      return "The activity is \(seconds / 60) minutes long."
    case .distance:
      guard let unit = Self.metres[unit.lowercased()], value * unit > metres * 1.01 + unit / 100 else { return nil }
      return "The activity is \(Int(metres)) m long."
    case .duration, .decimal, .whole, .yesNo: return nil
    }
  }

  /// The metres of the units in which distances are mostly entered; that of an exercise without one is the kilometre.
  private static let metres = ["km": 1_000.0, "": 1_000, "m": 1, "mi": 1_609.344]

  private static func day(of milliseconds: Int64, in zone: TimeZone) -> Int {
    zone.day(of: Date(timeIntervalSince1970: Double(milliseconds) / 1_000))
  }
}
