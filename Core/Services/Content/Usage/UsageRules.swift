internal import Foundation

/// How the use of the app is counted. Rules alone: nothing here reads a clock or a table.
///
/// Counted are days, pages by the pattern of their address and never by what it names, steps, and times in a few classes. Of a
/// person only what keeps somebody from being counted twice is kept.
enum UsageRules {
  /// How far people come, in order; a person counts once in each.
  enum Step: Int, CaseIterable, Sendable {
    /// Opened the app.
    case opened
    /// Has an account.
    case signedUp
    /// Has chosen a favourite.
    case favourite
    /// Is in a group, a team or a game of others.
    case joined
    /// Has entered something in a game.
    case entered

    var name: String {
      switch self {
      case .opened: "opened"
      case .signedUp: "signed-up"
      case .favourite: "favourite"
      case .joined: "joined"
      case .entered: "entered"
      }
    }
  }

  /// Numbers below are not shown: who looks at them may know one of a few people.
  static let fewest = 5
  /// After so many seconds without a page a visit is over.
  static let pause = 1_800.0
  /// The upper ends of the classes of how long visits last, in minutes; the last class has none.
  static let minutes = [1, 5, 15, 60]
  /// In so many weeks after the first one it is counted who comes again.
  static let weeks = 12

  /// For so many days what was counted is kept, and that somebody who does not come any more has agreed.
  static let keptDays = 400

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// The day of an instant in UTC, such as `2026-11-26`.
  static func day(of instant: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: instant)
    return text(parts)
  }

  /// The Monday of an instant's week in UTC.
  static func week(of instant: Date) -> String {
    day(of: calendar.dateInterval(of: .weekOfYear, for: instant)?.start ?? instant)
  }

  /// How many weeks lie between the weeks of two days.
  static func weeks(from first: String, to last: String) -> Int {
    guard let first = date(first), let last = date(last) else { return 0 }
    return Int((last.timeIntervalSince(first) / 604_800).rounded())
  }

  /// The class of a visit, from 0.
  static func bucket(seconds: Double) -> Int {
    minutes.firstIndex { seconds < Double($0) * 60 } ?? minutes.count
  }

  /// What people read of a class, in minutes.
  static func bucketName(_ bucket: Int) -> String {
    let lower = bucket == 0 ? 0 : minutes[bucket - 1]
    return bucket < minutes.count ? "\(lower)–\(minutes[bucket])" : "\(lower)+"
  }

  /// What a page is counted as: a pattern that is known, else `other`. No address that names something gets through.
  static func page(_ offered: String, known: Set<String>) -> String { known.contains(offered) ? offered : "other" }

  /// The areas in which a person has entered something, with one more; nil where that is known, or is none of the host's.
  static func areas(_ known: String, adding area: String?, of pages: Set<String>) -> String? {
    let all = known.split(separator: ",").map(String.init)
    guard let area, !all.contains(area),
      pages.contains(where: { $0.split(separator: "/").first.map(String.init) == area })
    else { return nil }
    return (all + [area]).sorted().joined(separator: ",")
  }

  /// A number of people as it is shown; nil for a few.
  static func shown(_ count: Int) -> Int? { count >= fewest ? count : nil }

  private static func date(_ day: String) -> Date? {
    let numbers = day.split(separator: "-").compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    return calendar.date(from: DateComponents(year: numbers[0], month: numbers[1], day: numbers[2]))
  }

  private static func text(_ parts: DateComponents) -> String {
    let (month, day) = (parts.month ?? 1, parts.day ?? 1)
    return "\(parts.year ?? 1970)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }
}
