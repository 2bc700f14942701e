internal import FieldhouseKit
internal import Foundation

// A group's life.
extension GroupLedger {
  func found(_ draft: GroupDraft, by founder: AccountID?) async throws -> Group {
    let draft = try rules.checked(draft)
    let kind = try rules.kind(draft.kind)
    try await checkParent(draft, kind)
    let group = Group(draft, id: GroupID.random(), at: now)
    let added = try await tables.rows(
      """
      insert into fieldhouse_groups (id, kind, parent, name, about, visibility, admission, capacity, members, version,
        created_at, name_key)
      values (\(group.id), \(group.kind), \(group.parent), \(group.name), \(group.about), \(group.visibility.rawValue),
        \(group.admission.rawValue), \(group.capacity), 0, 1, \(now), \(GroupName.key(group.name, kind, in: group.parent)))
      on conflict (name_key) do nothing returning id
      """)
    guard !added.isEmpty else { throw GroupProblem.nameTaken }
    try await index(group)
    try await note(GroupChange(.founded, of: group, account: founder, by: founder))
    guard let founder else { return group }
    try await enter(founder, group, kind, by: founder)
    let joined = try await living(group.id)
    try await appoint(kind.admin, founder, in: joined, by: founder)
    return joined
  }

  private func checkParent(_ draft: GroupDraft, _ kind: GroupKind) async throws {
    guard let id = draft.parent else { return }
    guard let parent = try await tables.group(id), parent.kind == kind.in else {
      throw Problem.invalid("/parent", "group-parent", "There is no such group for it to lie in.")
    }
    guard parent.archivedAt == nil else { throw GroupProblem.parentArchived }
  }

  @discardableResult
  func edit(_ id: String, _ edit: GroupEdit, by actor: AccountID?) async throws -> Group {
    let group = try await living(id)
    let kind = try rules.kind(group.kind)
    let mistakes = rules.mistakes(edit, kind)
    guard mistakes.isEmpty else { throw Problem.invalid(mistakes) }
    let changed = group.edited(edit)
    guard changed != group else { return group }
    guard changed.capacity >= group.members || changed.capacity == group.capacity else {
      throw Problem.invalid("/capacity", "group-capacity", "There are \(group.members) members.")
    }
    try await keepNameApart(changed, kind)
    let saved = try await tables.rows(
      """
      update fieldhouse_groups set name = \(changed.name), about = \(changed.about),
        visibility = \(changed.visibility.rawValue), admission = \(changed.admission.rawValue),
        capacity = \(changed.capacity), version = version + 1,
        name_key = \(GroupName.key(changed.name, kind, in: group.parent))
      where id = \(id) and members <= \(changed.capacity) returning version
      """)
    guard !saved.isEmpty else { throw GroupProblem.full }
    if changed.name != group.name || (changed.visibility == .private) != (group.visibility == .private) {
      try await index(changed)
    }
    let current = try await living(id)
    try await note(GroupChange(.edited, of: current, by: actor))
    return current
  }

  private func keepNameApart(_ group: Group, _ kind: GroupKind) async throws {
    guard let key = GroupName.key(group.name, kind, in: group.parent) else { return }
    let others = try await tables.rows(
      "select id from fieldhouse_groups where name_key = \(key) and id <> \(group.id)")
    guard others.isEmpty else { throw GroupProblem.nameTaken }
  }

  @discardableResult
  func archive(_ id: String, by actor: AccountID?) async throws -> Bool {
    guard let group = try await tables.group(id) else { throw Problem.unknownGroup }
    guard group.archivedAt == nil else { return false }
    for child in try await children(of: id) { _ = try await archive(child, by: actor) }
    _ = try await tables.rows(
      """
      update fieldhouse_groups set archived_at = \(now), found_as = null, name_key = null, code = null,
        version = version + 1 where id = \(id) returning id
      """)
    try await forgetWords(of: id)
    try await mark(id, isArchived: true)
    for table in ["requests", "invitations"] { try await empty(table, of: id) }
    try await forgetConsentsOfStrangers(in: id)
    try await revokeLinks(of: id)
    if group.members == 0, group.picture != nil { try await replacePicture(nil, of: group) }
    guard let archived = try await tables.group(id) else { throw Problem.unknownGroup }
    try await note(GroupChange(.archived, of: archived, by: actor))
    return true
  }

  /// Lets an archived group live again.
  /// - Returns: whether it was archived.
  /// - Throws: ``Problem`` 404 `group-unknown`, 409 `group-name-taken`, `group-archived` for the one that it lies in.
  func restore(_ id: String, by actor: AccountID?) async throws -> Bool {
    guard var group = try await tables.group(id) else { throw Problem.unknownGroup }
    guard group.archivedAt != nil else { return false }
    if let parent = group.parent, try await tables.group(parent)?.archivedAt != nil {
      throw GroupProblem.parentArchived
    }
    let kind = try rules.kind(group.kind)
    try await keepNameApart(group, kind)
    _ = try await tables.rows(
      """
      update fieldhouse_groups set archived_at = null, version = version + 1,
        name_key = \(GroupName.key(group.name, kind, in: group.parent))
      where id = \(id) returning id
      """)
    try await mark(id, isArchived: false)
    group = try await living(id)
    try await index(group)
    try await note(GroupChange(.restored, of: group, by: actor))
    try await dropThoseWithout(group, kind)
    try await dropThoseInTooMany(group, kind)
    return true
  }

  /// Whoever has come to be in as many groups, of the kind or of all, as one may be while a group lay in the archive is no member of
  /// it any more.
  private func dropThoseInTooMany(_ group: Group, _ kind: GroupKind) async throws {
    let members = try await tables.rows(
      """
      select m.account from fieldhouse_group_members m where m.group_id = \(group.id) and ((
        select count(*) from fieldhouse_group_members o
        where o.account = m.account and o.is_archived = 0 and o.kind = \(kind.kind))
          > \(kind.memberships ?? Self.mostMemberships)
        or (select count(*) from fieldhouse_group_members o where o.account = m.account and o.is_archived = 0)
          > \(Self.mostMemberships))
      order by m.since, m.account
      """)
    try await dropAll(members.map { try $0["account"] }, from: group.id)
  }

  /// Whoever has left the group that it lies in while a group lay in the archive is no member of it any more either.
  private func dropThoseWithout(_ group: Group, _ kind: GroupKind) async throws {
    guard kind.isWithin, let parent = group.parent else { return }
    let members = try await tables.rows(
      """
      select m.account from fieldhouse_group_members m where m.group_id = \(group.id) and not exists (
        select 1 from fieldhouse_group_members o where o.group_id = \(parent) and o.account = m.account)
      order by m.since, m.account
      """)
    try await dropAll(members.map { try $0["account"] }, from: group.id)
  }

  private func dropAll(_ members: [AccountID], from id: String) async throws {
    for account in members {
      guard let current = try await tables.group(id), current.archivedAt == nil else { continue }
      try await drop(account, from: current, by: nil, isForced: true)
    }
  }

  /// Says of the memberships of a group whether they are of one that lives.
  private func mark(_ id: String, isArchived: Bool) async throws {
    _ = try await tables.rows(
      "update fieldhouse_group_members set is_archived = \(isArchived) where group_id = \(id)")
  }

  private func children(of id: String) async throws -> [String] {
    try await tables.rows("select id from fieldhouse_groups where parent = \(id) and archived_at is null")
      .map { try $0["id"] }
  }

  private func empty(_ table: String, of id: String) async throws {
    _ = try await tables.rows(
      table == "requests"
        ? "delete from fieldhouse_group_requests where group_id = \(id) returning account"
        : "delete from fieldhouse_group_invitations where group_id = \(id) returning account")
  }

  /// Lets a group be found by its name, or not any more.
  private func index(_ group: Group) async throws {
    try await forgetWords(of: group.id)
    let foundAs = group.visibility == .private ? nil : GroupName.fold(group.name)
    _ = try await tables.rows(
      "update fieldhouse_groups set found_as = \(foundAs) where id = \(group.id) returning id")
    guard foundAs != nil else { return }
    for word in GroupName.words(group.name).sorted() {
      _ = try await tables.rows(
        "insert into fieldhouse_group_words (word, group_id) values (\(word), \(group.id)) returning word")
    }
  }

  private func forgetWords(of id: String) async throws {
    _ = try await tables.rows("delete from fieldhouse_group_words where group_id = \(id) returning word")
  }
}

extension Group {
  fileprivate init(_ draft: GroupDraft, id: String, at now: Date) {
    self.init(
      id: id, kind: draft.kind, parent: draft.parent, name: draft.name, about: draft.about, picture: nil,
      visibility: draft.visibility ?? .private, admission: draft.admission ?? .invitation,
      capacity: draft.capacity ?? GroupKind.largestCapacity, members: 0, version: 1, createdAt: now, archivedAt: nil)
  }

  fileprivate func edited(_ edit: GroupEdit) -> Group {
    var group = self
    group.name = edit.name?.foldingWhiteSpace ?? name
    group.about = edit.about ?? about
    group.visibility = edit.visibility ?? visibility
    group.admission = edit.admission ?? admission
    group.capacity = edit.capacity ?? capacity
    return group
  }
}
