internal import FieldhouseKit

/// People by id, from memory where possible. Who is leaving is not shown any more, as if erased already.
struct Directory: Sendable {
  let storage: any Storage
  let cache: AccountCache<Member>
  let feed: ChangeFeed

  /// The member of an id; nil when unknown or erased.
  func member(_ id: AccountID) async throws -> Member? {
    try await feed.freshen()
    if let member = cache.value(id) { return member }
    return try await load([id])[id]
  }

  /// The members of these ids; unknown and erased ones are left out.
  func members(_ ids: [AccountID]) async throws -> [AccountID: Member] {
    try await feed.freshen()
    var found: [AccountID: Member] = [:]
    var missing: [AccountID] = []
    for id in ids {
      if let member = cache.value(id) { found[id] = member } else { missing.append(id) }
    }
    if !missing.isEmpty { found.merge(try await load(missing)) { first, _ in first } }
    return found
  }

  /// What everybody may see of these people; unknown and erased ones are left out.
  func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account] {
    try await feed.freshen()
    var found: [AccountID: Account] = [:]
    found.reserveCapacity(ids.count)
    let missing = cache.each(ids) { found[$0] = $1.account }
    if !missing.isEmpty { for (id, member) in try await load(missing) { found[id] = member.account } }
    return found
  }

  private static let portion = 500

  private func load(_ ids: [AccountID]) async throws -> [AccountID: Member] {
    var found: [AccountID: Member] = [:]
    for start in stride(from: 0, to: ids.count, by: Self.portion) {
      let part = Array(ids[start..<min(start + Self.portion, ids.count)])
      let revision = feed.revision
      let members = try await storage.read { try await Self.members(part, in: $0) }
      for member in members {
        cache.remember(member, of: member.person.id, revision: revision)
        found[member.person.id] = member
      }
    }
    return found
  }

  private static func members(_ ids: [AccountID], in transaction: any ReadTransaction) async throws -> [Member] {
    let people = try await PersonStore.find(ids, in: transaction).filter { $0.leavingAt == nil }
    let rows = try await transaction.query(
      "select account, role, scope from grants where account in (\(list: ids)) order by role, scope")
    var grants: [AccountID: [HeldRole]] = [:]
    for row in rows { grants[try row["account"], default: []].append(try HeldRole(row)) }
    return people.map { Member(person: $0, grants: grants[$0.id] ?? []) }
  }
}
