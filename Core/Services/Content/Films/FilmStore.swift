internal import FieldhouseKit
internal import Foundation

/// A film as its row tells it.
struct FilmRow: Sendable {
  let id: String
  let type: FilmType
  /// In bytes.
  let size: Int
  /// How many parts there are.
  let received: Int

  var parts: Int { (size + ContentFilms.partBytes - 1) / ContentFilms.partBytes }
  var isWhole: Bool { received == parts }

  /// The bytes of a part.
  func length(of part: Int) -> Int { min(ContentFilms.partBytes, size - part * ContentFilms.partBytes) }

  var view: FilmView {
    FilmView(
      film: id, partBytes: ContentFilms.partBytes, parts: parts, received: received,
      address: isWhole ? ContentFilms.prefix + id : nil)
  }
}

/// Films in storage. One that no page shows any more, and one that no page has shown within a day, is on its way out.
enum FilmStore {
  static func begin(_ film: FilmRow, at now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into content_films (id, type, size, received, begun_at, was_shown, is_gone)
      values (\(film.id), \(film.type.rawValue), \(film.size), 0, \(now), 0, 0)
      """)
  }

  /// A film that is not on its way out.
  static func find(_ id: String, in transaction: any ReadTransaction) async throws -> FilmRow? {
    try await transaction.first("select type, size, received from content_films where id = \(id) and is_gone = 0")
      .flatMap { row in
        guard let type = FilmType(rawValue: try row["type"]) else { return nil }
        return FilmRow(id: id, type: type, size: try row["size"], received: try row["received"])
      }
  }

  /// Notes that a part is there.
  static func take(_ part: Int, of id: String, in transaction: any Transaction) async throws {
    try await transaction.execute(
      "update content_films set received = \(part + 1) where id = \(id) and received = \(part)")
  }

  /// Whether a page shows a film now.
  static func isShown(_ id: String, in transaction: any ReadTransaction) async throws -> Bool {
    try await transaction.first("select page from content_shown where video = \(ContentFilms.prefix + id) limit 1")
      != nil
  }

  static func noteShown(_ id: String, in transaction: any Transaction) async throws {
    try await transaction.execute("update content_films set was_shown = 1 where id = \(id)")
  }

  /// An address, nil for that of a film that is gone.
  static func address(_ address: String?, in transaction: any ReadTransaction) async throws -> String? {
    guard let address, let id = ContentFilms.id(in: address) else { return address }
    return try await find(id, in: transaction) == nil ? nil : address
  }

  /// Sends films out, and tells all that are on their way.
  static func gone(at now: Date, in transaction: any Transaction) async throws -> [String] {
    try await transaction.execute(
      """
      update content_films set is_gone = 1
      where (was_shown = 1 or begun_at <= \(now.addingTimeInterval(-ContentFilms.waiting)))
        and not exists (select 1 from content_shown s where s.video = \(ContentFilms.prefix) || content_films.id)
      """)
    return try await transaction.query("select id from content_films where is_gone = 1 order by id").map {
      try $0["id"]
    }
  }

  static func forget(_ ids: [String], in transaction: any Transaction) async throws {
    for id in ids { try await transaction.execute("delete from content_films where id = \(id) and is_gone = 1") }
  }
}
