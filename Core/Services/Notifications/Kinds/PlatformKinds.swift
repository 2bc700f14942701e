/// What the platform itself tells people of, declared as plugins declare theirs.
extension KindCatalogue.Group {
  /// The owner of the kinds that are sent in the name of every plugin that has groups or feeds.
  static let shared = "communities"

  /// All of them.
  public static let platform = [accounts, communities]

  private static let accounts = KindCatalogue.Group(
    owner: "accounts", title: "accounts.kinds",
    kinds: [
      account("friend-request"), account("friend-accepted"), account("followed"), account("invitation-accepted"),
      account("weight-reminder", collapse: .kind), account("report-decided", collapse: .kind),
      account("announcement", collapse: .none), account(Inbox.hostTrouble, [.push, .email], collapse: .none),
    ])

  private static let communities = KindCatalogue.Group(
    owner: shared, title: "communities.kinds",
    kinds: [
      group("chat-message"), group("chat-mention"), group("chat-reply"), group("group-invited", [.push, .email]),
      group("group-requested"), group("group-accepted"), group("group-role"), group("group-handed", [.push, .email]),
      group("group-handed-over"), group("moderation-removed", [.push, .email]), group("moderation-restored"),
      group("moderation-warned", [.push, .email]), group("report-decided", collapse: .none),
      group("announcement", collapse: .none),
    ])

  private static func account(
    _ name: String, _ channels: [NotificationChannel] = [.push], collapse: NotificationCollapse = .link
  ) -> NotificationKind {
    NotificationKind(
      owner: "accounts", name: name, title: "accounts.kind.\(name)", channels: channels, collapse: collapse)
  }

  private static func group(
    _ name: String, _ channels: [NotificationChannel] = [.push], collapse: NotificationCollapse = .link
  ) -> NotificationKind {
    NotificationKind(
      owner: shared, name: name, title: "communities.kind.\(name)", channels: channels, collapse: collapse)
  }
}
