internal import FieldhouseKit
internal import Foundation

extension GroupRoutes {
  func readingRoutes(_ routes: inout Routes) {
    routes.get("/", "Groups that everybody may find", access: .everyone) { [self] (input: DirectoryInput, call) in
      try await directory(input, call)
    }
    routes.get("/{group}", "A group", access: .everyone, problems: Self.unknown) { [self] (input: GroupInput, call) in
      try await view(input.group, call)
    }
    routes.get("/{group}/members", "The members, by standing", access: .everyone, problems: Self.guarded) {
      [self] (input: MemberListInput, call) in try await members(input, call)
    }
    routes.get("/{group}/history", "Who did what, latest first", access: .guest, problems: Self.guarded) {
      [self] (input: GroupListInput, call) in try await history(input, call)
    }
  }

  private func directory(_ input: DirectoryInput, _ call: Call) async throws -> Page<GroupView> {
    let limit = input.limit ?? 20
    let place = try input.after.map(GroupPlace.init) ?? .start
    if let words = input.search {
      if let parent = input.parent { _ = try await gate(call).standing(of: call.principal, in: parent) }
      if let kind = input.kind { try demandKnown(kind) }
      let search = GroupSearch(rows: rows, kind: input.kind, parent: input.parent)
      let found = try await search.page(words, after: place, limit: limit)
      return Page(items: found.groups.map { GroupView($0.group) }, next: found.next?.text)
    }
    let found = try await found(input, call, after: place, limit: limit + 1)
    let items = found.prefix(limit).map { GroupView($0.group) }
    return Page(items: items, next: found.count > limit ? found[limit - 1].place.text : nil)
  }

  private func found(
    _ input: DirectoryInput, _ call: Call, after place: GroupPlace, limit: Int
  ) async throws -> [FoundGroup] {
    if let parent = input.parent {
      _ = try await gate(call).standing(of: call.principal, in: parent)
      if let kind = input.kind { try demandKnown(kind) }
      return try await rows.directory(in: parent, kind: input.kind, after: place, limit: limit)
    }
    guard let kind = input.kind else {
      throw Problem.invalid("/kind", "required", "Say which kind of group, which group they lie in, or search.")
    }
    try demandKnown(kind)
    return try await rows.directory(kind: kind, after: place, limit: limit)
  }

  private func demandKnown(_ kind: String) throws {
    guard groups.rules.kinds.contains(where: { $0.kind == kind }) else {
      throw Problem.invalid("/kind", "group-kind-unknown", "There are no groups of this kind.")
    }
  }

  private func members(_ input: MemberListInput, _ call: Call) async throws -> Page<MemberView> {
    let standing = try await gate(call).standing(of: call.principal, in: input.group)
    guard standing.seesMembers else { throw Problem.forbidden("Only members see who is in this group.") }
    let limit = input.limit ?? 20
    let place = try input.after.map(GroupMember.init(cursor:))
    if let text = input.search {
      let search = MemberSearch(rows: rows, people: people, group: standing.group, searcher: call.principal?.account.id)
      return try await search.page(text, after: place, limit: limit)
    }
    let found = try await rows.members(of: standing.group, after: place, limit: limit + 1)
    let shown = Array(found.prefix(limit))
    let accounts = try await people.accounts(shown.map(\.account))
    let items = shown.compactMap { member in
      accounts[member.account].map { MemberView(person: PersonView($0), since: member.since, roles: member.roles) }
    }
    return Page(items: items, next: found.count > limit ? shown.last?.cursor : nil)
  }

  private func history(_ input: GroupListInput, _ call: Call) async throws -> Page<EventView> {
    let group = try await gate(call).demand(.review, of: call.principal, in: input.group)
    let limit = input.limit ?? 20
    let place = try input.after.map(HistoryPlace.init) ?? HistoryPlace.latest
    let found = try await rows.rows(
      """
      select at, id, action, account, actor, role from fieldhouse_group_history
      where group_id = \(group.id) and (at, id) < (\(place.at), \(place.id))
      order by at desc, id desc limit \(limit + 1)
      """)
    let shown = Array(found.prefix(limit))
    let named = try shown.flatMap { [try $0.account("account"), try $0.account("actor")] }.compactMap { $0 }
    let accounts = try await people.accounts(Array(Set(named)))
    let items = try shown.map { try EventView($0, accounts) }
    return Page(items: items, next: try found.count > limit ? shown.last.map { try HistoryPlace($0).text } : nil)
  }
}

extension EventView {
  fileprivate init(_ row: Row, _ accounts: [AccountID: Account]) throws {
    (id, at, action) = (try row["id"], try row["at"], try row["action"])
    person = try row.account("account").flatMap { accounts[$0] }.map(PersonView.init)
    by = try row.account("actor").flatMap { accounts[$0] }.map(PersonView.init)
    let role: String = try row["role"]
    self.role = role.isEmpty ? nil : role
  }
}

/// Where a list goes on, as the text of a cursor.
enum GroupCursor {
  static func text(_ parts: [String]) -> String {
    Data(parts.joined(separator: "\n").utf8).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  static func parts(_ text: String) throws -> (String, String) {
    var text = text.replacing("-", with: "+").replacing("_", with: "/")
    text += String(repeating: "=", count: (4 - text.count % 4) % 4)
    let parts = Data(base64Encoded: text).flatMap { String(data: $0, encoding: .utf8) }?
      .split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
    guard let parts, parts.count == 2 else { throw wrong }
    return (parts[0], parts[1])
  }

  static var wrong: Problem {
    .invalid("/after", "cursor", "This is no 'next' of a page. Leave 'after' out to begin anew.")
  }
}

extension GroupPlace {
  init(_ text: String) throws {
    let parts = try GroupCursor.parts(text)
    self.init(name: parts.1, id: parts.0)
  }

  var text: String { GroupCursor.text([id, name]) }
}

extension GroupMember {
  /// The last member of a page.
  init(cursor: String) throws {
    let parts = try GroupCursor.parts(cursor)
    guard let since = Int64(parts.0) else { throw GroupCursor.wrong }
    self.init(account: AccountID(parts.1), since: Date(millisecondsSince1970: since), roles: [])
  }

  var cursor: String { GroupCursor.text(["\(since.millisecondsSince1970)", account.text]) }
}

/// A place in a group's history, or in another list that begins with the latest.
struct HistoryPlace: Comparable {
  let at: Int64
  let id: String

  static let latest = HistoryPlace(at: .max, id: "")

  static func < (left: HistoryPlace, right: HistoryPlace) -> Bool { (left.at, left.id) < (right.at, right.id) }

  init(at: Int64, id: String) { (self.at, self.id) = (at, id) }

  init(_ row: Row) throws { self.init(at: try row["at"], id: try row["id"]) }

  init(_ text: String) throws {
    let parts = try GroupCursor.parts(text)
    guard let at = Int64(parts.0) else { throw GroupCursor.wrong }
    self.init(at: at, id: parts.1)
  }

  var text: String { GroupCursor.text(["\(at)", id]) }
}
