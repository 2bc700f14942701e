public import FieldhouseKit
internal import Foundation

/// The routes by which people read and write the feeds of a plugin: those of its groups, mounted at `/v1/groups/<area>`, and
/// those of its things, mounted at `/v1/feeds/<area>`.
public struct FeedRoutes: Sendable {
  /// Whether the plugin says that there is a thing of a kind, and for the caller.
  public typealias Sees = @Sendable (_ kind: String, _ thing: String, _ caller: Principal?) async throws -> Bool

  let groups: PluginGroups
  let storage: any Storage
  let rows: any GroupRows
  let people: any Authentication
  let pictures: GroupPictures?
  let memory: FeedMemory
  let sees: Sees

  /// - Parameters:
  ///   - storage: the plugin's, whose transactions have ``PluginGroups/changes(_:)`` as their groups.
  ///   - rows: reads the tables outside of transactions.
  ///   - pictures: where pictures of posts are kept; nil where none are taken.
  ///   - memory: what this process remembers of the plugin's feeds.
  ///   - sees: asks the plugin, outside of transactions.
  public init(
    _ groups: PluginGroups, storage: any Storage, rows: any GroupRows, people: any Authentication,
    pictures: GroupPictures?, memory: FeedMemory, sees: @escaping Sees
  ) {
    (self.groups, self.storage, self.rows, self.people) = (groups, storage, rows, people)
    (self.pictures, self.memory, self.sees) = (pictures, memory, sees)
  }

  /// Declares the routes of the groups' feeds; none where no kind has one.
  public func ofGroups(_ routes: inout Routes) {
    guard groups.rules.kinds.contains(where: \.hasFeed) else { return }
    declare(GroupFeedAddress.self, writing: .guest, unknown: [Problem.unknownGroup, FeedProblem.none], &routes)
  }

  /// Declares the routes of the things' feeds; none where no things have one.
  public func ofThings(_ routes: inout Routes) {
    guard !groups.rules.feeds.isEmpty else { return }
    declare(ThingFeedAddress.self, writing: .account, unknown: [FeedProblem.none], &routes)
  }

  /// What has to be asked of others than the plugin's tables before a transaction begins: the plugin whether there is such a
  /// thing, and accounts whether the author of the post and the caller are there for each other. Who takes something back
  /// is not asked about the author.
  /// - Parameter parameters: of the path.
  /// - Throws: ``Problem`` 404 `group-unknown`, `feed-unknown`, `post-unknown`.
  public func admit(_ parameters: [String: String], _ call: Call, isTakingBack: Bool) async throws {
    let feed = try await feed(parameters, call)
    guard !isTakingBack, let number = parameters["post"].flatMap({ Int($0) }),
      let author = try await rows.post(number, in: feed)?.words.author
    else { return }
    let me = try call.account.id
    guard author != me, try await people.blocks(between: me, and: author) else { return }
    throw FeedProblem.unknownPost
  }

  /// What all take turns with that write in the same feed.
  public static func turn(_ parameters: [String: String]) -> String {
    ["group", "kind", "thing"].compactMap { parameters[$0] }.joined(separator: "/")
  }

  func gate(_ call: Call) -> GroupGate { GroupGate(rules: groups.rules, rows: rows, now: call.now) }

  private func feed(_ parameters: [String: String], _ call: Call) async throws -> Feed {
    if let id = parameters["group"] { return try await gate(call).feed(of: call.principal, in: id).feed }
    let feed = try gate(call).feed(of: call.principal, parameters["kind"] ?? "", parameters["thing"] ?? "").feed
    try await checkThing(feed, call)
    return feed
  }

  /// - Throws: ``Problem`` 404 `feed-unknown` for a thing that the plugin does not show to the caller.
  func checkThing(_ feed: Feed, _ call: Call) async throws {
    guard !feed.isOfGroup, try await !sees(feed.kind, feed.thing, call.principal) else { return }
    throw FeedProblem.none
  }

  /// A feed as the caller reads it.
  func reader<Address: FeedAddress>(_ address: Address, _ call: Call) async throws -> FeedReader {
    let standing = try await address.standing(of: call.principal, gate(call))
    try await checkThing(standing.feed, call)
    return FeedReader(rows: rows, people: people, standing: standing, me: try call.account.id)
  }

  /// The feeds of a transaction, what the caller is to one of them, and the caller.
  static func open<Address: FeedAddress>(
    _ address: Address, _ call: Call, _ transaction: any Transaction
  ) async throws -> (FeedLedger, FeedStanding, Account) {
    let (ledger, gate) = try GroupRoutes.open(transaction, call)
    return (FeedLedger(ledger: ledger), try await address.standing(of: call.principal, gate), try call.account)
  }

  private func declare<Address: FeedAddress>(
    _ address: Address.Type, writing: Access, unknown: [Problem], _ routes: inout Routes
  ) {
    reading(address, unknown, &routes)
    postWriting(address, writing, unknown, &routes)
    pictureRoutes(address, writing, unknown, &routes)
    likes(address, writing, unknown + [FeedProblem.unknownPost], &routes)
    commentReading(address, unknown + [FeedProblem.unknownPost], &routes)
    commentWriting(address, writing, unknown + [FeedProblem.unknownPost], &routes)
  }

  static let writing = [FeedProblem.notWriting, GroupProblem.archived, FeedProblem.tooFast]

  /// The place of a cursor.
  static func place(_ cursor: String?, first: Int) throws -> Int {
    guard let cursor else { return first }
    guard let number = Int(cursor) else {
      throw Problem.invalid("/after", "cursor", "This is no 'next' of a page. Leave 'after' out to begin anew.")
    }
    return number
  }
}
