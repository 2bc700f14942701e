internal import FieldhouseKit

/// Which feed a route is about, from its path.
protocol FeedAddress: Decodable, Sendable {
  /// The path of its posts.
  static var path: String { get }
  /// The path of pictures for its posts.
  static var pictures: String { get }
  /// The parameters of the path.
  static var fields: [(String, Schema)] { get }
  /// - Parameter parameters: of the path.
  init(_ parameters: [String: String])
  /// What somebody is to the feed.
  /// - Throws: ``Problem`` 404 `group-unknown`, `feed-unknown`.
  func standing(of caller: Principal?, _ gate: GroupGate) async throws -> FeedStanding
}

/// The feed of a group.
struct GroupFeedAddress: FeedAddress {
  let group: String
  static let path = "/{group}/posts"
  static let pictures = "/{group}/post-pictures"
  static var fields: [(String, Schema)] { [("group", Fields.id)] }

  func standing(of caller: Principal?, _ gate: GroupGate) async throws -> FeedStanding {
    try await gate.feed(of: caller, in: group)
  }
}

extension GroupFeedAddress {
  init(_ parameters: [String: String]) { self.init(group: parameters["group"] ?? "") }
}

/// The feed of a thing of the plugin's.
struct ThingFeedAddress: FeedAddress {
  let kind: String
  let thing: String
  static let path = "/{kind}/{thing}/posts"
  static let pictures = "/{kind}/{thing}/post-pictures"
  static var fields: [(String, Schema)] {
    [("kind", .string(minLength: 1, maxLength: 64)), ("thing", .string(minLength: 1, maxLength: 200))]
  }

  func standing(of caller: Principal?, _ gate: GroupGate) async throws -> FeedStanding {
    try gate.feed(of: caller, kind, thing)
  }
}

extension ThingFeedAddress {
  init(_ parameters: [String: String]) {
    self.init(kind: parameters["kind"] ?? "", thing: parameters["thing"] ?? "")
  }
}

extension GroupGate {
  /// The feed of a group, which is for those who may read its chat: members, and who may moderate there.
  /// - Throws: ``Problem`` 404 `group-unknown`, `feed-unknown`.
  func feed(of caller: Principal?, in id: String) async throws -> FeedStanding {
    let standing = try await standing(of: caller, in: id)
    let mayModerate = standing.actions.contains(.moderate)
    guard standing.member != nil || mayModerate else { throw Problem.unknownGroup }
    let group = standing.group
    guard try rules.kind(group.kind).hasFeed else { throw FeedProblem.none }
    return FeedStanding(
      feed: Feed(kind: group.kind, thing: group.id, isOfGroup: true), mayWrite: standing.member != nil,
      mayModerate: mayModerate, isArchived: group.archivedAt != nil)
  }

  /// The feed of a thing; whether there is such a thing, and for the caller, is for the plugin to say.
  /// - Throws: ``Problem`` 404 `feed-unknown`.
  func feed(of caller: Principal?, _ kind: String, _ thing: String) throws -> FeedStanding {
    guard rules.feeds.contains(where: { $0.kind == kind }) else { throw FeedProblem.none }
    let mayModerate = caller.map { $0.isOperator || $0.roles.contains(Self.superAdmin) } ?? false
    let isPerson = caller.map { !$0.isOperator && $0.account.kind != .guest } ?? false
    return FeedStanding(
      feed: Feed(kind: kind, thing: thing, isOfGroup: false), mayWrite: isPerson, mayModerate: mayModerate,
      isArchived: false)
  }
}
