internal import FieldhouseKit
internal import Foundation

/// People's own profiles.
final class Profiles: Sendable {
  let context: AccountsContext
  let ownership: Ownership
  let feed: ChangeFeed
  /// The encoded answers of `GET /me`.
  let own: AccountCache<[UInt8]>

  init(context: AccountsContext, ownership: Ownership, feed: ChangeFeed, own: AccountCache<[UInt8]>) {
    (self.context, self.ownership, self.own, self.feed) = (context, ownership, own, feed)
  }

  /// A person's own account as JSON.
  func encodedMe(_ id: AccountID) async throws -> [UInt8] {
    if let bytes = own.value(id) { return bytes }
    let revision = feed.revision
    let me = try await context.storage.read { try await Self.me(id, in: $0) }
    var bytes: [UInt8] = []
    try JSONOutput.encode(me, into: &bytes)
    own.remember(bytes, of: id, revision: revision)
    return bytes
  }

  /// A person's own account.
  /// - Throws: ``Problem`` 404 when it is gone.
  static func me(_ id: AccountID, in transaction: any ReadTransaction) async throws -> Me {
    guard let person = try await PersonStore.find(id, in: transaction) else { throw Problem.notFound() }
    let identifiers = try await IdentifierStore.list(of: id, in: transaction)
    let grants = try await GrantStore.list(of: id, in: transaction)
    let counts = try await FollowStore.counts(of: id, in: transaction)
    return Me(
      person: person, roles: grants.filter { $0.scope.isEmpty }.map(\.role),
      email: identifiers.first { $0.kind == .email }?.value, phone: identifiers.first { $0.kind == .phone }?.value,
      followers: counts.followers, following: counts.following)
  }
}
