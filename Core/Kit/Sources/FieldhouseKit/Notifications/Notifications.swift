public import Foundation

/// Messages to people. Each is kept in the recipient's inbox, once, where those who watch it see it at once, and leaves the host
/// by the ways that the manifest declares for its kind – Web Push, e-mail, text message – at least once by the first that can
/// arrive, unless the recipient has switched the kind or everything off (`/v1/me/notification-settings`). In a person's quiet
/// hours it waits for their end.
public protocol Notifications: Sendable {
  /// Puts the notification into the inbox of each recipient. Inside a transaction use ``Transaction/notify(_:)``.
  /// - Throws: ``Problem`` 500 `notification-unknown` when the manifest declares no such kind, `notification-malformed`
  ///   when a text, link, key or person holds NUL; ``StorageError``.
  func send(_ notification: NotificationRequest) async throws
}

/// A notification to be sent.
public struct NotificationRequest: Sendable, Hashable, Codable {
  /// The recipients. Those who have blocked one of the people it is about, or are blocked by one, are left out by the host, and so
  /// is who has left.
  /// Nobody is told what is about nobody but themselves: it may so happen that the one who caused it and the recipient have
  /// become one. What somebody is meant to read about themselves – a reminder, a result of theirs – is `about` nobody.
  public var recipients: [AccountID]
  /// The people other than the recipient who caused it or whom it names. It goes from every inbox when one of them leaves;
  /// when one of them becomes part of the recipient's account it goes unless it is about somebody else too.
  public var about: [AccountID]
  /// The kind, declared in the manifest.
  public var kind: String
  /// The key of the text in the plugin's tables; it is rendered in each recipient's language.
  public var text: String
  /// The values of the text's placeholders.
  public var arguments: [String: String]
  /// The path of what it is about in the web app, e.g. `/soccer-predictions/matches/m1`; nil for where the manifest says that
  /// its kind leads.
  public var link: String?
  /// Two notifications of the same kind and key to the same person are one.
  public var deduplicationKey: String?
  /// From when on it does not leave the inbox any more: a device that is away until then is not told of what is over. Nil for never.
  public var until: Date?

  /// A notification to be sent.
  public init(
    recipients: [AccountID], kind: String, text: String, arguments: [String: String] = [:], link: String? = nil,
    deduplicationKey: String? = nil
  ) {
    self.init(
      recipients: recipients, about: [], kind: kind, text: text, arguments: arguments, link: link,
      deduplicationKey: deduplicationKey)
  }

  /// A notification to be sent, about people.
  public init(
    recipients: [AccountID], about: [AccountID], kind: String, text: String, arguments: [String: String] = [:],
    link: String? = nil, deduplicationKey: String? = nil
  ) {
    self.recipients = recipients
    self.about = about
    self.kind = kind
    self.text = text
    self.arguments = arguments
    self.link = link
    self.deduplicationKey = deduplicationKey
  }

  private enum CodingKeys: String, CodingKey {
    case recipients, about, kind, text, arguments, link, deduplicationKey, until
  }

  /// What waits in an outbox from before people were named is about nobody.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    recipients = try container.decode([AccountID].self, forKey: .recipients)
    about = try container.decodeIfPresent([AccountID].self, forKey: .about) ?? []
    kind = try container.decode(String.self, forKey: .kind)
    text = try container.decode(String.self, forKey: .text)
    arguments = try container.decode([String: String].self, forKey: .arguments)
    link = try container.decodeIfPresent(String.self, forKey: .link)
    deduplicationKey = try container.decodeIfPresent(String.self, forKey: .deduplicationKey)
    until = try container.decodeIfPresent(Date.self, forKey: .until)
  }
}
