import FieldhouseKit

// What friends see of one another.
extension FolfScoring {
  func peopleRoutes(_ routes: inout Routes) {
    routes.get(
      "/people/{person}/rounds", "The rounds of a friend, the newest first", access: .account, problems: [.notFound()]
    ) { (input: PersonHistoryInput, call) in
      let person = try await shown(input.person, to: try call.account.id)
      return try await history(of: person, HistoryInput(after: input.after, limit: input.limit))
    }
    routes.get(
      "/people/{person}/statistics", "How a friend plays", access: .account, problems: [.notFound()]
    ) { (input: PersonName, call) in
      try await statistics(of: try await shown(input.person, to: try call.account.id))
    }
  }

  /// Whoever is a friend, or the viewer; for all others there is nobody.
  /// - Throws: ``Problem`` 404.
  func shown(_ person: String, to viewer: AccountID) async throws -> AccountID {
    let id = AccountID(person)
    guard try await host.authentication.shows(id, to: viewer, in: .friends) else { throw Problem.notFound() }
    return id
  }
}

struct PersonName: RouteInput {
  var person: String
  static var schema: Schema { .object([("person", .id)], required: ["person"]) }
}

struct PersonHistoryInput: RouteInput {
  var person: String
  /// The `next` of the page before.
  var after: String?
  var limit: Int?

  static var schema: Schema {
    .object([("person", .id), ("after", .string(maxLength: 100)), ("limit", .integer(1...100))], required: ["person"])
  }
}
