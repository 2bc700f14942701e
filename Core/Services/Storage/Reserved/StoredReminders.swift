internal import FieldhouseKit
internal import Foundation

/// The reminders of a namespace in a transaction.
struct StoredReminders: ReminderChanges {
  /// So many rows are written with one statement at most.
  private static let portion = 32
  private static let longestThing = 200
  private static let longestTime: TimeInterval = 31_622_400
  /// The first instant of the year 0, and the first one behind the year 9999, in seconds.
  private static let firstInstant = -62_167_219_200.0
  private static let lastInstant = 253_402_300_800.0

  let transaction: any HostTransaction

  func set(_ reminder: Reminder) async throws {
    try check(reminder)
    let now = transaction.rights.now().millisecondsSince1970
    for people in Self.portions(of: reminder.recipients) {
      let sql = ReminderStatements.set(people.map { Self.row(reminder, of: $0) }, now: now)
      transaction.rights.reminders.note()
      try await transaction.pass(.shared(sql.text), sql.values)
    }
  }

  func move(_ thing: String, kind: String?, to instant: Date) async throws -> Int {
    try Self.check(instant: instant)
    let values: [SQLValue] = [
      .text(thing), .text(kind ?? ""), .integer(instant.millisecondsSince1970),
      .integer(transaction.rights.now().millisecondsSince1970),
    ]
    return try await transaction.change(ReminderStatements.move, values).count
  }

  func cancel(_ thing: String, kind: String?, of recipients: [AccountID]?) async throws -> Int {
    let values: [SQLValue] = [.text(thing), .text(kind ?? "")]
    guard let recipients else { return try await transaction.change(ReminderStatements.cancel, values).count }
    var count = 0
    for people in Self.portions(of: recipients) {
      let sql = ReminderStatements.cancel(values, of: people)
      count += try await transaction.change(.shared(sql.text), sql.values).count
    }
    return count
  }

  /// Some people, each once, in the order of their ids, cut so that there are few statements for them.
  private static func portions(of people: [AccountID]) -> [[AccountID]] {
    var rest = Set(people).sorted { $0.text < $1.text }[...]
    var (portions, size): ([[AccountID]], Int) = ([], portion)
    while !rest.isEmpty {
      while size > rest.count { size /= 2 }
      portions.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return portions
  }

  private static func row(_ reminder: Reminder, of account: AccountID) -> [SQLValue] {
    let at = reminder.at.millisecondsSince1970
    let lead = Int64((reminder.lead * 1000).rounded())
    let grace = Int64((reminder.until.timeIntervalSince(reminder.at) * 1000).rounded())
    var arguments: JSONObject = [:]
    for (name, value) in reminder.arguments.sorted(by: { $0.key < $1.key }) { arguments[name] = .string(value) }
    return [
      .text(reminder.thing), .text(reminder.kind), .text(account.text), .integer(at), .integer(lead), .integer(grace),
      .integer(at - lead), .integer(0), .text(reminder.text), .text(JSON.object(arguments).serialized()),
      reminder.link.sqlValue, .text(ReminderStatements.text(reminder.about)),
    ]
  }

  private func check(_ reminder: Reminder) throws {
    try transaction.names.check(
      NotificationRequest(
        recipients: reminder.recipients, about: reminder.about, kind: reminder.kind, text: reminder.text,
        link: reminder.link, deduplicationKey: reminder.thing))
    guard (1...Self.longestThing).contains(reminder.thing.count) else {
      throw Problem.malformed("names its thing by 1 to \(Self.longestThing) characters.")
    }
    guard reminder.about.allSatisfy({ !$0.text.contains("|") }) else {
      throw Problem.malformed("names people by their ids.")
    }
    guard [reminder.lead, reminder.grace ?? 0].allSatisfy({ (0...Self.longestTime).contains($0) }) else {
      throw Problem.malformed("has a lead and a grace of 0 to \(Int(Self.longestTime)) seconds.")
    }
    try Self.check(instant: reminder.at)
  }

  private static func check(instant: Date) throws {
    guard (firstInstant..<lastInstant).contains(instant.timeIntervalSince1970) else {
      throw Problem.malformed("is of a thing in the years 0 to 9999.")
    }
  }
}

extension HostTransaction {
  var reminders: any ReminderChanges { StoredReminders(transaction: self) }

  /// Runs a statement that changes reminders.
  /// - Returns: the rows of its answer.
  @discardableResult
  fileprivate func change(_ statement: HostStatement, _ values: [SQLValue]) async throws -> [Row] {
    rights.reminders.note()
    return try await run(statement, values)
  }

  /// Takes reminders that are due, and forgets those that are over for long: see ``ReminderStatements/take``.
  func takeReminders(_ values: [SQLValue]) async throws -> [Row] {
    let taken = try await change(ReminderStatements.take, values)
    try await change(ReminderStatements.forget, values)
    return taken
  }

  /// Removes what a person who is erased is to be reminded of, and what names the person.
  func eraseReminders(of account: AccountID) async throws {
    try await change(ReminderStatements.erase, [.text(account.text)])
    try await change(ReminderStatements.eraseAbout, [.text("%\(ReminderStatements.mark(account))%")])
  }

  /// Makes a person's reminders another's; where both have one, that of the other stays.
  func moveReminders(of account: AccountID, to other: AccountID) async throws {
    try await change(ReminderStatements.merge, [.text(account.text), .text(other.text)])
    try await change(ReminderStatements.erase, [.text(account.text)])
    let (old, new) = (ReminderStatements.mark(account), ReminderStatements.mark(other))
    try await change(ReminderStatements.mergeAbout, [.text(old), .text(new), .text("%\(old)%")])
  }
}

extension Problem {
  fileprivate static func malformed(_ what: String) -> Problem {
    Problem(status: 500, code: "reminder-malformed", detail: "A reminder \(what)")
  }
}
