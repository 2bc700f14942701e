import FieldhouseKit
import Foundation

/// Files and pictures that belong to an event: a way to the ground, a form to fill in.
enum AttachmentStore {
  /// How many an event and a team have at most, and how large each is at most, in bytes.
  static let (mostOfEvent, mostOfTeam, largest) = (5, 200, 2 << 20)

  struct Attachment: Sendable {
    let name: String
    /// Its media type.
    let type: String
    /// In bytes.
    let size: Int
    let addedAt: Date

    init(_ row: Row) throws {
      (name, type, size, addedAt) = (try row["name"], try row["type"], try row["size"], try row["added_at"])
    }
  }

  /// Those of an event, the oldest first.
  static func attachments(of event: String, in transaction: any ReadTransaction) async throws -> [Attachment] {
    try await transaction.query(
      "select name, type, size, added_at from attachments where event = \(event) order by added_at, name"
    ).map(Attachment.init)
  }

  /// The type and the bytes of one; nil when there is none.
  static func file(
    _ name: String, of event: String, in transaction: any ReadTransaction
  ) async throws -> (type: String, bytes: [UInt8])? {
    try await transaction.first("select type, content from attachments where event = \(event) and name = \(name)").map {
      (try $0["type"], try $0["content"])
    }
  }

  /// Puts a file to an event, instead of the one of the same name.
  /// - Throws: ``Problem`` 409 `attachments-full`.
  static func put(
    _ bytes: [UInt8], _ type: String, _ name: String, to event: TeamEvent, by account: AccountID, at now: Date,
    in transaction: any Transaction
  ) async throws {
    let counts = try await transaction.query(
      """
      select (select count(*) from attachments where event = \(event.id) and name <> \(name)) as others,
        (select count(*) from attachments where team = \(event.team) and (event <> \(event.id) or name <> \(name))) as of_team
      """)[0]
    let (others, ofTeam): (Int, Int) = (try counts["others"], try counts["of_team"])
    guard others < mostOfEvent, ofTeam < mostOfTeam else { throw Problem.attachmentsFull }
    try await transaction.execute(
      """
      insert into attachments (event, name, team, type, size, content, added_by, added_at)
      values (\(event.id), \(name), \(event.team), \(type), \(bytes.count), \(bytes), \(account), \(now))
      on conflict (event, name) do update set type = excluded.type, size = excluded.size, content = excluded.content,
        added_by = excluded.added_by, added_at = excluded.added_at
      """)
  }

  /// - Returns: whether there was one.
  static func remove(_ name: String, of event: String, in transaction: any Transaction) async throws -> Bool {
    try await transaction.execute("delete from attachments where event = \(event) and name = \(name)") == 1
  }
}

/// The types of files that are taken, by the bytes with which they begin (WHATWG MIME Sniffing § 6, ISO 32000-1 § 7.5.2).
enum FileType {
  private static let beginnings: [String: [UInt8]] = [
    "image/png": [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/jpeg": [0xFF, 0xD8, 0xFF],
    "application/pdf": Array("%PDF-".utf8),
  ]

  static var all: [String] { beginnings.keys.sorted() }

  /// Whether bytes begin like a file of a type.
  static func fits(_ bytes: [UInt8], _ type: String) -> Bool {
    beginnings[type].map { bytes.starts(with: $0) } ?? false
  }
}
