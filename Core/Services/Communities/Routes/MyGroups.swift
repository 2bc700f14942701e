public import FieldhouseKit
internal import Foundation

/// The groups of all plugins that run, as one person sees them. Each plugin's own tables are asked.
public struct MyGroups: Sendable {
  /// The groups of one plugin.
  public struct Source: Sendable {
    let area: String
    let rows: any GroupRows
    /// The kinds of groups that have a chat.
    let chatting: Set<String>

    /// - Parameter area: the plugin's area.
    public init(area: String, kinds: [GroupKind], rows: any GroupRows) {
      (self.area, self.rows) = (area, rows)
      chatting = Set(kinds.filter(\.hasChat).map(\.kind))
    }
  }

  private let sources: [Source]
  private let people: any Authentication

  /// - Parameter sources: a plugin each.
  public init(_ sources: [Source], people: any Authentication) { (self.sources, self.people) = (sources, people) }

  /// Declares the routes, to be mounted at `/v1`.
  public func routes(_ routes: inout Routes) {
    routes.get("/me/groups", "The groups that I am in, by name", access: .guest) {
      [self] (input: MyGroupsInput, call) in
      try await page(input, of: try call.account.id)
    }
  }

  private func page(_ input: MyGroupsInput, of me: AccountID) async throws -> Page<MyGroupView> {
    let limit = input.limit ?? 50
    let after = try input.after.map(GroupPlace.init) ?? .start
    var mine: [(source: Source, group: Group, place: GroupPlace)] = []
    for source in sources where input.area == nil || input.area == source.area {
      for group in try await source.rows.groups(of: me, kind: nil) {
        mine.append((source, group, GroupPlace(name: GroupName.fold(group.name), id: "\(source.area)/\(group.id)")))
      }
    }
    let rest = mine.filter { $0.place > after }.sorted { $0.place < $1.place }
    var items: [MyGroupView] = []
    for (source, group, _) in rest.prefix(limit) {
      let others = try await others(in: group, than: me, source.rows)
      let unread = try await unread(in: group, by: me, source)
      items.append(MyGroupView(area: source.area, unread: unread, group: GroupView(group, others: others)))
    }
    return Page(items: items, next: rest.count > limit ? rest[limit - 1].place.text : nil)
  }

  /// How many messages somebody has not read; nil where nothing is written.
  private func unread(in group: Group, by me: AccountID, _ source: Source) async throws -> Int? {
    guard source.chatting.contains(group.kind) else { return nil }
    let mark = try await source.rows.mark(of: me, in: group.id)
    return try await ChatReader(rows: source.rows, people: people).unread(by: me, after: mark, in: group.id)
  }

  /// The two members of longest standing beside a person.
  private func others(in group: Group, than me: AccountID, _ rows: any GroupRows) async throws -> [PersonView] {
    let found = try await rows.members(of: group, after: nil, limit: 3).map(\.account).filter { $0 != me }.prefix(2)
    let accounts = try await people.accounts(Array(found))
    return found.compactMap { accounts[$0].map(PersonView.init) }
  }
}

/// Which of my groups to list.
struct MyGroupsInput: RouteInput {
  let area: String?
  let limit: Int?
  let after: String?
  static var schema: Schema {
    .object([
      ("area", .string(minLength: 1, maxLength: 64, description: "Those of one plugin only.")), ("limit", Fields.limit),
      ("after", Fields.cursor),
    ])
  }
}

/// One of my groups.
struct MyGroupView: RouteOutput, Decodable {
  /// The area of the plugin that it belongs to: its routes are below `/v1/groups/<area>`.
  let area: String
  /// How many messages in its chat I have not read, of the latest 1,000; left out where it has none.
  let unread: Int?
  let group: GroupView
}
