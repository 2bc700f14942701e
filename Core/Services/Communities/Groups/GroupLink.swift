internal import FieldhouseKit
internal import Foundation

/// A link that lets people join a group. Its secret is told once, when it is made; what is kept is the secret's digest.
struct GroupLink: Sendable, Hashable {
  /// How long a link holds at most, in days.
  static let longestDays = 30
  /// How long a link holds unless it is said, in days.
  static let usualDays = 7
  /// The most people that a link with limited places lets in.
  static let mostPlaces = 1_000_000
  /// How long it is known of a link that has ended why it has, in days.
  static let rememberedDays = 7

  let id: String
  let group: String
  /// Who has made it; nil for who has left the installation.
  let maker: AccountID?
  /// How many people may join through it; nil for as many as want to.
  let places: Int?
  let joined: Int
  let at: Date
  let expiresAt: Date
  let revokedAt: Date?

  /// Whether people join through it, or why they do not.
  enum State: String, Sendable, Codable, CaseIterable {
    case open, revoked, expired
    case usedUp = "used-up"
  }

  func state(at now: Date) -> State {
    if revokedAt != nil { return .revoked }
    if let places, joined >= places { return .usedUp }
    return expiresAt > now ? .open : .expired
  }

  /// Lets nobody through who comes too late.
  /// - Throws: ``Problem`` 410 `group-link-revoked`, `group-link-expired`, `group-link-used-up`.
  func check(at now: Date) throws {
    switch state(at: now) {
    case .open: return
    case .revoked: throw GroupProblem.linkRevoked
    case .expired: throw GroupProblem.linkExpired
    case .usedUp: throw GroupProblem.linkUsedUp
    }
  }

  /// When what has ended at an instant is cleared away.
  static func clearing(_ end: Date) -> Date { end.addingTimeInterval(Double(rememberedDays) * 86_400) }
}

extension GroupLink {
  init(_ row: Row) throws {
    (id, group, maker) = (try row["id"], try row["group_id"], try row.account("maker"))
    (places, joined, at) = (try row["places"], try row["joined"], try row["at"])
    (expiresAt, revokedAt) = (try row["expires_at"], try row["revoked_at"])
  }
}

extension GroupRows {
  /// A link by its secret's digest, one that has ended too.
  func link(hash: String) async throws -> GroupLink? {
    try await rows("select * from fieldhouse_group_links where secret_hash = \(hash)").first.map(GroupLink.init)
  }

  /// The links of a group that are remembered, the latest first.
  func links(of group: String, before place: (at: Int64, id: String), limit: Int) async throws -> [GroupLink] {
    try await rows(
      """
      select * from fieldhouse_group_links where group_id = \(group) and (at, id) < (\(place.at), \(place.id))
      order by at desc, id desc limit \(limit)
      """
    ).map(GroupLink.init)
  }
}
