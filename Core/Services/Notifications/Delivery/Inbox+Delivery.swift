public import FieldhouseKit

extension Inbox {
  /// So many inboxes are written in one transaction at most: whoever waits to write waits for no more.
  private static let portion = 512

  /// Puts a notification into the inbox of each recipient whom it reaches, tells those who watch it, and has it leave by
  /// the ways that its kind declares and the recipient wants. The same `source` never arrives twice.
  /// - Parameter source: names the cause, e.g. plugin and outbox number: of those that arrive in one millisecond the one with the
  ///   larger number stands first.
  /// - Throws: ``StorageError``; calling it again goes on where it was.
  public func deliver(_ request: NotificationRequest, plugin: String, source: String) async throws {
    try await deliver([(source, request)], plugin: plugin)
  }

  /// Does the same with several notifications, in their order, with one transaction for as many as a portion holds: most go to few
  /// people, and what each costs by itself is mostly its transaction. Whom they reach is asked for as many at once.
  /// - Throws: when one of them cannot be put into inboxes, after which some of the others may have been; calling it again, or with
  ///   each by itself, goes on where it was.
  public func deliver(_ all: [(source: String, request: NotificationRequest)], plugin: String) async throws {
    var arrivals: [Arrival] = []
    var rest = all[...]
    while !rest.isEmpty {
      var (some, size) = (0, 0)
      repeat {
        size += rest[rest.startIndex + some].request.recipients.count
        some += 1
      } while some < rest.count && size < Self.portion
      for (letter, recipients) in try await addressed(rest.prefix(some), plugin: plugin) {
        arrivals += recipients.map { Arrival(letter: letter, recipient: $0) }
        while arrivals.count >= Self.portion {
          try await post(Array(arrivals.prefix(Self.portion)))
          arrivals.removeFirst(Self.portion)
        }
      }
      rest = rest.dropFirst(some)
    }
    if !arrivals.isEmpty { try await post(arrivals) }
  }

  /// Notifications as they arrive, and whom they reach.
  private func addressed(
    _ some: ArraySlice<(source: String, request: NotificationRequest)>, plugin: String
  ) async throws -> [(letter: Letter, recipients: [AccountID])] {
    let requests = some.map(\.request)
    let present = try await audience?.reached(by: requests) ?? requests
    return zip(some, present).map { one, request in
      let about = Set(request.about)
      // Nobody is told what is about nobody else.
      let recipients = Set(request.recipients).filter { about != [$0] }.sorted { $0.text < $1.text }
      let kind = kinds.kind(request.kind, of: plugin)
      return (Letter(request, plugin: plugin, source: one.source, kind: kind, now: clock.now), recipients)
    }
  }

  private func post(_ arrivals: [Arrival]) async throws {
    let leaves = try await storage.write { transaction in
      var (leaves, rung) = (false, Set<AccountID>())
      for some in Portions.of(arrivals) {
        let new = try await Self.insert(some, in: transaction)
        guard !new.isEmpty else { continue }
        // Who watches is told once of all that come together.
        for arrival in new where rung.insert(arrival.recipient).inserted {
          try await transaction.publish(arrival.recipient.text, LiveEvent("notification"))
        }
        try await Self.note(new, in: transaction)
        leaves = try await SendStore.add(new, in: transaction) || leaves
      }
      return leaves
    }
    if leaves { bell.ring() }
  }

  /// Takes what somebody was told back, read or not: notifications that lead to an address of the app or to what lies below
  /// it, with what of them has not left yet.
  /// - Throws: ``StorageError``.
  public func takeBack(from account: AccountID, leadingTo link: String) async throws {
    let below = link + "/"
    try await storage.write { transaction in
      let sources: [String] = try await transaction.query(
        """
        select source from notifications
        where account = \(account) and (link = \(link) or substr(link, 1, length(\(below))) = \(below))
        """
      ).map { try $0["source"] }
      for first in stride(from: 0, to: sources.count, by: Self.portion) {
        let some = Array(sources[first..<min(first + Self.portion, sources.count)])
        let statements: [SQL] = [
          "delete from notifications where account = \(account) and source in (\(list: some))",
          "delete from notification_people where account = \(account) and source in (\(list: some))",
          "delete from notification_sends where account = \(account) and source in (\(list: some))",
          "delete from notification_receipts where account = \(account) and source in (\(list: some))",
        ]
        for statement in statements { try await transaction.execute(statement) }
      }
      if !sources.isEmpty { try await transaction.publish(account.text, LiveEvent("notification")) }
    }
  }

  /// - Returns: those that are new.
  private static func insert(_ arrivals: [Arrival], in transaction: any Transaction) async throws -> [Arrival] {
    let rows = arrivals.map { arrival in
      let letter = arrival.letter
      return [
        letter.source.sqlValue, arrival.recipient.sqlValue, letter.plugin.sqlValue, letter.name.sqlValue,
        letter.text.sqlValue, letter.arguments.sqlValue, letter.link.sqlValue, letter.now.sqlValue,
        letter.number.sqlValue,
      ]
    }
    var new = Set(
      try await transaction.query(
        """
        insert into notifications (source, account, plugin, kind, text, arguments, link, created_at, number)
        values \(SQL.rows(rows)) on conflict (source, account) do nothing returning source, account
        """
      ).map { Arrival.Key(source: try $0[0], account: try $0[1]) })
    // What comes twice at once is new once.
    return arrivals.filter { new.remove($0.key) != nil }
  }

  /// Notes whom they are about.
  private static func note(_ arrivals: [Arrival], in transaction: any Transaction) async throws {
    let rows = arrivals.flatMap { arrival in
      arrival.letter.about.map { [$0.sqlValue, arrival.letter.source.sqlValue, arrival.recipient.sqlValue] }
    }
    for some in Portions.of(rows) {
      try await transaction.execute(
        "insert into notification_people (person, source, account) values \(SQL.rows(some))")
    }
  }
}
