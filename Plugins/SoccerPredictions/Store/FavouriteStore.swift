import FieldhouseKit
import Foundation

/// A league or team that somebody favours.
struct Favourite: Hashable, Sendable {
  enum Kind: String, Sendable {
    case league, team
  }

  let kind: Kind
  let id: String
}

/// The leagues and teams that people favour.
struct FavouriteStore: Sendable {
  let storage: any Storage

  /// Somebody's favourites, in the order in which they were added.
  func all(of account: AccountID) async throws -> [Favourite] {
    try await storage.read { try await all(of: account, in: $0) }
  }

  /// Somebody's favourites, in the order in which they were added.
  func all(of account: AccountID, in transaction: any ReadTransaction) async throws -> [Favourite] {
    let rows = try await transaction.query(
      "select kind, id from favourites where account = \(account) order by created_at, id")
    return try rows.compactMap { row in
      try Favourite.Kind(rawValue: row["kind"]).map { Favourite(kind: $0, id: try row["id"]) }
    }
  }

  /// Adds what is not among somebody's favourites yet.
  func add(
    _ favourites: [Favourite], to account: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    for favourite in favourites {
      try await transaction.execute(
        """
        insert into favourites (account, kind, id, created_at)
        values (\(account), \(favourite.kind.rawValue), \(favourite.id), \(now))
        on conflict (account, kind, id) do nothing
        """)
    }
  }

  /// Who favours each of some leagues and teams.
  /// - Returns: nil when those are more than `most` people of the leagues, or of the teams, each counted once a thing.
  static func people(
    favouring things: Set<Favourite>, most: Int, in transaction: any ReadTransaction
  ) async throws -> [Favourite: [AccountID]]? {
    var people: [Favourite: [AccountID]] = [:]
    for (kind, things) in Dictionary(grouping: things, by: \.kind) {
      let ids = things.map(\.id).sorted().repeatingLast()
      let rows = try await transaction.query(
        "select id, account from favourites where kind = \(kind.rawValue) and id in (\(list: ids)) limit \(most + 1)")
      guard rows.count <= most else { return nil }
      for row in rows { people[Favourite(kind: kind, id: try row["id"]), default: []].append(try row["account"]) }
    }
    return people
  }

  /// The next ones of those who favour a league or team, in the order of the accounts.
  static func page(
    _ thing: Favourite, after account: String, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [AccountID] {
    try await transaction.query(
      """
      select account from favourites where kind = \(thing.kind.rawValue) and id = \(thing.id) and account > \(account)
      order by account limit \(limit)
      """
    ).map { try $0["account"] }
  }

  /// Takes one away, if it is there.
  func remove(_ favourite: Favourite, from account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      delete from favourites
      where account = \(account) and kind = \(favourite.kind.rawValue) and id = \(favourite.id)
      """)
  }
}
