internal import FieldhouseKit
internal import Foundation

// Links that let people join.
extension GroupLedger {
  /// How many links of a group are remembered at most, those that have ended lately among them.
  static let mostLinks = 1_000

  /// Makes a link.
  /// - Parameters:
  ///   - hash: the digest of its secret.
  ///   - expiresAt: counts to the second.
  ///   - places: nil for as many people as want to.
  /// - Throws: ``Problem`` 422 `invalid-input`, 409 `group-archived`, `group-links-many`.
  func makeLink(
    to group: Group, hash: String, until expiresAt: Date, places: Int?, by maker: AccountID
  ) async throws -> GroupLink {
    guard group.archivedAt == nil else { throw GroupProblem.archived }
    let end = Date(timeIntervalSince1970: expiresAt.timeIntervalSince1970.rounded(.down))
    guard end > now, end <= now.addingTimeInterval(Double(GroupLink.longestDays) * 86_400) else {
      throw Problem.invalid(
        "/expiresAt", "group-link-expiry", "A link ends within \(GroupLink.longestDays) days from now.")
    }
    let known: Int = try await tables.rows(
      "select count(*) as count from fieldhouse_group_links where group_id = \(group.id)")[0]["count"]
    guard known < Self.mostLinks else { throw GroupProblem.linksMany }
    let made = try await tables.rows(
      """
      insert into fieldhouse_group_links (id, group_id, secret_hash, maker, places, joined, at, expires_at, cleared_at)
      values (\(GroupID.random()), \(group.id), \(hash), \(maker), \(places), 0, \(now), \(end),
        \(GroupLink.clearing(end)))
      returning *
      """)
    return try GroupLink(made[0])
  }

  /// When a link is cleared away that ends now, if it does not go before.
  private var clearedAtOnce: SQL {
    "case when cleared_at < \(GroupLink.clearing(now)) then cleared_at else \(GroupLink.clearing(now)) end"
  }

  /// Lets nobody join through a link any more.
  /// - Throws: ``Problem`` 404 `group-link-unknown`.
  func revokeLink(_ id: String, of group: String) async throws {
    let found = try await tables.rows(
      """
      update fieldhouse_group_links set revoked_at = coalesce(revoked_at, \(now)),
        cleared_at = \(clearedAtOnce)
      where id = \(id) and group_id = \(group) returning id
      """)
    guard !found.isEmpty else { throw GroupProblem.linkUnknown }
  }

  /// Joins somebody through a link. Who is a member already stays one, and takes no place.
  /// - Parameters:
  ///   - hash: the digest of the secret.
  ///   - agrees: to be reached by those who look after the group.
  /// - Returns: the id of the group.
  /// - Throws: as ``add(_:to:by:)``; ``Problem`` 404 `group-link-unknown`; 410 for a link that has ended; 409
  ///   `group-link-used` for who has joined through it before, and is no member any more.
  func join(_ account: AccountID, throughLink hash: String, agrees: Bool?) async throws -> String {
    guard let link = try await tables.link(hash: hash), let group = try await tables.group(link.group) else {
      throw GroupProblem.linkUnknown
    }
    guard try await !isMember(account, of: group.id) else { return group.id }
    guard try await !tables.isBanned(account, from: group.id) else { throw GroupProblem.banned }
    guard group.archivedAt == nil else { throw GroupProblem.archived }
    try link.check(at: now)
    let used = try await tables.rows(
      "select account from fieldhouse_group_link_uses where link = \(link.id) and account = \(account)")
    guard used.isEmpty else { throw GroupProblem.linkUsed }
    _ = try await join(account, group, hasKey: true, agrees: agrees)
    try await count(account, throughLink: link)
    return group.id
  }

  /// Takes a place of a link. Only one of many who come at once changes its row at a time.
  private func count(_ account: AccountID, throughLink link: GroupLink) async throws {
    let counted = try await tables.rows(
      """
      update fieldhouse_group_links set joined = joined + 1,
        cleared_at = case when joined + 1 >= places then \(clearedAtOnce) else cleared_at end
      where id = \(link.id) and revoked_at is null and (places is null or joined < places) returning joined
      """)
    guard !counted.isEmpty else { throw GroupProblem.linkUsedUp }
    let noted = try await tables.rows(
      """
      insert into fieldhouse_group_link_uses (link, account, at) values (\(link.id), \(account), \(now))
      on conflict (link, account) do nothing returning link
      """)
    guard !noted.isEmpty else { throw GroupProblem.linkUsed }
    guard let maker = link.maker, maker != account else { return }
    let arrival = GroupArrival(
      account: account, maker: maker, subject: "\(rules.area)/\(link.group)", link: link.at, at: now)
    try await tables.transaction.emit(arrival.event)
  }

  /// Ends every link of a group.
  func revokeLinks(of group: String) async throws {
    _ = try await tables.rows(
      """
      update fieldhouse_group_links set revoked_at = \(now),
        cleared_at = \(clearedAtOnce)
      where group_id = \(group) and revoked_at is null returning id
      """)
  }
}
