import FieldhouseKit
import Foundation

/// Whom to ask when members leave places empty: one spare for each, those first who were asked least, and nobody at night.
enum Spares {
  /// Somebody who steps in.
  struct Spare: Sendable {
    let account: AccountID
    /// How often the team has called, and when last; nil for never.
    let calls: Int
    let lastCall: Date?
  }

  /// How many spares are needed: the places that are empty even if everybody comes who is on the team and has not said no.
  /// - Parameters:
  ///   - going: how many have a place.
  ///   - undecided: how many who are no spares have said maybe, or nothing.
  ///   - called: how many spares have been called and may still answer.
  static func needed(capacity: Int, going: Int, undecided: Int, called: Int) -> Int {
    max(0, capacity - going - undecided - called)
  }

  /// Spares in the order in which they are called: by the number of calls, then who has waited longest.
  static func order(_ spares: [Spare]) -> [AccountID] {
    spares.sorted { one, other in
      let (first, second) = (one.lastCall ?? .distantPast, other.lastCall ?? .distantPast)
      return (one.calls, first, one.account.text) < (other.calls, second, other.account.text)
    }.map(\.account)
  }

  /// Nobody is called from this hour on, nor before ``morning``, where the event takes place.
  static let night = 22
  static let morning = 8

  /// The first instant from one on at which somebody may be called.
  static func awake(from instant: Date, in zone: TimeZone) -> Date {
    let wall = WallTime.wall(of: instant, in: zone).timeIntervalSince1970
    let (day, hour) = ((wall / 86_400).rounded(.down), Int(wall) / 3_600 % 24)
    guard hour >= night || hour < morning else { return instant }
    let wanted = (day + (hour >= night ? 1 : 0)) * 86_400 + Double(morning) * 3_600
    return WallTime.instant(of: Date(timeIntervalSince1970: wanted), in: zone)
  }
}
