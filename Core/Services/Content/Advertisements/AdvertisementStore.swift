internal import FieldhouseKit
internal import Foundation

/// Advertisements in storage.
enum AdvertisementStore {
  /// Those that have not ended, which are few: see ``Advertising/most``.
  static func unended(at now: Date, in transaction: any ReadTransaction) async throws -> [Advertisement] {
    try await transaction.query(
      """
      select * from content_advertisements where ends_at > \(now) order by ends_at, id limit \(Advertising.most)
      """
    ).map(Advertisement.init)
  }

  static func find(_ id: String, in transaction: any ReadTransaction) async throws -> Advertisement? {
    try await transaction.first("select * from content_advertisements where id = \(id)").map(Advertisement.init)
  }

  /// A page of all, those that end last first.
  static func list(
    before cursor: AdvertisementCursor?, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [Advertisement] {
    let (end, id) = (cursor?.end ?? Int64.max, cursor?.id ?? "")
    return try await transaction.query(
      """
      select * from content_advertisements where ends_at < \(end) or (ends_at = \(end) and id < \(id))
      order by ends_at desc, id desc limit \(limit)
      """
    ).map(Advertisement.init)
  }

  static func insert(_ draft: AdvertisementDraft, in transaction: any Transaction) async throws -> Advertisement {
    let id = UUID().uuidString.lowercased()
    let rows = try await transaction.query(
      """
      insert into content_advertisements
        (id, name, title, text, link, starts_at, ends_at, countries, places, version, views, clicks)
      values (\(id), \(draft.name), \(draft.title), \(draft.text), \(draft.link), \(draft.startsAt), \(draft.endsAt),
        \(lines(draft.countries)), \(lines(draft.places)), \(1), \(0), \(0)) returning *
      """)
    return try Advertisement(rows[0])
  }

  /// Nil when it has another version by now.
  static func change(
    _ change: AdvertisementChange, in transaction: any Transaction
  ) async throws -> Advertisement? {
    let draft = change.draft
    return try await transaction.query(
      """
      update content_advertisements set name = \(draft.name), title = \(draft.title), text = \(draft.text),
        link = \(draft.link), starts_at = \(draft.startsAt), ends_at = \(draft.endsAt),
        countries = \(lines(draft.countries)), places = \(lines(draft.places)), version = version + 1
      where id = \(change.id) and version = \(change.version) returning *
      """
    ).first.map(Advertisement.init)
  }

  private static func lines(_ list: [String]?) -> String { (list ?? []).joined(separator: "\n") }

  /// The id of its picture's file.
  static func picture(of id: String, in transaction: any ReadTransaction) async throws -> String? {
    try await transaction.first("select picture from content_advertisements where id = \(id)")
      .flatMap { try $0["picture"] }
  }

  static func setPicture(_ file: String?, of id: String, in transaction: any Transaction) async throws {
    try await transaction.execute("update content_advertisements set picture = \(file) where id = \(id)")
  }

  static func remove(_ id: String, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from content_advertisements where id = \(id)")
  }

  static func count(_ deed: AdvertisementDeed, of id: String, in transaction: any Transaction) async throws {
    switch deed {
    case .view: try await transaction.execute("update content_advertisements set views = views + 1 where id = \(id)")
    case .click:
      try await transaction.execute("update content_advertisements set clicks = clicks + 1 where id = \(id)")
    }
  }

  /// Where they are shown, by areas; the host's own switch has none.
  static func switches(in transaction: any ReadTransaction) async throws -> [String: Bool] {
    let rows = try await transaction.query("select area, is_on from content_advertising order by area")
    return try Dictionary(rows.map { (try $0["area"], try $0["is_on"]) }, uniquingKeysWith: { $1 })
  }

  /// Sets a switch, and tells other processes that something has changed.
  static func set(_ area: String, _ isOn: Bool, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into content_advertising (area, is_on) values (\(area), \(isOn))
      on conflict (area) do update set is_on = excluded.is_on
      """)
    try await LanguageStore.count(in: transaction)
  }
}

/// What somebody does with an advertisement.
enum AdvertisementDeed: Hashable, Sendable { case view, click }

/// Where a page of advertisements ended.
struct AdvertisementCursor: Sendable {
  let end: Int64
  let id: String

  init(after item: Advertisement) { (end, id) = (item.endsAt.millisecondsSince1970, item.id) }

  /// - Throws: ``Problem`` 422.
  init(_ text: String) throws {
    let parts = text.split(separator: "~", maxSplits: 1)
    guard parts.count == 2, let end = Int64(parts[0]) else {
      throw Problem.invalid("/after", "cursor", "Use the 'next' of the page before.")
    }
    (self.end, id) = (end, String(parts[1]))
  }

  var text: String { "\(end)~\(id)" }
}
