/// What the clock of a live match shows.
public enum MatchMinute: Hashable, Sendable {
  /// A minute of play, 1…120, and the minute of stoppage time after it, 0 outside stoppage time.
  case playing(Int, stoppage: Int)
  /// A break or the shoot-out.
  case pause(MatchPhase)

  /// "29", "45+1", "HT" at half-time, "ET" before and within the break of extra time, "PEN" for the shoot-out.
  public var text: String {
    switch self {
    case .playing(let minute, 0): "\(minute)"
    case .playing(let minute, let stoppage): "\(minute)+\(stoppage)"
    case .pause(.halfTime): "HT"
    case .pause(.shootOut), .pause(.breakBeforeShootOut): "PEN"
    case .pause: "ET"
    }
  }
}
