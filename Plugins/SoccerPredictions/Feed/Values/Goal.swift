/// Which of the two teams of a match.
public enum Side: String, Hashable, Sendable, Codable {
  /// The home team, or the one named first.
  case home
  /// The other team.
  case away

  /// The opponent.
  public var other: Side { self == .home ? .away : .home }
}

/// A goal; kicks of a shoot-out are none.
public struct Goal: Hashable, Sendable {
  /// How a goal came about.
  public enum Kind: String, Hashable, Sendable, Codable {
    case play, penalty, ownGoal
  }

  /// The minute of play, 1…120; minute 1 is the first minute after kick-off.
  public let minute: Int
  /// The minute of stoppage time after `minute`, 0 outside stoppage time: 90 and 2 for "90+2".
  public let stoppage: Int
  /// The scorer's name as the feed shows it.
  public let scorer: String
  /// The team whose score the goal raises; an own goal's scorer plays for the other one.
  public let side: Side
  /// How it came about.
  public let kind: Kind
  /// Who scored it, where the player goes by other names too; nil for who is called as here.
  public internal(set) var player: PlayerID?
  /// Who made the pass before it, as the feed shows the name; nil where there was none or the feed tells none.
  public internal(set) var assist: String?

  /// The minutes that a feed may state: some count on in the stoppage time of extra time.
  static let statedMinutes = 1...135

  /// Makes a goal. A minute after 120 becomes stoppage time, 121 being 120+1.
  public init(minute: Int, stoppage: Int = 0, scorer: String, side: Side, kind: Kind = .play) {
    self.minute = min(minute, 120)
    self.stoppage = stoppage + max(0, minute - 120)
    self.scorer = scorer
    self.side = side
    self.kind = kind
  }

  /// Whether it was scored within the 90 minutes and their stoppage time.
  public var isInRegularTime: Bool { minute <= 90 }

  /// "90+2" or "29".
  public var minuteText: String { stoppage == 0 ? "\(minute)" : "\(minute)+\(stoppage)" }

  private var order: [Int] { [minute, stoppage, side == .home ? 0 : 1] }

  /// Orders by time of play, home goals before away goals of the same minute.
  static func inOrder(_ left: Goal, _ right: Goal) -> Bool {
    left.order.lexicographicallyPrecedes(right.order)
  }
}

extension Sequence<Goal> {
  /// The score that these goals make.
  public var score: ScoreLine {
    reduce(into: .goalless) { score, goal in
      if goal.side == .home { score.home += 1 } else { score.away += 1 }
    }
  }
}
