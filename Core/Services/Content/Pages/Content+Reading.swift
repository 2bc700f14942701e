internal import FieldhouseKit
internal import Foundation

extension Content {
  static let unknownPage = Problem.notFound("page-unknown", "There is no such page.")

  func readingRoutes(_ routes: inout Routes) {
    routes.get("/pages", "The pages, each in the reader's language if it has it", access: .everyone) {
      [self] (input: PageListInput, call) in
      let shown = try await storage.read { try await PageStore.list(input.section, in: $0) }
      return Page(items: Self.inBestLanguages(shown, for: input.language ?? call.language))
    }
    routes.get("/pages/{page}", "A page", access: .everyone, problems: [Self.unknownPage]) {
      [self] (input: PageInput, call) in
      let language = input.language ?? call.language
      return try await version(of: input.page) { try await PageStore.shown(input.page, language: language, in: $0) }
    }
    routes.get(
      "/pages/{page}/versions/{version}", "A version of a page as it was published", access: .everyone,
      problems: [Self.unknownPage]
    ) { [self] (input: PageVersionInput, _) in try await version(of: input.page) { _ in input.version } }
  }

  /// - Throws: ``Problem`` 404 `page-unknown`.
  private func version(
    of page: String, _ number: @escaping @Sendable (any ReadTransaction) async throws -> Int?
  ) async throws -> PageVersion {
    let found = try await storage.read { transaction -> PageVersion? in
      guard let number = try await number(transaction) else { return nil }
      return try await PageStore.version(number, of: page, in: transaction)
    }
    guard let found else { throw Self.unknownPage }
    return found
  }

  /// Of each page one entry: sections as they are declared, in them by position, news by age.
  static func inBestLanguages(_ entries: [PageEntry], for reader: String) -> [PageEntry] {
    let pages = Dictionary(grouping: entries, by: \.page)
    let best = pages.values.compactMap { entries in
      PageLanguage.best(entries.map(\.language), for: reader).flatMap { best in
        entries.first { $0.language == best }
      }
    }
    return PageSection.allCases.flatMap { section in
      best.filter { $0.section == section }.sorted { isBefore($0, $1) }
    }
  }

  private static func isBefore(_ left: PageEntry, _ right: PageEntry) -> Bool {
    if left.section == .news, left.publishedAt != right.publishedAt { return left.publishedAt > right.publishedAt }
    return (left.position, left.page) < (right.position, right.page)
  }
}
