internal import FieldhouseKit
internal import Foundation

/// The person in a path and a page of a list about them.
struct PersonPageInput: RouteInput {
  let id: String
  let limit: Int?
  let after: String?

  static var schema: Schema {
    .object([("id", .string(minLength: 1, maxLength: 64))] + PageInput.fields, required: ["id"])
  }
}

struct SearchInput: RouteInput {
  let query: String
  let limit: Int?
  let after: String?

  static var schema: Schema {
    .object(
      [
        ("query", .string(minLength: 1, maxLength: 60)), ("limit", .integer(1...Int64(PeopleSearch.mostOnPage))),
        ("after", .string(minLength: 1, maxLength: 400)),
      ], required: ["query"])
  }
}

/// The routes for looking at other people.
struct PeopleRoutes: RouteGroup {
  let context: AccountsContext
  let directory: Directory
  let people: People
  let finder: PeopleSearch

  func declare(_ routes: inout Routes) {
    routes.get(
      "/people", "Search people by name or user name; at most \(PeopleSearch.deepest) are found", access: .guest,
      problems: [.tooManyAttempts]
    ) { [self] (input: SearchInput, call) in try await search(input, call) }
    routes.get("/people/{id}", "What a person lets me see", access: .everyone, problems: [Relations.unknownPerson]) {
      [self] (input: IDInput, call) in
      try await people.view(AccountID(input.id), by: call.principal?.account.id)
    }
    routes.get("/people/{id}/followers", "Who follows a person", access: .guest, problems: [People.followersOnly]) {
      [self] (input: PersonPageInput, call) in
      try await list(input, call) { try await FollowStore.followers(of: $0, after: $1, limit: $2, in: $3) }
    }
    routes.get("/people/{id}/following", "Whom a person follows", access: .guest, problems: [People.followersOnly]) {
      [self] (input: PersonPageInput, call) in
      try await list(input, call) { try await FollowStore.followed(by: $0, after: $1, limit: $2, in: $3) }
    }
    routes.get("/countries", "All countries with calling codes, in English and Arabic", access: .everyone) {
      (_: NoInput, _) in Page(items: Countries.all)
    }
  }

  private func search(_ input: SearchInput, _ call: Call) async throws -> Page<FoundPerson> {
    let viewer = call.principal?.account.id
    let position = try finder.position(input.after)
    let before = position?.count ?? 0
    let limit = min(input.limit ?? 20, PeopleSearch.deepest - before)
    try await finder.count(call)
    guard limit > 0 else { return Page(items: [], next: nil) }
    let (found, relations) = try await context.storage.read { transaction in
      let found = try await finder.find(input.query, by: viewer, after: position, limit: limit + 1, in: transaction)
      return (found, try await RelationViews.of(viewer, to: found.map(\.id), in: transaction))
    }
    let shown = found.prefix(limit)
    let members = try await directory.members(shown.map(\.id))
    let count = before + shown.count
    let last = found.count > limit && count < PeopleSearch.deepest ? shown.last : nil
    return Page(
      items: shown.compactMap { one in
        members[one.id].map {
          FoundPerson(account: AccountView($0.account), relation: relations[one.id] ?? .none)
        }
      }, next: last.map { finder.text(PeopleSearch.Position(word: $0.word, id: $0.id.text, count: count)) })
  }

  private func list(
    _ input: PersonPageInput, _ call: Call,
    _ find: @escaping @Sendable (AccountID, Cursor?, Int, any ReadTransaction) async throws -> [ListedPerson]
  ) async throws -> Page<AccountView> {
    let (id, limit) = (AccountID(input.id), input.limit ?? 20)
    let (viewer, cursor) = (try call.account.id, try Cursor(input.after, secret: context.secret))
    let found = try await context.storage.read { transaction in
      try await people.checkMaySeeLists(id, viewer: viewer, in: transaction)
      return try await find(id, cursor, limit + 1, transaction)
    }
    return try await people.page(found, limit: limit)
  }
}
