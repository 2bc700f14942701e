public import Foundation

/// A group of people. In ``Rights`` it is the scope of its kind and id.
public struct Group: Sendable, Hashable {
  /// The id, unique among the plugin's groups.
  public var id: String
  /// The kind, as the manifest declares it.
  public var kind: String
  /// The id of the group that it lies in.
  public var parent: String?
  /// Its name.
  public var name: String
  /// What its people say about it, at most 500 characters.
  public var about: String
  /// The address of its picture on this host.
  public var picture: String?
  /// What strangers may see.
  public var visibility: GroupVisibility
  /// How people join.
  public var admission: GroupAdmission
  /// The most members.
  public var capacity: Int
  /// The number of members.
  public var members: Int
  /// Rises with every change of what stands above, but for the number of members.
  public var version: Int
  /// When it was founded.
  public var createdAt: Date
  /// Since when it is archived: it can be read, and nothing in it changes; nil while it lives.
  public var archivedAt: Date?
  /// Where it is at home, ISO 3166-1 alpha-2, as operators say of the groups that they look after; nil when it is not told.
  public var country: String?

  /// The scope of its rights.
  public var scope: Scope { Scope(kind, id) }

  /// A group.
  public init(
    id: String, kind: String, parent: String?, name: String, about: String, picture: String?,
    visibility: GroupVisibility, admission: GroupAdmission, capacity: Int, members: Int, version: Int, createdAt: Date,
    archivedAt: Date?
  ) {
    (self.id, self.kind, self.parent, self.name, self.about) = (id, kind, parent, name, about)
    (self.picture, self.visibility, self.admission) = (picture, visibility, admission)
    (self.capacity, self.members, self.version) = (capacity, members, version)
    (self.createdAt, self.archivedAt) = (createdAt, archivedAt)
  }
}

/// What a group is to be.
public struct GroupDraft: Sendable, Hashable {
  /// The kind, as the manifest declares it.
  public var kind: String
  /// The name: 1 to as many characters as the kind allows, white space at its ends aside.
  public var name: String
  /// The id of the group that it lies in, for kinds that lie in one.
  public var parent: String?
  /// At most 500 characters.
  public var about: String
  /// What strangers may see; nil for the kind's first.
  public var visibility: GroupVisibility?
  /// How people join; nil for the kind's first.
  public var admission: GroupAdmission?
  /// The most members; nil for as many as the kind allows.
  public var capacity: Int?

  /// A draft.
  public init(
    kind: String, name: String, parent: String? = nil, about: String = "", visibility: GroupVisibility? = nil,
    admission: GroupAdmission? = nil, capacity: Int? = nil
  ) {
    (self.kind, self.name, self.parent, self.about) = (kind, name, parent, about)
    (self.visibility, self.admission, self.capacity) = (visibility, admission, capacity)
  }
}

/// A change of a group; what is nil stays.
public struct GroupEdit: Sendable, Hashable {
  /// The new name.
  public var name: String?
  /// What its people say about it.
  public var about: String?
  /// What strangers may see.
  public var visibility: GroupVisibility?
  /// How people join.
  public var admission: GroupAdmission?
  /// The most members, not fewer than it has.
  public var capacity: Int?

  /// A change.
  public init(
    name: String? = nil, about: String? = nil, visibility: GroupVisibility? = nil, admission: GroupAdmission? = nil,
    capacity: Int? = nil
  ) {
    (self.name, self.about) = (name, about)
    (self.visibility, self.admission, self.capacity) = (visibility, admission, capacity)
  }
}

/// Somebody's membership of a group.
public struct GroupMember: Sendable, Hashable {
  /// Who.
  public var account: AccountID
  /// Since when, to the millisecond.
  public var since: Date
  /// The roles held in the group, sorted; the member's role is among them.
  public var roles: [String]

  /// A membership.
  public init(account: AccountID, since: Date, roles: [String]) {
    (self.account, self.since, self.roles) = (account, since, roles)
  }
}

/// Something that has become of a group, as ``Plugin/groupChanged(_:in:)`` is told it.
public struct GroupChange: Sendable, Hashable {
  /// What has become of it.
  public struct Kind: Sendable, Hashable {
    /// The name in histories and live events.
    public let name: String
    /// A kind of this name.
    public init(_ name: String) { self.name = name }
    /// It was founded.
    public static var founded: Kind { Kind("founded") }
    /// Name, picture, description, country, visibility, admission or capacity have changed.
    public static var edited: Kind { Kind("edited") }
    /// It was archived.
    public static var archived: Kind { Kind("archived") }
    /// It lives again.
    public static var restored: Kind { Kind("restored") }
    /// ``GroupChange/account`` has become a member.
    public static var joined: Kind { Kind("joined") }
    /// ``GroupChange/account`` is no member any more.
    public static var left: Kind { Kind("left") }
    /// ``GroupChange/account`` was given ``GroupChange/role``.
    public static var appointed: Kind { Kind("appointed") }
    /// ``GroupChange/role`` was taken from ``GroupChange/account``.
    public static var dismissed: Kind { Kind("dismissed") }
  }

  /// What has become of it.
  public var kind: Kind
  /// The group as it is now.
  public var group: Group
  /// Whom it is about.
  public var account: AccountID?
  /// The role that was given or taken.
  public var role: String?
  /// Who did it; nil for the host and the plugin themselves.
  public var by: AccountID?

  /// A change.
  public init(_ kind: Kind, of group: Group, account: AccountID? = nil, role: String? = nil, by: AccountID? = nil) {
    (self.kind, self.group, self.account, self.role, self.by) = (kind, group, account, role, by)
  }
}
