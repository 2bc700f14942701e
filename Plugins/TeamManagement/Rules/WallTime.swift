import Foundation

/// Times as a clock on the wall shows them, kept as if they were UTC: day and hour without any zone.
enum WallTime {
  /// What clocks of a zone show at an instant.
  static func wall(of instant: Date, in zone: TimeZone) -> Date {
    instant.addingTimeInterval(Double(zone.secondsFromGMT(for: instant)))
  }

  /// The instant at which clocks of a zone show a time (RFC 5545, § 3.3.5): the first of two when clocks are put back, and what
  /// the time would be by the offset before when clocks are put forward over it.
  static func instant(of wall: Date, in zone: TimeZone) -> Date {
    let day: TimeInterval = 86_400
    let before = Double(zone.secondsFromGMT(for: wall.addingTimeInterval(-day)))
    let after = Double(zone.secondsFromGMT(for: wall.addingTimeInterval(day)))
    let (early, late) = (wall.addingTimeInterval(-before), wall.addingTimeInterval(-after))
    let shows = { (instant: Date) in Self.wall(of: instant, in: zone) == wall }
    return shows(early) || !shows(late) ? early : late
  }
}
