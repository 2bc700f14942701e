import FieldhouseKit
import Foundation

/// A club, as its boards show it: what the platform knows of the group is kept beside it, in the transaction that changes it.
struct Club: Sendable, Hashable {
  static let kind = "club"

  let id: String
  let association: String?
  let name: String
  let picture: String?
  /// ISO 3166-1 alpha-2; empty when it is not told.
  let country: String
  let members: Int
  /// In which zone its match days are.
  let zone: String
  /// The id of its team in soccer predictions; nil for none.
  let fixtureTeam: String?
}

/// A group of a club.
struct Crew: Sendable, Hashable {
  static let kind = "group"

  let id: String
  let club: String
  let name: String
  let picture: String?
  let members: Int
}

extension Club {
  init(_ row: Row) throws {
    (id, association, name) = (try row["club"], try row["association"], try row["name"])
    (picture, country, members) = (try row["picture"], try row["country"], try row["members"])
    (zone, fixtureTeam) = (try row["zone"], try row["fixture_team"])
  }

  /// Live: that points have come.
  static func topic(_ club: String) -> String { "clubs/\(club)" }
}

extension Crew {
  init(_ row: Row) throws {
    (id, club, name) = (try row["crew"], try row["club"], try row["name"])
    (picture, members) = (try row["picture"], try row["members"])
  }
}

/// Clubs and their groups in storage.
enum ClubStore {
  static func club(_ id: String, in transaction: any ReadTransaction) async throws -> Club? {
    try await transaction.first("select * from clubs where club = \(id)").map(Club.init)
  }

  static func clubs(_ ids: [String], in transaction: any ReadTransaction) async throws -> [String: Club] {
    let found = try await transaction.query("select * from clubs where club in (\(list: ids.padded))").map(Club.init)
    return Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
  }

  static func crew(_ id: String, in transaction: any ReadTransaction) async throws -> Crew? {
    try await transaction.first("select * from crews where crew = \(id)").map(Crew.init)
  }

  static func crews(_ ids: [String], in transaction: any ReadTransaction) async throws -> [String: Crew] {
    let found = try await transaction.query("select * from crews where crew in (\(list: ids))").map(Crew.init)
    return Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
  }

  /// Keeps what the platform says of a club or a group of one.
  static func put(_ group: Group, in transaction: any Transaction) async throws {
    if group.kind == Club.kind {
      try await transaction.execute(
        """
        insert into clubs (club, association, name, picture, country, members, is_archived)
        values (\(group.id), \(group.parent), \(group.name), \(group.picture), \(group.country ?? ""), \(group.members),
          \(group.archivedAt != nil))
        on conflict (club) do update set name = excluded.name, picture = excluded.picture, country = excluded.country,
          members = excluded.members, is_archived = excluded.is_archived
        """)
    } else if group.kind == Crew.kind, let club = group.parent {
      try await transaction.execute(
        """
        insert into crews (crew, club, name, picture, members, is_archived)
        values (\(group.id), \(club), \(group.name), \(group.picture), \(group.members), \(group.archivedAt != nil))
        on conflict (crew) do update set name = excluded.name, picture = excluded.picture, members = excluded.members,
          is_archived = excluded.is_archived
        """)
    }
  }
}
