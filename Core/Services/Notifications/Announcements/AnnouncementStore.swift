internal import FieldhouseKit
internal import Foundation

/// The announcements in storage.
enum AnnouncementStore {
  static func add(_ announcement: Announcement, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into announcements (id, audience, name, body, link, sender, created_at, cursor, due_at, is_done,
        recipients, delivered, failed)
      values (\(announcement.id), \(announcement.audienceText), \(announcement.name), \(announcement.body),
        \(announcement.link), \(announcement.sender), \(announcement.createdAt), '', \(announcement.createdAt), 0, 0, 0, 0)
      """)
  }

  /// An instant as it is kept.
  static func milliseconds(_ instant: Date) -> Int64 { Int64((instant.timeIntervalSince1970 * 1000).rounded()) }

  /// Those to some audiences, to whichever without; the latest first.
  static func list(
    _ audiences: [AnnouncementAudience]?, before: (Int64, String)?, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [Announcement] {
    let (time, id) = before ?? (Int64.max, "")
    let some: SQL = audiences.map { "audience in (\(list: $0.map(\.text))) and" } ?? ""
    return try await transaction.query(
      """
      select \(Announcement.columns) from announcements
      where \(some) (created_at, id) < (\(time), \(id))
      order by created_at desc, id desc limit \(limit)
      """
    ).map(Announcement.init)
  }

  /// Whether one is to go on.
  static func isWaited(for now: Date, in transaction: any ReadTransaction) async throws -> Bool {
    try await transaction.first("select 1 from announcements where is_done = 0 and due_at <= \(now) limit 1") != nil
  }

  /// Claims one that goes on, until an instant.
  static func claim(now: Date, until: Date, in transaction: any Transaction) async throws -> Announcement? {
    try await transaction.query(
      """
      update announcements set due_at = \(until) where is_done = 0 and due_at <= \(now) and id = (
        select id from announcements where is_done = 0 and due_at <= \(now) order by due_at, id limit 1)
      returning \(Announcement.columns)
      """
    ).first.map(Announcement.init)
  }

  /// Puts off one that cannot be told, unless somebody else has gone on with it.
  static func putOff(_ announcement: Announcement, until: Date, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      update announcements set due_at = \(until)
      where id = \(announcement.id) and cursor = \(announcement.cursor) and is_done = 0
      """)
  }

  /// Notes that the next part of the audience was told, unless somebody else has done that.
  static func advance(
    _ announcement: Announcement, past people: [AccountID], isLast: Bool, now: Date, in transaction: any Transaction
  ) async throws {
    let cursor = people.last?.text ?? announcement.cursor
    try await transaction.execute(
      """
      update announcements set cursor = \(cursor), recipients = recipients + \(people.count), is_done = \(isLast),
        due_at = \(now)
      where id = \(announcement.id) and cursor = \(announcement.cursor) and is_done = 0
      """)
  }

  /// Counts what came of announcements on their ways out of inboxes.
  static func count(
    delivered: [String: Int], failed: [String: Int], in transaction: any Transaction
  ) async throws {
    for id in Set(delivered.keys).union(failed.keys).sorted() {
      try await transaction.execute(
        """
        update announcements set delivered = delivered + \(delivered[id, default: 0]),
          failed = failed + \(failed[id, default: 0]) where id = \(id)
        """)
    }
  }
}
