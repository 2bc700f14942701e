internal import FieldhouseKit
internal import Foundation

/// Body data: kept only with explicit consent to the document `health`, seen by its owner alone, handed to plugins.
struct Bodies: Sendable {
  /// The document that is accepted before anything is kept.
  static let document = "health"
  /// A month, in seconds, between two reminders.
  private static let month: TimeInterval = 30 * 86_400

  let context: AccountsContext

  /// Changes what is known.
  /// - Throws: ``Problem`` 409 without consent.
  func change(_ input: BodyInput, of account: AccountID) async throws -> Body {
    let now = context.clock.now
    return try await context.storage.write { transaction in
      guard try await ConsentStore.has(Self.document, account, in: transaction) else { throw Self.consentNeeded }
      var body = try await BodyStore.find(account, in: transaction)
      input.apply(to: &body, now: now, month: Self.month)
      try await BodyStore.put(body, of: account, in: transaction)
      return body
    }
  }

  /// Forgets everything and takes the consent back.
  func remove(_ account: AccountID) async throws {
    try await context.storage.write { transaction in
      try await BodyStore.remove(account, in: transaction)
      try await ConsentStore.withdraw(Self.document, by: account, in: transaction)
    }
  }

  /// Reminds those whose month is over of telling their weight.
  /// - Returns: how many were reminded.
  @discardableResult
  func remind() async throws -> Int {
    let now = context.clock.now
    var count = 0
    while true {
      let due = try await context.storage.read { try await BodyStore.due(now: now, in: $0) }
      guard !due.isEmpty else { return count }
      count += try await context.storage.write { try await Self.remind(due, now: now, in: $0) }
    }
  }

  private static func remind(_ due: [AccountID], now: Date, in transaction: any Transaction) async throws -> Int {
    var recipients: [AccountID] = []
    for account in due {
      let next = now.addingTimeInterval(month)
      if try await BodyStore.moveReminder(of: account, due: now, to: next, in: transaction) {
        recipients.append(account)
      }
    }
    guard !recipients.isEmpty else { return 0 }
    try await transaction.notify(
      NotificationRequest(
        recipients: recipients, kind: "weight-reminder", text: "accounts.weight-reminder.text", link: "/account/body"))
    return recipients.count
  }

  static let consentNeeded = Problem.conflict(
    "consent-needed", "This is health data. Accept that it is kept (document 'health') before you send it.")
}
