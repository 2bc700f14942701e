/// Messages to people: kept in each person's inbox, and pushed to devices where that person wants it.
public protocol Notifications: Sendable {
  /// Stores the notification for each recipient and pushes it. Inside a transaction use ``Transaction/notify(_:)``.
  /// - Throws: ``Problem`` 500 `notification-unknown` when the manifest declares no such kind; ``StorageError``.
  func send(_ notification: NotificationRequest) async throws
}

/// A notification to be sent.
public struct NotificationRequest: Sendable, Hashable, Codable {
  /// The recipients. People who blocked the sender are left out by the host.
  public var recipients: [AccountID]
  /// The kind, declared in the manifest; people can switch kinds off.
  public var kind: String
  /// The key of the text in the plugin's tables; it is rendered in each recipient's language.
  public var text: String
  /// The values of the text's placeholders.
  public var arguments: [String: String]
  /// The path of what it is about in the web app, e.g. `/soccer-predictions/matches/m1`.
  public var link: String?
  /// Two notifications of the same kind and key to the same person are one.
  public var deduplicationKey: String?

  /// A notification to be sent.
  public init(
    recipients: [AccountID], kind: String, text: String, arguments: [String: String] = [:], link: String? = nil,
    deduplicationKey: String? = nil
  ) {
    self.recipients = recipients
    self.kind = kind
    self.text = text
    self.arguments = arguments
    self.link = link
    self.deduplicationKey = deduplicationKey
  }
}
