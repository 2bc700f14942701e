public import FieldhouseKit

extension Inbox {
  /// So many inboxes are written in one transaction at most: whoever waits to write waits for no more.
  private static let portion = 512

  /// Puts a notification into the inbox of each recipient whom it reaches, tells those who watch it, and has it leave by
  /// the ways that its kind declares and the recipient wants. The same `source` never arrives twice.
  /// - Parameter source: names the cause, e.g. plugin and outbox number.
  /// - Throws: ``StorageError``; calling it again goes on where it was.
  public func deliver(_ request: NotificationRequest, plugin: String, source: String) async throws {
    try await deliver([(source, request)], plugin: plugin)
  }

  /// Does the same with several notifications, in their order, with one transaction for as many as a portion holds: most go to few
  /// people, and what each costs by itself is mostly its transaction.
  /// - Throws: when one of them cannot be put into inboxes, after which some of the others may have been; calling it again, or with
  ///   each by itself, goes on where it was.
  public func deliver(_ all: [(source: String, request: NotificationRequest)], plugin: String) async throws {
    var (portion, size): ([(letter: Letter, recipients: [AccountID])], Int) = ([], 0)
    for (source, request) in all {
      let (letter, recipients) = try await addressed(request, plugin: plugin, source: source)
      var rest = recipients[...]
      while !rest.isEmpty {
        let some = Array(rest.prefix(Self.portion - size))
        portion.append((letter, some))
        (rest, size) = (rest.dropFirst(some.count), size + some.count)
        guard size == Self.portion else { continue }
        try await post(portion)
        (portion, size) = ([], 0)
      }
    }
    if !portion.isEmpty { try await post(portion) }
  }

  /// A notification as it arrives, and whom it reaches.
  private func addressed(
    _ request: NotificationRequest, plugin: String, source: String
  ) async throws -> (letter: Letter, recipients: [AccountID]) {
    let present = try await audience?.reached(by: request) ?? request
    let about = Set(present.about)
    // Nobody is told what is about nobody else.
    let recipients = Set(present.recipients).filter { about != [$0] }.sorted { $0.text < $1.text }
    let kind = kinds.kind(request.kind, of: plugin)
    return (Letter(present, plugin: plugin, source: source, kind: kind, now: clock.now), recipients)
  }

  private func post(_ portion: [(letter: Letter, recipients: [AccountID])]) async throws {
    let leaves = try await storage.write { transaction in
      var leaves = false
      for (letter, recipients) in portion {
        leaves = try await Self.post(letter, to: recipients, in: transaction) || leaves
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

  /// - Returns: whether one of them leaves the inbox.
  private static func post(
    _ letter: Letter, to recipients: [AccountID], in transaction: any Transaction
  ) async throws -> Bool {
    var leaves = false
    for some in Portions.of(recipients) {
      let arrived = try await insert(letter, of: some, in: transaction)
      guard !arrived.isEmpty else { continue }
      for recipient in arrived { try await transaction.publish(recipient.text, LiveEvent("notification")) }
      try await note(letter, of: arrived, in: transaction)
      leaves = try await SendStore.add(letter, to: arrived, in: transaction) || leaves
    }
    return leaves
  }

  /// - Returns: in whose inbox it is new.
  private static func insert(
    _ letter: Letter, of recipients: [AccountID], in transaction: any Transaction
  ) async throws -> [AccountID] {
    let rows = recipients.map { recipient in
      [
        letter.source.sqlValue, recipient.sqlValue, letter.plugin.sqlValue, letter.name.sqlValue, letter.text.sqlValue,
        letter.arguments.sqlValue, letter.link.sqlValue, letter.now.sqlValue,
      ]
    }
    return try await transaction.query(
      """
      insert into notifications (source, account, plugin, kind, text, arguments, link, created_at)
      values \(SQL.rows(rows)) on conflict (source, account) do nothing returning account
      """
    ).map { try $0[0] }
  }

  /// Notes whom it is about.
  private static func note(
    _ letter: Letter, of recipients: [AccountID], in transaction: any Transaction
  ) async throws {
    for person in letter.about {
      for some in Portions.of(recipients) {
        let rows = some.map { [person.sqlValue, letter.source.sqlValue, $0.sqlValue] }
        try await transaction.execute(
          "insert into notification_people (person, source, account) values \(SQL.rows(rows))")
      }
    }
  }
}
