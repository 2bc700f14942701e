internal import FieldhouseKit
internal import Foundation

/// Notifications that are still to leave, each a row from the transaction that puts it into the inbox until it has arrived or
/// is given up.
enum SendStore {
  /// Queues notifications for those recipients who want them and have a way that may reach them.
  /// - Returns: whether there is one.
  static func add(_ arrivals: [Arrival], in transaction: any Transaction) async throws -> Bool {
    let leaving = arrivals.compactMap { arrival in
      arrival.letter.kind.flatMap { $0.channels.isEmpty ? nil : (arrival.letter, arrival.recipient, $0) }
    }
    guard !leaving.isEmpty else { return false }
    let settings = try await SettingsStore.settings(of: Portions.list(leaving.map(\.1)), in: transaction)
    let wanting = leaving.filter { _, recipient, kind in settings[recipient, default: .standard].lets(kind) }
    let asked = Portions.list(wanting.filter { $0.2.channels.contains(.push) }.map(\.1))
    let pushed = asked.isEmpty ? [] : try await DeviceStore.owners(among: asked, in: transaction)
    let rows: [[SQLValue]] = wanting.compactMap { letter, recipient, kind in
      let ways = kind.channels.filter { $0 != .push || pushed.contains(recipient) }
      let due = settings[recipient]?.quietHours?.end(at: letter.now) ?? letter.now
      guard !ways.isEmpty, letter.until.map({ due < $0 }) ?? true else { return nil }
      return [
        recipient.sqlValue, letter.source.sqlValue, Send.text(ways).sqlValue, 0.sqlValue, 0.sqlValue, due.sqlValue,
        letter.now.sqlValue, letter.until.sqlValue,
      ]
    }
    for some in Portions.of(rows) {
      try await transaction.execute(
        """
        insert into notification_sends (account, source, channels, arrived, tries, due_at, created_at, until_at)
        values \(SQL.rows(some)) on conflict (source, account) do nothing
        """)
    }
    return !rows.isEmpty
  }

  static func isWaited(for now: Date, in transaction: any ReadTransaction) async throws -> Bool {
    try await transaction.first("select id from notification_sends where due_at <= \(now) order by due_at, id limit 1")
      != nil
  }

  /// Claims some that are due until an instant, after which somebody else takes them over; each claim is noted as an attempt
  /// before it is made. What else is due to the same people comes with them.
  static func claim(
    _ count: Int, now: Date, until: Date, in transaction: any Transaction
  ) async throws -> [Send] {
    // The time is asked for twice: another process may have claimed one since it was found.
    let first = try await transaction.query(
      """
      update notification_sends set due_at = \(until), tries = tries + 1 where due_at <= \(now) and id in (
        select id from notification_sends where due_at <= \(now) order by due_at, id limit \(count))
      returning id, account, source, channels, devices, arrived, tries, created_at, until_at
      """)
    let people: [AccountID] = try first.map { try $0["account"] }
    guard !people.isEmpty else { return [] }
    let more = try await transaction.query(
      """
      update notification_sends set due_at = \(until), tries = tries + 1
      where account in (\(list: Set(people).sorted { $0.text < $1.text })) and due_at <= \(now)
      returning id, account, source, channels, devices, arrived, tries, created_at, until_at
      """)
    return try (first + more).map(Send.init).sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
  }

  /// Those of some that are still there, as they are now, by their numbers.
  static func present(_ sends: [Send], in transaction: any ReadTransaction) async throws -> [Int64: Send] {
    guard !sends.isEmpty else { return [:] }
    let rows = try await transaction.query(
      """
      select id, account, source, channels, devices, arrived, tries, created_at, until_at from notification_sends
      where id in (\(list: sends.map(\.id)))
      """)
    return Dictionary(try rows.map(Send.init).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Forgets one that has arrived or is given up.
  static func remove(_ send: Send, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from notification_sends where id = \(send.id)")
  }

  /// Tries one again later, as it now is.
  static func postpone(_ send: Send, to due: Date, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      update notification_sends set channels = \(Send.text(send.channels)), devices = \(send.devicesText),
        arrived = \(send.hasArrived), tries = \(send.tries), due_at = \(due)
      where id = \(send.id)
      """)
  }
}
