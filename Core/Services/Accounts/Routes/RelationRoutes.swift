internal import FieldhouseKit
internal import Foundation

/// A friend, or somebody who asks or was asked.
struct FriendView: RouteOutput, Decodable {
  let account: AccountView
  let state: FriendshipState
  let since: Date
}

/// Which of my friends and requests, and where a page of them begins.
struct FriendsInput: RouteInput {
  let state: FriendshipState?
  let limit: Int?
  let after: String?

  static var schema: Schema {
    let states: [FriendshipState] = [.friends, .received, .requested]
    return .object([("state", .enumeration(states.map { .string($0.rawValue) }))] + PageInput.fields)
  }
}

/// The routes for what people are to each other.
struct RelationRoutes: RouteGroup {
  let context: AccountsContext
  let directory: Directory
  let people: People
  let relations: Relations

  private typealias Act = @Sendable (Relations, AccountID, AccountID, any Transaction) async throws -> Void

  func declare(_ routes: inout Routes) {
    pair(&routes, "/me/following/{id}", "Follow a person", "Unfollow a person") {
      try await $0.follow($1, $2, in: $3)
    } undo: {
      try await $0.unfollow($1, $2, in: $3)
    }
    pair(&routes, "/me/blocked/{id}", "Block a person", "Unblock a person") {
      try await $0.block($1, $2, in: $3)
    } undo: {
      try await $0.unblock($1, $2, in: $3)
    }
    pair(
      &routes, "/me/friends/{id}", "Ask for or accept a friendship",
      "Withdraw, refuse or end a friendship; the other is not told",
      [
        .tooManyAttempts, Relations.personBlocked, Relations.friendsMany, Relations.requestsMany,
        Relations.requestsWaiting,
      ]
    ) {
      try await $0.befriend($1, $2, in: $3)
    } undo: {
      try await $0.unfriend($1, $2, in: $3)
    }
    listRoutes(&routes)
  }

  private func listRoutes(_ routes: inout Routes) {
    routes.get("/me/blocked", "Whom I have blocked", access: .account) { [self] (input: PageInput, call) in
      let (me, limit) = (try call.account.id, input.limit ?? 20)
      let cursor = try Cursor(input.after, secret: context.secret)
      let found = try await context.storage.read { transaction in
        try await BlockingStore.list(of: me, after: cursor, limit: limit + 1, in: transaction)
      }
      return try await people.page(found, limit: limit)
    }
    routes.get(
      "/me/friends", "My friends and requests, in the order in which they were asked", access: .account
    ) { [self] (input: FriendsInput, call) in try await friends(of: try call.account.id, input) }
  }

  private func friends(of me: AccountID, _ input: FriendsInput) async throws -> Page<FriendView> {
    let (limit, cursor) = (input.limit ?? 20, try Cursor(input.after, secret: context.secret))
    let found = try await context.storage.read {
      try await FriendStore.list(of: me, input.state, after: cursor, limit: limit + 1, in: $0)
    }
    let shown = found.prefix(limit)
    let members = try await directory.members(shown.map { $0.other(than: me) })
    let items = shown.compactMap { friendship in
      members[friendship.other(than: me)].map {
        FriendView(
          account: AccountView($0.account), state: friendship.state(for: me),
          since: friendship.acceptedAt ?? friendship.createdAt)
      }
    }
    let last = found.count > limit ? shown.last : nil
    return Page(
      items: items,
      next: last.map { Cursor(at: $0.createdAt, id: $0.other(than: me).text).text(secret: context.secret) })
  }

  /// A PUT and the DELETE that takes it back.
  private func pair(
    _ routes: inout Routes, _ path: String, _ doing: String, _ undoing: String, _ more: [Problem] = [],
    _ act: @escaping Act, undo: @escaping Act
  ) {
    let problems = [Relations.unknownPerson, Relations.yourself] + more
    routes.put(path, doing, access: .account, problems: problems) { [self] (input: IDInput, call) in
      try await perform(act, input, call)
    }
    routes.delete(path, undoing, access: .account) { [self] (input: IDInput, call) in
      try await perform(undo, input, call)
    }
  }

  private func perform(_ act: @escaping Act, _ input: IDInput, _ call: Call) async throws -> NoContent {
    let (me, other) = (try call.account.id, AccountID(input.id))
    try await context.storage.write { try await act(relations, me, other, $0) }
    return NoContent()
  }
}
