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
  }

  /// The competition's seasons in order of their start.
  public let spans: [Span]

  /// How long before its first kick-off a season's fixtures appear, in seconds: 60 days.
  public static let leadTime = 60.0 * 86_400

  /// Makes a calendar of a competition's seasons.
  public init(_ spans: [Span]) {
    self.spans = spans.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  /// The season to show at `now`: the latest one whose fixtures have appeared and which is not over; nil in the gap
  /// between two seasons.
  public func current(at now: Date) -> SeasonKey? {
    spans.last { $0.start - Self.leadTime <= now && now < $0.end }?.key
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
    self.init(key: first.league, start: matches.map(\.kickOff).min() ?? first.kickOff, end: ends.max() ?? first.kickOff)
  }
}
