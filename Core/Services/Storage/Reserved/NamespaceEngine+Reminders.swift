internal import FieldhouseKit
internal import Foundation

extension NamespaceEngine {
  func nextReminder() async throws -> Date? {
    try await rows(ReminderStatements.next, []).first?[0]
  }

  func carryReminders(due now: Date, limit: Int) async throws -> ReminderRound {
    let values: [SQLValue] = [.integer(now.millisecondsSince1970), .integer(Int64(limit))]
    guard try await !rows(ReminderStatements.isWaited, [values[0]]).isEmpty else { return ReminderRound() }
    return try await perform(as: .writing, limits: limits) { transaction in
      let taken = try await transaction.takeReminders(values).map(KeptReminder.init)
      var round = ReminderRound()
      var sent: [KeptReminder] = []
      for reminder in taken {
        if reminder.until <= now {
          round.late += 1
        } else if transaction.names?.notifications.contains(reminder.kind) ?? true {
          sent.append(reminder)
        } else {
          round.undeclared += 1
        }
      }
      round.sent = sent.count
      for request in try NotificationRequest.all(of: sent) { try await transaction.notify(request) }
      return round
    }
  }

  func reminders(
    of account: AccountID, at now: Date, after place: ReminderPlace, limit: Int
  ) async throws -> [KeptReminder] {
    let values: [SQLValue] = [
      .text(account.text), .integer(now.millisecondsSince1970), .integer(place.at), .text(place.thing),
      .text(place.kind), .integer(Int64(limit)),
    ]
    return try await rows(ReminderStatements.page, values).map(KeptReminder.init)
  }
}

extension KeptReminder {
  fileprivate init(_ row: Row) throws {
    (thing, kind, account) = (try row["thing"], try row["kind"], try row["account"])
    let (at, lead, grace): (Int64, Int64, Int64) = (try row["at"], try row["lead"], try row["grace"])
    self.at = Date(millisecondsSince1970: at)
    due = Date(millisecondsSince1970: at - lead)
    until = Date(millisecondsSince1970: at + grace)
    (isOver, text, arguments, link) =
      (try row["is_over"], try row["text"], try row["arguments"], try row["link"])
    about = (try row["about"] as String).split(separator: "|").map { AccountID(String($0)) }
  }
}

extension NotificationRequest {
  /// One for all people who are told the same.
  fileprivate static func all(of reminders: [KeptReminder]) throws -> [NotificationRequest] {
    let same = Dictionary(grouping: reminders) { reminder in
      var common = reminder
      common.account = AccountID("")
      return common
    }
    return try same.sorted { ($0.key.due, $0.key.thing, $0.key.kind) < ($1.key.due, $1.key.thing, $1.key.kind) }.map {
      let arguments = try JSON(parsing: $0.arguments).object ?? [:]
      var request = NotificationRequest(
        recipients: $1.map(\.account), about: $0.about, kind: $0.kind, text: $0.text,
        arguments: Dictionary(arguments.map { ($0.key, $0.value.string ?? "") }, uniquingKeysWith: { $1 }),
        link: $0.link, deduplicationKey: $0.key)
      request.until = $0.until
      return request
    }
  }
}
