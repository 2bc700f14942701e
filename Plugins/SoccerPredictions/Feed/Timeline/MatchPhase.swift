/// A stretch of a match between two whistles.
public enum MatchPhase: String, Hashable, Sendable, CaseIterable {
  case firstHalf, halfTime, secondHalf
  case breakBeforeExtraTime, extraTimeFirstHalf, extraTimeBreak, extraTimeSecondHalf
  case breakBeforeShootOut, shootOut

  /// The minutes of play that the phase covers, such as 46…90; nil for breaks and the shoot-out.
  var minutes: ClosedRange<Int>? {
    switch self {
    case .firstHalf: 1...45
    case .secondHalf: 46...90
    case .extraTimeFirstHalf: 91...105
    case .extraTimeSecondHalf: 106...120
    default: nil
    }
  }

  /// Whether it comes after another one.
  func follows(_ other: MatchPhase) -> Bool {
    let places = [self, other].map { Self.allCases.firstIndex(of: $0) ?? 0 }
    return places[0] > places[1]
  }

  /// The stoppage time the timeline allows for, in minutes, where the goals do not show that there was more.
  var stoppage: Int {
    switch self {
    case .firstHalf: 2
    case .secondHalf: 4
    case .extraTimeFirstHalf, .extraTimeSecondHalf: 1
    default: 0
    }
  }

  /// The length of a phase without minutes of play, in minutes.
  var pause: Int {
    switch self {
    case .halfTime: 15
    case .breakBeforeExtraTime, .breakBeforeShootOut: 5
    case .extraTimeBreak: 1
    case .shootOut: 10
    default: 0
    }
  }
}
