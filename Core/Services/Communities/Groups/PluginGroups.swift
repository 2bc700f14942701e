public import FieldhouseKit
internal import Foundation

/// The groups and feeds of one plugin: what its manifest says of them, and the clock.
public struct PluginGroups: Sendable {
  /// The kinds of notifications that groups send in the plugin's name.
  public static let notifications = [
    "group-invited", "group-requested", "group-accepted", "group-role", "group-handed", "group-handed-over",
    "chat-message", "chat-mention", "chat-reply", "moderation-removed", "moderation-restored", "moderation-warned",
    "report-decided",
  ]
  /// What the tables of the notifications' texts are called, and what their keys begin with.
  public static let texts = "communities"
  public static let textPrefix = "communities."
  /// The parameter of the groups' topics.
  public static let topicParameter = "group"
  /// The parameter of the topics of things.
  public static let thingParameter = "thing"

  /// The live topics of the groups of a kind, below the plugin's area. They are for the members.
  public static func topic(of kind: GroupKind) -> String { "groups/\(kind.kind)/{\(topicParameter)}" }

  /// The live topics of their chats; nil where they have none. What an author says is for those members whom the author has
  /// not blocked and who have not blocked the author.
  public static func chatTopic(of kind: GroupKind) -> String? { kind.hasChat ? "\(topic(of: kind))/chat" : nil }

  /// The live topics of their feeds; nil where they have none. They are hidden as those of chats are.
  public static func feedTopic(of kind: GroupKind) -> String? { kind.hasFeed ? "\(topic(of: kind))/posts" : nil }

  /// The live topics of the feeds of a kind of things, for those to whom the plugin shows the thing.
  public static func feedTopic(of kind: String) -> String { "feeds/\(kind)/{\(thingParameter)}" }

  /// Whose words a live event of a chat or a feed carries; nil for nobody's.
  public static func author(of payload: JSON) -> AccountID? { payload["author"]?["id"]?.string.map { AccountID($0) } }

  /// The live topic of a group's chat: `said` comes with each new message, `unsaid` with the number of one that is deleted or
  /// removed, `restored` where that was taken back, `flagged` and `unflagged` where one is reported and decided about.
  static func chatTopic(of group: Group) -> String { "groups/\(group.kind)/\(group.id)/chat" }

  let rules: GroupRules
  let clock: any HostClock
  let hook: GroupLedger.Hook

  /// - Parameters:
  ///   - feeds: the kinds of the plugin's things that have a feed.
  ///   - area: the plugin's area.
  ///   - name: what people call the plugin.
  ///   - demand: for what the second factor is asked; nothing unless given.
  ///   - hook: told of each change in the transaction that does it.
  public init(
    _ kinds: [GroupKind], feeds: [FeedKind], area: String, name: String, rights: RightsDeclaration,
    demand: SecondFactorDemand? = nil, clock: any HostClock,
    hook: @escaping @Sendable (GroupChange, any Transaction) async throws -> Void
  ) {
    rules = GroupRules(area: area, name: name, kinds: kinds, feeds: feeds, rights: rights, demand: demand)
    (self.clock, self.hook) = (clock, hook)
  }

  /// The groups as a transaction changes them.
  public func changes(_ tables: any GroupTables) -> any GroupChanges {
    GroupLedger(rules: rules, tables: tables, now: clock.now, hook: hook)
  }

  /// Takes somebody who is erased out of every group.
  public func erase(_ account: AccountID, _ tables: any GroupTables) async throws {
    try await quiet(tables).erase(account)
  }

  /// Makes somebody's memberships another's.
  public func merge(_ account: AccountID, into other: AccountID, _ tables: any GroupTables) async throws {
    try await quiet(tables).merge(account, into: other)
  }

  /// What the groups' tables keep of somebody, for the person.
  public static func export(_ account: AccountID, from rows: any GroupRows) async throws -> JSON {
    try await GroupExport(rows: rows, account: account).json
  }

  /// What the feeds' tables keep of somebody, for the person.
  public static func exportFeeds(_ account: AccountID, from rows: any GroupRows) async throws -> JSON {
    try await FeedExport(rows: rows, account: account).json
  }

  /// What the person has reported in groups and feeds and decided about reports, and what of theirs was reported.
  public static func exportReports(_ account: AccountID, from rows: any GroupRows) async throws -> JSON {
    try await ReportExport(rows: rows, account: account).json
  }

  private func quiet(_ tables: any GroupTables) -> GroupLedger {
    GroupLedger(rules: rules, tables: tables, now: clock.now, hook: nil)
  }

  /// The groups as they are read outside of transactions.
  /// - Parameter isMember: answers from memory who holds a role in a scope.
  public func reader(
    _ rows: any GroupRows, isMember: @escaping @Sendable (AccountID, Scope) async throws -> Bool
  ) -> any Groups {
    GroupReader(rows: rows, remembered: isMember)
  }
}

/// Groups as a plugin reads them.
private struct GroupReader: Groups {
  let rows: any GroupRows
  let remembered: @Sendable (AccountID, Scope) async throws -> Bool

  func group(_ id: String) async throws -> Group? { try await rows.group(id) }

  func isMember(_ account: AccountID, of scope: Scope) async throws -> Bool { try await remembered(account, scope) }

  func groups(of account: AccountID, kind: String?) async throws -> [Group] {
    try await rows.groups(of: account, kind: kind)
  }

  func members(of group: String, after: GroupMember?, limit: Int) async throws -> [GroupMember] {
    guard let group = try await rows.group(group) else { return [] }
    return try await rows.members(of: group, after: after, limit: min(max(limit, 1), 1_000))
  }
}
