/// A kind of group, as a manifest declares it in `contributions.groups`: a club, a team, a prediction group, a lobby.
///
/// The kind is a kind of scope, too (`contributions.scopes`): a group is the ``Scope`` of its kind and id, its members
/// hold the role ``member`` there and those who look after it the role ``admin``. Nobody else holds a role in it: who
/// leaves loses them all in the same transaction.
public struct GroupKind: Sendable, Hashable, Codable {
  /// The kind of scope, e.g. `club`.
  public var kind: String
  /// What people read: the key of a text in the plugin's tables, or the words themselves where there is no such key.
  public var title: String
  /// The kind of group that it lies in, e.g. `association`; nil when it lies in none.
  public var `in`: String?
  /// The role that membership brings.
  public var member: String
  /// The role of those who look after the group. It brings every ``GroupAction``.
  public var admin: String
  /// What each action needs when it is not done by an admin: a permission for this kind.
  public var actions: [String: String]
  /// The rules of its names.
  public var name: NameRule
  /// Whether groups may have a picture; those that may need none.
  public var hasPictures: Bool
  /// What strangers may see; the first is what a group has unless its founder says otherwise.
  public var visibility: [GroupVisibility]
  /// How people join; the first is what a group has unless its founder says otherwise.
  public var admission: [GroupAdmission]
  /// How many members a group has at most unless its founder says less; 1 to 1,000,000.
  public var capacity: Int
  /// Who founds groups.
  public var founders: GroupFounders
  /// How many groups of the kind somebody may be a member of at once; nil for any number.
  public var memberships: Int?
  /// Whether only members of the group that it lies in may be members; they leave both together.
  public var isWithin: Bool
  /// Whether the member of longest standing becomes admin when the last admin has gone. Where not, the last admin cannot
  /// leave without naming another, and a group may be without one, looked after by whoever looks after the group
  /// that it lies in, or by operators.
  public var hasSuccession: Bool
  /// Whether the members of a group write to one another in a chat of its own, below `/v1/groups/<area>/<id>/chat`.
  public var hasChat: Bool
  /// Whether the members of a group post in a feed of its own, below `/v1/groups/<area>/<id>/posts`.
  public var hasFeed: Bool

  /// How groups of a kind are named.
  public struct NameRule: Sendable, Hashable, Codable {
    /// The most characters of a name, 1 to 100.
    public var longest: Int
    /// Whether no two groups of the kind that lie in the same group have one name, letter case and accents aside.
    public var isUnique: Bool

    /// A rule.
    public init(longest: Int = 60, isUnique: Bool = false) {
      self.longest = longest
      self.isUnique = isUnique
    }

    private enum CodingKeys: String, CodingKey { case longest, isUnique = "unique" }

    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        longest: try values.decodeIfPresent(Int.self, forKey: .longest) ?? 60,
        isUnique: try values.decodeIfPresent(Bool.self, forKey: .isUnique) ?? false)
    }
  }

  /// A kind; its other properties are set afterwards.
  public init(kind: String, title: String, member: String, admin: String) {
    (self.kind, self.title, self.member, self.admin) = (kind, title, member, admin)
    (actions, name) = ([:], NameRule())
    (visibility, admission) = ([.private], [.invitation])
    (capacity, founders, isWithin, hasSuccession, hasChat) = (Self.largestCapacity, .account, false, true, false)
    (hasPictures, hasFeed) = (true, false)
  }

  /// The most members that a group of any kind may have.
  public static var largestCapacity: Int { 1_000_000 }

  private enum CodingKeys: String, CodingKey {
    case kind, title, `in`, member, admin, actions, name, visibility, admission, capacity, founders, memberships
    case hasPictures = "pictures"
    case isWithin = "within"
    case hasSuccession = "succession"
    case hasChat = "chat"
    case hasFeed = "feed"
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      kind: try values.decode(String.self, forKey: .kind), title: try values.decode(String.self, forKey: .title),
      member: try values.decode(String.self, forKey: .member), admin: try values.decode(String.self, forKey: .admin))
    self.in = try values.decodeIfPresent(String.self, forKey: .in)
    actions = try values.decodeIfPresent([String: String].self, forKey: .actions) ?? actions
    name = try values.decodeIfPresent(NameRule.self, forKey: .name) ?? name
    hasPictures = try values.decodeIfPresent(Bool.self, forKey: .hasPictures) ?? hasPictures
    visibility = try values.decodeIfPresent([GroupVisibility].self, forKey: .visibility) ?? visibility
    admission = try values.decodeIfPresent([GroupAdmission].self, forKey: .admission) ?? admission
    capacity = try values.decodeIfPresent(Int.self, forKey: .capacity) ?? capacity
    founders = try values.decodeIfPresent(GroupFounders.self, forKey: .founders) ?? founders
    memberships = try values.decodeIfPresent(Int.self, forKey: .memberships)
    isWithin = try values.decodeIfPresent(Bool.self, forKey: .isWithin) ?? isWithin
    hasSuccession = try values.decodeIfPresent(Bool.self, forKey: .hasSuccession) ?? hasSuccession
    hasChat = try values.decodeIfPresent(Bool.self, forKey: .hasChat) ?? hasChat
    hasFeed = try values.decodeIfPresent(Bool.self, forKey: .hasFeed) ?? hasFeed
  }
}

/// What people who are no members may see of a group.
public enum GroupVisibility: String, Sendable, Hashable, Codable, CaseIterable {
  /// Everybody finds it and sees it with its members.
  case `public`
  /// Everybody finds it and sees its name, picture, description and number of members, but not who they are.
  case listed
  /// Only who is invited sees it; to everybody else there is no such group.
  case `private`
}

/// How people become members of a group. By invitation they can join every group.
public enum GroupAdmission: String, Sendable, Hashable, Codable, CaseIterable {
  /// Who wants to joins.
  case open
  /// Who wants to asks, and somebody who may `admit` accepts.
  case request
  /// Only who is invited joins.
  case invitation
}

/// Who founds groups of a kind.
public enum GroupFounders: String, Sendable, Hashable, Codable, CaseIterable {
  /// Everybody with a verified identifier.
  case account
  /// Members of the group that it lies in.
  case members
  /// Who may `found` in the group that it lies in.
  case admins
  /// Operators. Such a group begins without members.
  case operators
  /// The plugin's own code only.
  case plugin
}

/// What may be done to a group, or in it. Admins of the group, and of those that it lies in, may do everything but
/// ``contacts``, which the kind must name; who else may is said by ``GroupKind/actions``.
public enum GroupAction: String, Sendable, Hashable, Codable, CaseIterable {
  /// Change name, picture and description, who sees it and how people join, and how many.
  case edit
  /// Invite people.
  case invite
  /// Add people without asking them, accept and refuse those who ask.
  case admit
  /// Remove members, ban people and lift bans.
  case remove
  /// Give and take roles.
  case appoint
  /// Found groups that lie in it.
  case found
  /// Hide and restore what members write.
  case moderate
  /// Archive and restore it.
  case archive
  /// Read who did what.
  case review
  /// See user name and e-mail address of the members who agree to that. Where the kind names a permission for it, whoever joins
  /// is told so and agrees; where it names none, nobody may, admins included.
  case contacts
}
