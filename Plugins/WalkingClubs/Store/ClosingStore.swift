import FieldhouseKit
import Foundation

/// The days of clubs that are to be closed, or closed anew.
enum ClosingStore {
  struct Closing: Sendable, Hashable {
    let club: String
    let day: Int
    let dueAt: Date
    /// Rises when it is asked for once more, so that nothing is taken for done that came meanwhile.
    let mark: Int
  }

  /// What comes late waits for as long, in seconds, so that many who come together are counted at once.
  static let gathering: TimeInterval = 10

  /// Has a day of a club closed when it is over; where it is over already, shortly.
  static func add(
    _ club: String, day: Int, endsAt: Date, at now: Date, in transaction: any Transaction
  ) async throws {
    let due = endsAt > now ? endsAt : soon(now)
    try await transaction.execute(
      """
      insert into closings (club, day, due_at) values (\(club), \(day), \(due))
      on conflict (club, day, due_at) do update set mark = closings.mark + 1
      """)
  }

  private static func soon(_ now: Date) -> Date {
    Date(timeIntervalSince1970: (now.timeIntervalSince1970 / gathering).rounded(.down) * gathering + gathering)
  }

  /// Has a day of a club closed anew, if it is closed.
  static func reopen(_ day: Int, of club: String, at now: Date, in transaction: any Transaction) async throws {
    let isClosed =
      try await transaction.first(
        "select day from day_points where club = \(club) and day = \(day) limit 1") != nil
    guard isClosed else { return }
    try await add(club, day: day, endsAt: now, at: now, in: transaction)
  }

  /// Has all days of a span closed anew on which somebody has walked.
  static func reopen(_ days: ClosedRange<Int>, at now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into closings (club, day, due_at)
      select distinct club, day, cast(\(soon(now)) as integer) from sessions
      where day between \(days.lowerBound) and \(days.upperBound)
      on conflict (club, day, due_at) do update set mark = closings.mark + 1
      """)
  }

  /// What is due first, of that a day's clubs one after another.
  static func due(at now: Date, limit: Int, in transaction: any ReadTransaction) async throws -> [Closing] {
    try await transaction.query(
      "select * from closings where due_at <= \(now) order by due_at, day, club limit \(limit)"
    ).map { Closing(club: try $0["club"], day: try $0["day"], dueAt: try $0["due_at"], mark: try $0["mark"]) }
  }

  static func next(in transaction: any ReadTransaction) async throws -> Date? {
    try await transaction.first("select due_at from closings order by due_at limit 1")?["due_at"]
  }

  /// Takes clubs' closings of one day, which were due at the same time, for done.
  static func done(_ closings: some Collection<Closing>, in transaction: any Transaction) async throws {
    guard let first = closings.first else { return }
    for (mark, some) in Dictionary(grouping: closings, by: \.mark).sorted(by: { $0.key < $1.key }) {
      try await transaction.execute(
        """
        delete from closings where club in (\(list: some.map(\.club).padded)) and day = \(first.day)
        and due_at = \(first.dueAt) and mark = \(mark)
        """)
    }
  }
}
