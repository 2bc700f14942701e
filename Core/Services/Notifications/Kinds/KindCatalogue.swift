internal import Synchronization

/// Every kind of notifications that this host sends: those of the platform, and those of the plugins that run.
public final class KindCatalogue: Sendable {
  /// The kinds of one owner.
  public struct Group: Sendable, Hashable {
    /// Whose they are.
    public let owner: String
    /// The key of what people call the owner, in the owner's tables, or that name itself.
    public let title: String
    /// The kinds, in the order in which they are declared.
    public let kinds: [NotificationKind]

    /// Kinds of one owner.
    public init(owner: String, title: String, kinds: [NotificationKind]) {
      (self.owner, self.title, self.kinds) = (owner, title, kinds)
    }
  }

  private let platform: [Group]
  private let plugins = Mutex<[String: Group]>([:])

  /// A catalogue without plugins.
  public init(platform: [Group] = Group.platform) { self.platform = platform }

  /// Declares what a plugin sends, in place of what it declared before.
  public func set(_ group: Group) { plugins.withLock { $0[group.owner] = group } }

  /// The platform's first, then the plugins' by their ids.
  public var groups: [Group] { platform + plugins.withLock { $0.values.sorted { $0.owner < $1.owner } } }

  /// The kind that a plugin or a part of the platform means by a name: its own, else one that plugins share, such as those
  /// of groups. Nil when nobody declares it; such a notification stays in the inbox, as nobody can switch it off.
  public func kind(_ name: String, of sender: String) -> NotificationKind? {
    let known = groups
    let own = known.first { $0.owner == sender }?.kinds.first { $0.name == name }
    return own ?? known.first { $0.owner == Group.shared }?.kinds.first { $0.name == name }
  }

  /// The kind of an id; nil when nobody declares it.
  func kind(id: String) -> NotificationKind? {
    groups.lazy.flatMap(\.kinds).first { $0.id == id }
  }
}
