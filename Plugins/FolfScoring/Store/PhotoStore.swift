import FieldhouseKit
import Foundation

/// A picture that somebody has taken on a round.
struct Photo: Sendable, Equatable {
  let id: String
  let round: String
  let account: AccountID
  /// The file of the media service.
  let file: String
  /// The position of the hole, from 1; 0 for the round.
  let hole: Int
  let takenAt: Date
}

enum PhotoStore {
  /// How many a round may have.
  static let most = 60

  static func photos(of round: String, in transaction: any ReadTransaction) async throws -> [Photo] {
    try await transaction.query(
      "select id, round, account, file, hole, taken_at from photos where round = \(round) order by taken_at, id"
    ).map(Photo.init)
  }

  static func photos(by account: AccountID, in transaction: any ReadTransaction) async throws -> [Photo] {
    try await transaction.query(
      "select id, round, account, file, hole, taken_at from photos where account = \(account) order by taken_at, id"
    ).map(Photo.init)
  }

  static func add(_ photo: Photo, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into photos (id, round, account, file, hole, taken_at)
      values (\(photo.id), \(photo.round), \(photo.account), \(photo.file), \(photo.hole), \(photo.takenAt))
      """)
    try await FileNames.set([photo.file], of: "photo/\(photo.id)", in: transaction)
  }

  /// - Returns: whether there was one.
  static func remove(_ id: String, in transaction: any Transaction) async throws -> Bool {
    try await FileNames.set([], of: "photo/\(id)", in: transaction)
    return try await transaction.execute("delete from photos where id = \(id)") > 0
  }
}

extension Photo {
  fileprivate init(_ row: Row) throws {
    self.init(
      id: try row["id"], round: try row["round"], account: try row["account"], file: try row["file"],
      hole: try row["hole"],
      takenAt: try row["taken_at"])
  }
}
