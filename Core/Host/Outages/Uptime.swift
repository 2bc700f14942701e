import Foundation

/// For how long the host has been ready since it was first started, month by month in UTC. What passes while there is no
/// host, or while it is not ready, counts as time without it, whoever wanted it so. Nothing here reads a clock.
struct Uptime: Sendable, Hashable, Codable {
  /// What the sources ask for: the share of the time in which the host is ready.
  static let goal = 0.98
  /// After so many seconds without a look nobody knows that the host was ready.
  static let longestGap = 30.0

  /// The seconds of a month.
  struct Month: Sendable, Hashable, Codable {
    /// In which the host was ready.
    var ready = 0.0
    /// In all, from the first start on.
    var total = 0.0

    /// From 0 to 1; nil where no time has passed.
    var share: Double? { total > 0 ? ready / total : nil }
  }

  /// When it was started for the first time.
  private(set) var first: Date?
  /// By month, such as `2026-11`.
  private(set) var months: [String: Month] = [:]
  /// When it was looked at last.
  private(set) var last: Date?
  private var wasReady = false

  /// All months together.
  var whole: Month {
    months.values.reduce(into: Month()) { sum, month in
      sum.ready += month.ready
      sum.total += month.total
    }
  }

  /// Notes whether the host is ready. The time since the last look counts as ready when it was so then and is so now,
  /// and somebody has looked often enough in between.
  /// - Parameter now: one before the last look, of a clock that was set back, counts nothing.
  mutating func note(isReady: Bool, at now: Date) {
    defer { (last, wasReady) = (now, isReady) }
    guard let last else {
      first = now
      return
    }
    let isCounted = wasReady && isReady && now.timeIntervalSince(last) <= Self.longestGap
    var start = last
    while start < now {
      let (name, end) = Self.month(of: start)
      let seconds = min(end, now).timeIntervalSince(start)
      months[name, default: Month()].total += seconds
      if isCounted { months[name, default: Month()].ready += seconds }
      start = min(end, now)
    }
  }

  /// The host was asked to end: what comes now is an absence, however short.
  mutating func end(at now: Date) {
    note(isReady: wasReady, at: now)
    wasReady = false
  }

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// The month of an instant, and when it ends.
  private static func month(of instant: Date) -> (name: String, end: Date) {
    let parts = calendar.dateComponents([.year, .month], from: instant)
    let (year, month) = (parts.year ?? 1970, parts.month ?? 1)
    let end = calendar.dateInterval(of: .month, for: instant)?.end ?? instant.addingTimeInterval(86_400)
    return ("\(year)-\(month < 10 ? "0" : "")\(month)", max(end, instant.addingTimeInterval(0.001)))
  }
}
