public import Foundation

/// Which of a competition's seasons is the current one.
public struct SeasonCalendar: Sendable {
  /// A season and the time between its first and its last match.
  public struct Span: Hashable, Sendable {
    /// The season.
    public let key: SeasonKey
    /// The first kick-off.
    public let start: Date
    /// The final whistle of the last match.
    public let end: Date
    /// Every kick-off, in order.
    public var kickOffs: [Date] = []

    /// When the match begins that is being played or is the next one; the end of the season where there is none.
    fileprivate func next(at now: Date) -> Date {
      kickOffs.first { $0 > now - SeasonCalendar.playingTime } ?? (start > now ? start : end)
    }
  }

  /// The competition's seasons in order of their start.
  public let spans: [Span]

  /// How long before its first kick-off a season's fixtures appear, in seconds: 60 days.
  public static let leadTime = 60.0 * 86_400

  /// How long a match is taken to be on from its kick-off, in seconds: 3 hours.
  static let playingTime = 3.0 * 3600

  /// Makes a calendar of a competition's seasons.
  public init(_ spans: [Span]) {
    self.spans = spans.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  /// The season to show at `now`: of those whose fixtures have appeared and which are not over the one with a match that is
  /// being played, or else with the next one; nil in the gap between two seasons.
  public func current(at now: Date) -> SeasonKey? {
    spans.filter { $0.start - Self.leadTime <= now && now < $0.end }.min { $0.next(at: now) < $1.next(at: now) }?.key
  }

  /// The seasons that were over at `now`, the latest first.
  public func past(at now: Date) -> [SeasonKey] {
    spans.filter { $0.end <= now }.map(\.key).reversed()
  }
}

extension SeasonCalendar.Span {
  /// The span of a season's matches; nil without a match.
  public init?(_ matches: some Collection<Match>) {
    guard let first = matches.first else { return nil }
    let ends = matches.map { $0.kickOff + Double(MatchTimeline($0).end) }
    let kickOffs = matches.map(\.kickOff).sorted()
    self.init(
      key: first.league, start: kickOffs.first ?? first.kickOff, end: ends.max() ?? first.kickOff, kickOffs: kickOffs)
  }
}
