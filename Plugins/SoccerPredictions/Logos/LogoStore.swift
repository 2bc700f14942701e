import FieldhouseKit
import Foundation

/// The logos that are kept, and those that operators have given. Where each provider's was fetched ``FeedLedger`` knows. They are in the
/// store, so that every host of a database has what one of them has fetched.
enum LogoStore {
  /// Keeps a logo; the same one is kept once.
  /// - Returns: its id.
  static func keep(_ logo: Logo, in transaction: any Transaction) async throws -> String {
    try await transaction.execute(
      """
      insert into logos (id, media_type, picture)
      values (\(logo.id), \(logo.type), \(Data(logo.bytes).base64EncodedString()))
      on conflict (id) do nothing
      """)
    return logo.id
  }

  static func logo(_ id: String, in transaction: any ReadTransaction) async throws -> Logo? {
    guard let row = try await transaction.first("select media_type, picture from logos where id = \(id)") else {
      return nil
    }
    let picture: String = try row["picture"]
    return Logo(type: try row["media_type"], bytes: Data(base64Encoded: picture).map { Array($0) } ?? [])
  }

  /// The ids of the logos that operators have given.
  static func given(in transaction: any ReadTransaction) async throws -> [LogoOwner: String] {
    let rows = try await transaction.query("select kind, thing, logo from given_logos order by kind, thing")
    return try rows.reduce(into: [:]) { all, row in
      let (word, thing): (String, String) = (try row["kind"], try row["thing"])
      guard let kind = LogoOwner.Kind(rawValue: word) else { return }
      all[LogoOwner(kind: kind, id: thing)] = try row["logo"]
    }
  }

  /// Gives a league or team a logo; nil takes it back. The one before is kept no longer, unless somebody else has it.
  static func give(_ logo: Logo?, to owner: LogoOwner, in transaction: any Transaction) async throws {
    let before = try await given(to: owner, in: transaction)
    if let logo {
      let id = try await keep(logo, in: transaction)
      try await transaction.execute(
        """
        insert into given_logos (kind, thing, logo) values (\(owner.kind.rawValue), \(owner.id), \(id))
        on conflict (kind, thing) do update set logo = excluded.logo
        """)
    } else {
      try await transaction.execute(
        "delete from given_logos where kind = \(owner.kind.rawValue) and thing = \(owner.id)")
    }
    if let before, before != logo?.id { try await dropUnused(before, in: transaction) }
  }

  /// Gives what was given to a league or team to another one, which keeps its own.
  /// - Returns: whether there was one.
  static func move(_ owner: LogoOwner, to other: LogoOwner, in transaction: any Transaction) async throws -> Bool {
    guard owner != other, let moved = try await given(to: owner, in: transaction) else { return false }
    try await transaction.execute(
      """
      insert into given_logos (kind, thing, logo) values (\(other.kind.rawValue), \(other.id), \(moved))
      on conflict (kind, thing) do nothing
      """)
    try await transaction.execute(
      "delete from given_logos where kind = \(owner.kind.rawValue) and thing = \(owner.id)")
    try await dropUnused(moved, in: transaction)
    return true
  }

  private static func given(to owner: LogoOwner, in transaction: any ReadTransaction) async throws -> String? {
    try await transaction.first(
      "select logo from given_logos where kind = \(owner.kind.rawValue) and thing = \(owner.id)"
    ).map { try $0["logo"] }
  }

  private static func dropUnused(_ id: String, in transaction: any Transaction) async throws {
    let isGiven = try await transaction.first("select logo from given_logos where logo = \(id)") != nil
    let isFetched =
      try await transaction.first("select name from feed_documents where source like 'logos %' and body = \(id)") != nil
    if !isGiven, !isFetched { try await transaction.execute("delete from logos where id = \(id)") }
  }
}
