internal import FieldhouseKit
internal import Foundation

/// Faults of the web app in storage.
enum CrashStore {
  /// How many different ones are kept: those that were met last.
  static let most = 500
  /// For how long one is kept after it was met last, in seconds: 90 days.
  static let kept: TimeInterval = 90 * 86_400

  /// Counts one that was met.
  static func count(_ input: CrashInput, at now: Date, in transaction: any Transaction) async throws {
    let (place, stack) = (input.place ?? "", input.stack ?? "")
    try await transaction.execute(
      """
      insert into content_crashes (id, message, place, stack, page, browser, version, times, first_at, last_at)
      values (\(UUID().uuidString.lowercased()), \(input.message), \(place), \(stack), \(input.page),
        \(input.browser ?? ""), \(input.version ?? ""), 1, \(now), \(now))
      on conflict (message, place) do update set stack = excluded.stack, page = excluded.page,
        browser = excluded.browser, version = excluded.version, times = content_crashes.times + 1,
        last_at = excluded.last_at
      """)
    try await transaction.execute("delete from content_crashes where last_at < \(now.addingTimeInterval(-kept))")
    try await transaction.execute(
      """
      delete from content_crashes where id in (
        select id from content_crashes order by last_at desc, id desc limit 1000 offset \(most))
      """)
  }

  /// A page of them, those that were met last first.
  static func list(
    after cursor: CrashCursor?, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [Crash] {
    let (lastAt, id) = (cursor?.lastAt ?? Int64.max, cursor?.id ?? "")
    return try await transaction.query(
      """
      select * from content_crashes where last_at < \(lastAt) or (last_at = \(lastAt) and id < \(id))
      order by last_at desc, id desc limit \(limit)
      """
    ).map(Crash.init)
  }

  static func remove(_ id: String, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from content_crashes where id = \(id)")
  }
}

/// Where a page of faults ended.
struct CrashCursor: Sendable {
  let lastAt: Int64
  let id: String

  init(after crash: Crash) { (lastAt, id) = (crash.lastAt.millisecondsSince1970, crash.id) }

  /// - Throws: ``Problem`` 422.
  init(_ text: String) throws {
    let parts = text.split(separator: "~", maxSplits: 1)
    guard parts.count == 2, let lastAt = Int64(parts[0]) else {
      throw Problem.invalid("/after", "cursor", "Use the 'next' of the page before.")
    }
    (self.lastAt, id) = (lastAt, String(parts[1]))
  }

  var text: String { "\(lastAt)~\(id)" }
}
