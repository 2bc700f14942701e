internal import FieldhouseKit
internal import FieldhouseMachine
internal import Foundation

extension Content {
  private static let changed = Problem(
    status: 412, code: "page-changed",
    detail: "Somebody has published another version by now. Load the page again and repeat your change there.")

  func editingRoutes(_ routes: inout Routes) {
    routes.get("/pages/{page}/versions", "What was published of a page, the newest first", access: .operators) {
      [self] (input: PageHistoryInput, _) in
      let limit = input.limit ?? 20
      let found = try await storage.read { transaction in
        try await PageStore.versions(
          of: input.page, before: input.before ?? Int(Int32.max), limit: limit + 1, in: transaction)
      }
      let isMore = found.count > limit
      return Page(items: Array(found.prefix(limit)), next: isMore ? "\(found[limit - 1].version)" : nil)
    }
    routes.put("/pages/{page}", "Publish a page in a language", access: .operators, problems: [Self.changed]) {
      [self] (input: PublishingInput, call) in
      let version = try await publish(input, by: try call.account.id, at: call.now)
      try await clearFilms(at: call.now)
      return version
    }
    routes.delete(
      "/pages/{page}/languages/{language}", "Show a page in a language no more", access: .operators,
      problems: [Self.unknownPage]
    ) { [self] (input: PageLanguageInput, call) in
      let language = PageLanguage.normal(input.language)
      guard try await storage.write({ try await PageStore.withdraw(input.page, language: language, in: $0) })
      else { throw Self.unknownPage }
      try await clearFilms(at: call.now)
      return NoContent()
    }
  }

  /// - Parameter pointer: where the address stands that is none to lead people to.
  static func noAddress(_ pointer: String) -> Problem {
    .invalid(
      pointer, "web-address",
      "Give an address that begins with http:// or https://, without a name or password in it.")
  }

  func publish(_ input: PublishingInput, by author: AccountID, at now: Date) async throws -> PageVersion {
    let draft = input.draft
    let film = draft.video.flatMap { ContentFilms.id(in: $0) }
    if let video = draft.video, film == nil, !WebAddress.isPlain(video) { throw Self.noAddress("/video") }
    if let film { try await finishFilm(film) }
    return try await storage.write { transaction in
      let current = try await PageStore.current(draft.page, language: draft.language, in: transaction)
      if let after = input.after, after != current { throw Self.changed }
      if let film {
        guard try await FilmStore.find(film, in: transaction)?.isWhole == true else { throw Self.noFilm }
        try await FilmStore.noteShown(film, in: transaction)
      }
      return try await PageStore.publish(draft, by: author, at: now, in: transaction)
    }
  }
}
