internal import FieldhouseKit
internal import Foundation

/// Something that is told to an audience.
struct Announcement: Sendable, Hashable {
  let id: String
  /// The text that names whom it is for.
  let audienceText: String
  /// The name that the audience had when it was sent.
  let name: String
  let body: String
  let link: String?
  /// `""` for the operator, and for somebody who has left.
  let sender: String
  let createdAt: Date
  /// Whoever comes behind this one has not been told yet.
  var cursor: String
  var isDone: Bool
  var recipients: Int
  var delivered: Int
  var failed: Int

  /// Whom it is for; nil for an audience that this release does not know, such as one of a later release. Nobody is told then.
  var audience: AnnouncementAudience? { AnnouncementAudience(audienceText) }

  /// What the notifications of an announcement are called in inboxes.
  static func source(of id: String) -> String { "\(prefix)\(id)" }
  private static let prefix = "announcement/"

  /// The announcement that a notification is of; nil when it is of none.
  static func id(of source: String) -> String? {
    source.hasPrefix(prefix) ? String(source.dropFirst(prefix.count)) : nil
  }

  /// The notification for some of the audience.
  /// - Parameter kind: its kind.
  func request(to people: [AccountID], as kind: String) -> NotificationRequest {
    switch audience {
    case .group(let area, let group):
      NotificationRequest(
        recipients: people, kind: kind, text: "communities.announcement",
        arguments: ["group": name, "text": body], link: link ?? "/groups/\(area)/\(group)")
    case .everyone, .role, .person, .followers, nil:
      NotificationRequest(
        recipients: people, kind: kind, text: "accounts.announcement.text", arguments: ["text": body],
        link: link)
    }
  }

  /// In whose name it is sent.
  var owner: String {
    if case .group = audience { "communities" } else { "accounts" }
  }
}

extension Announcement {
  static let columns: SQL = """
    id, audience, name, body, link, sender, created_at, cursor, is_done, recipients, delivered, failed
    """

  init(_ row: Row) throws {
    (id, name, body, link) = (try row["id"], try row["name"], try row["body"], try row["link"])
    audienceText = try row["audience"]
    (sender, createdAt, cursor) = (try row["sender"], try row["created_at"], try row["cursor"])
    (isDone, recipients) = (try row["is_done"], try row["recipients"])
    (delivered, failed) = (try row["delivered"], try row["failed"])
  }
}
