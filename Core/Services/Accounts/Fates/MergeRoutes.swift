internal import FieldhouseKit
internal import Foundation

struct MergeInput: RouteInput {
  let token: String

  static var schema: Schema {
    .object(
      [
        (
          "token",
          .string(minLength: 1, maxLength: 200, description: "The token of a new session of the account that goes.")
        )
      ], required: ["token"])
  }
}

/// The account that two have become.
struct MergedView: RouteOutput, Decodable {
  let account: String
  /// The one that is part of it now.
  let merged: String
}

/// The route that makes one account of two.
struct MergeRoutes: RouteGroup {
  let context: AccountsContext
  let ownership: Ownership
  let pictures: Pictures?

  func declare(_ routes: inout Routes) {
    routes.action(
      "/me/merge", "Make an account or a guest of mine, whose session I have just opened, part of my account",
      access: .account, problems: [StepUp.needed([]), Self.unknown, Relations.yourself, Self.notProved]
    ) { [self] (input: MergeInput, call) in
      let (view, picture) = try await context.storage.write { try await merge(input, call, in: $0) }
      if let picture { try await pictures?.removeUnlessShown(picture, storage: context.storage) }
      return view
    }
  }

  static let unknown = Problem.notFound("session-unknown", "There is no such session, or it has ended.")
  static let notProved = Problem.conflict(
    "session-old", "Sign in to the account that goes once more, and send the token of that session.")

  /// - Returns: what to answer, and the picture that nobody shows any more.
  private func merge(
    _ input: MergeInput, _ call: Call, in transaction: any Transaction
  ) async throws -> (MergedView, String?) {
    let mine = try await ownership.begin(call, in: transaction)
    let account = try await proved(input.token, in: transaction)
    guard account != mine.account else { throw Relations.yourself }
    let gone = try await ownership.before(account, language: call.language, in: transaction)
    let picture = try await Merging(context: context).merge(account, into: mine.account, in: transaction)
    try await ownership.tellMerged([mine, gone], in: transaction)
    return (MergedView(account: mine.account.text, merged: account.text), picture)
  }

  /// Who is in a session that was opened, or proved, a moment ago.
  private func proved(_ token: String, in transaction: any ReadTransaction) async throws -> AccountID {
    let now = context.clock.now
    let hash = SessionToken(text: token).hash
    guard let session = try await SessionStore.find(hash, in: transaction), session.expiresAt > now,
      let person = try await PersonStore.find(session.account, in: transaction), person.isOpen
    else { throw Self.unknown }
    let row = try await transaction.first("select proved_at from sessions where id = \(session.id)")
    let age = now.timeIntervalSince(try row?[0] ?? .distantPastInStorage)
    guard person.kind == .guest || age < context.settings.stretched(StepUp.seconds) else { throw Self.notProved }
    return session.account
  }
}
