internal import FieldhouseKit
internal import Foundation

/// Pages in storage.
enum PageStore {
  /// A version; nil when there is none of that number.
  static func version(
    _ number: Int, of page: String, in transaction: any ReadTransaction
  ) async throws -> PageVersion? {
    let picture = try await picture(of: page, in: transaction)
    let row = try await transaction.first(
      "select * from content_versions where page = \(page) and version = \(number)")
    guard let row else { return nil }
    return try await PageVersion(row, picture: picture).playable(in: transaction)
  }

  /// All versions of a page, the newest first.
  static func versions(
    of page: String, before: Int, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [PageVersion] {
    let rows = try await transaction.query(
      """
      select * from content_versions where page = \(page) and version < \(before) order by version desc limit \(limit)
      """)
    var versions: [PageVersion] = []
    for row in rows { versions.append(try await PageVersion(row).playable(in: transaction)) }
    return versions
  }

  /// The number of what somebody is shown of a page; nil when it is in no language.
  static func shown(
    _ page: String, language: String, in transaction: any ReadTransaction
  ) async throws -> Int? {
    let rows = try await transaction.query("select language, version from content_shown where page = \(page)")
    let numbers = try Dictionary(
      rows.map { (try $0["language"] as String, try $0["version"] as Int) }, uniquingKeysWith: { $1 })
    return PageLanguage.best(Array(numbers.keys), for: language).flatMap { numbers[$0] }
  }

  /// The pages that are shown, in every language; `section` nil for all.
  static func list(_ section: PageSection?, in transaction: any ReadTransaction) async throws -> [PageEntry] {
    let sections = section.map { [$0] } ?? PageSection.allCases
    var entries: [PageEntry] = []
    for section in sections {
      entries += try await transaction.query(
        """
        select page, section, position, version, language, title, picture, video, published_at from content_shown
        where section = \(section.rawValue) order by position, page, language
        """
      ).map(PageEntry.init)
    }
    return entries
  }

  /// Publishes a text: what was shown in its language goes out of sight and stays.
  static func publish(
    _ draft: PageDraft, by author: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> PageVersion {
    let rows = try await transaction.query(
      """
      insert into content_pages (page, section, position, last)
      values (\(draft.page), \(draft.section.rawValue), \(draft.position), \(1))
      on conflict (page) do update set section = excluded.section, position = excluded.position,
        last = content_pages.last + 1
      returning last, picture
      """)
    let picture: String? = try rows[0]["picture"]
    let version = PageVersion(
      page: draft.page, version: try rows[0]["last"], language: draft.language, title: draft.title,
      text: draft.text, html: Markup.html(draft.text), video: draft.video,
      picture: address(of: picture, page: draft.page), publishedAt: now)
    try await insert(version, by: author, in: transaction)
    try await show(version, draft, picture, in: transaction)
    return version
  }

  private static func insert(
    _ version: PageVersion, by author: AccountID, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into content_versions (page, version, language, title, text, video, author, published_at)
      values (\(version.page), \(version.version), \(version.language), \(version.title), \(version.text),
        \(version.video), \(author), \(version.publishedAt))
      """)
  }

  private static func show(
    _ version: PageVersion, _ draft: PageDraft, _ picture: String?, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into content_shown (page, language, version, title, section, position, picture, video, published_at)
      values (\(version.page), \(version.language), \(version.version), \(version.title), \(draft.section.rawValue),
        \(draft.position), \(picture), \(version.video), \(version.publishedAt))
      on conflict (page, language) do update set version = excluded.version, title = excluded.title,
        video = excluded.video, published_at = excluded.published_at
      """)
    try await transaction.execute(
      """
      update content_shown set section = \(draft.section.rawValue), position = \(draft.position)
      where page = \(version.page)
      """)
  }

  /// Shows a page in a language no more. Its versions stay.
  /// - Returns: whether it was shown.
  static func withdraw(_ page: String, language: String, in transaction: any Transaction) async throws -> Bool {
    try await transaction.execute(
      "delete from content_shown where page = \(page) and language = \(language)") > 0
  }

  /// The newest version that is shown in exactly a language, 0 for none.
  static func current(_ page: String, language: String, in transaction: any ReadTransaction) async throws -> Int {
    let row = try await transaction.first(
      "select version from content_shown where page = \(page) and language = \(language)")
    return try row?["version"] ?? 0
  }
}
