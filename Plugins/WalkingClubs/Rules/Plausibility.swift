import Foundation

/// What no body does. Whatever is found impossible counts nothing, whoever says it.
enum Plausibility {
  /// By how much a device's clock may be ahead of the server's, in milliseconds.
  static let clockAhead: Int64 = 120_000
  /// Steps a minute of moving: sprinters make some 280 for seconds, nobody more than 240 for long.
  static let fastestCadence = 240.0

  /// The fastest mean speed of a kind, in metres a second: above what the best do over a kilometre.
  static func fastest(_ kind: Activity.Kind) -> Double {
    switch kind {
    case .walk: 4.2
    case .run: 7.6
    case .wheelchair: 10
    case .ride: 20
    case .swim: 2
    case .other: 20
    }
  }

  /// Why an activity counts nothing; nil for one that may have been.
  static func objection(to activity: Activity) -> Cut? {
    let isWithin =
      activity.end > activity.start && activity.seconds > 0
      && Int64(activity.seconds) * 1_000 <= activity.end - activity.start + 1_000
    guard isWithin, activity.metres.isFinite, activity.metres >= 0, activity.steps >= 0, activity.pushes >= 0 else {
      return .impossible
    }
    if activity.end > activity.received + clockAhead { return .clockAhead }
    let seconds = Double(activity.seconds)
    if activity.metres / seconds > fastest(activity.kind) { return .speed }
    if Double(max(activity.steps, activity.pushes)) / (seconds / 60) > fastestCadence { return .cadence }
    return activity.suspect.isEmpty ? nil : .suspect
  }
}

/// Why something does not count.
enum Cut: String, Codable, Sendable, Hashable, CaseIterable {
  /// Its times or figures cannot be.
  case impossible
  /// It ends later than the server's clock was when it came.
  case clockAhead = "clock-ahead"
  /// Faster than anybody is.
  case speed
  /// More steps a minute than anybody makes.
  case cadence
  /// Its owner finds it suspect.
  case suspect
  /// It began before the person joined a club.
  case early
  /// It came too late.
  case late
  /// Nothing but the person's word shows it.
  case said

  /// Whether it is no walk at all, for all that is known: it is in no total either.
  var isImplausible: Bool {
    switch self {
    case .impossible, .clockAhead, .speed, .cadence, .suspect: true
    case .early, .late, .said: false
    }
  }
}
