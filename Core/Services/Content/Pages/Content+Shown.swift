internal import FieldhouseKit

extension Content {
  /// The names of the pages that are shown, in the order of their sections, at most as many as a site map may name (50,000).
  /// - Throws: ``StorageError``.
  public func shownPages() async throws -> [String] {
    let entries = try await storage.read { try await PageStore.list(nil, in: $0) }
    var seen: Set<String> = []
    return Array(entries.map(\.page).filter { seen.insert($0).inserted }.prefix(50_000))
  }

  /// The title of a page that somebody who reads a language is shown; nil when there is no such page.
  /// - Throws: ``StorageError``.
  public func title(of page: String, language: String) async throws -> String? {
    try await storage.read { transaction in
      guard let version = try await PageStore.shown(page, language: language, in: transaction) else { return nil }
      return try await PageStore.version(version, of: page, in: transaction)?.title
    }
  }
}
