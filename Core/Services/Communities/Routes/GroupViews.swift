internal import FieldhouseKit
internal import Foundation

/// Somebody as others see them in a group.
struct PersonView: RouteOutput, Decodable {
  let id: AccountID
  let name: String
  let username: String?
  let country: String?
  let picture: String?

  init(_ account: Account) {
    self.init(account, username: account.username)
  }

  /// - Parameter username: the user name, also where the person does not show it to everybody.
  init(_ account: Account, username: String?) {
    (id, name, self.username) = (account.id, account.name, username)
    (country, picture) = (account.country, account.picture)
  }
}

/// A group as somebody sees it.
struct GroupView: RouteOutput, Decodable {
  let id: String
  let kind: String
  let parent: String?
  let name: String
  let about: String
  let picture: String?
  let visibility: GroupVisibility
  let admission: GroupAdmission
  let capacity: Int
  let members: Int
  let version: Int
  let createdAt: Date
  let archivedAt: Date?
  /// Where somebody is signed in: what they are to the group.
  let me: StandingView?
  /// In lists of one's own groups: the two members of longest standing beside oneself.
  let others: [PersonView]?

  init(_ group: Group, me: StandingView? = nil, others: [PersonView]? = nil) {
    (id, kind, parent, name, about) = (group.id, group.kind, group.parent, group.name, group.about)
    (picture, visibility, admission) = (group.picture, group.visibility, group.admission)
    (capacity, members, version) = (group.capacity, group.members, group.version)
    (createdAt, archivedAt) = (group.createdAt, group.archivedAt)
    (self.me, self.others) = (me, others)
  }
}

/// What somebody is to a group.
struct StandingView: Codable, Sendable {
  /// The roles held there; none for who is no member.
  let roles: [String]
  /// Since when a member.
  let since: Date?
  /// What may be done there beyond what every member may.
  let actions: [String]
  /// Whether an invitation by name waits.
  let isInvited: Bool
  /// Whether a request waits.
  let hasAsked: Bool
  /// For members where those who look after the group are told how to reach them: whether one agrees to that.
  let sharesContact: Bool?

  init(_ standing: GroupGate.Standing, hasAsked: Bool) {
    roles = standing.member?.roles ?? []
    since = standing.member?.since
    actions = standing.actions.map(\.rawValue).sorted()
    isInvited = standing.isInvited
    self.hasAsked = hasAsked
    sharesContact = standing.sharesContact
  }
}

/// A member as others see them.
struct MemberView: RouteOutput, Decodable {
  let person: PersonView
  let since: Date
  let roles: [String]
}

/// Somebody who asks.
struct RequestView: RouteOutput, Decodable {
  let person: PersonView
  let message: String
  let at: Date
}

/// Somebody who is invited by name.
struct InvitationView: RouteOutput, Decodable {
  let person: PersonView
  let by: AccountID?
  let at: Date
  let expiresAt: Date
}

/// Somebody who is kept out.
struct BanView: RouteOutput, Decodable {
  let person: PersonView
  let by: AccountID?
  let at: Date
}

/// Something that has become of a group. Of whom it was is left out once they have left the installation.
struct EventView: RouteOutput, Decodable {
  let id: String
  let at: Date
  let action: String
  let person: PersonView?
  let by: PersonView?
  let role: String?
}

/// A group's code.
struct CodeView: RouteOutput, Decodable {
  let code: String?
}
