public import FieldhouseKit
internal import Foundation

/// Who people are: sign-in, sessions, profiles, and what people are to each other.
///
/// Isolation: safe from any task. State lives in storage; what is kept in memory follows every other process of the
/// installation within a second.
public final class Accounts: Authentication {
  let context: AccountsContext
  let parts: AccountsParts
  let media: (any Media)?

  /// Accounts over a namespace of their own whose migrations (``AccountsSchema``) have run.
  /// - Parameters:
  ///   - secret: the installation's key, kept beside the database.
  ///   - deliveries: how codes and mails leave.
  ///   - texts: the tables of the folder `strings` here.
  ///   - media: where profile pictures go; without it there are no routes for them.
  public init(
    storage: any Storage, clock: any HostClock, secret: InstallationSecret, deliveries: any Deliveries,
    texts: any Texts, log: any Log, media: (any Media)? = nil, settings: AccountsSettings = AccountsSettings()
  ) {
    context = AccountsContext(
      storage: storage, clock: clock, secret: secret, settings: settings, texts: texts, log: log)
    parts = AccountsParts(context: context, deliveries: deliveries)
    self.media = media
  }

  /// Carries on the work beside requests – deliveries, clearing away what has expired – until the task is cancelled.
  public func run() async {
    await Upkeep(context: context, parts: parts).run()
  }

  /// Writes what is only in memory: the last uses of sessions.
  public func flush() async throws { try await parts.sessions.touches.flush(into: context.storage) }

  /// Sends the messages that are due now.
  /// - Returns: how many were handed over.
  @discardableResult
  public func deliver() async throws -> Int { try await parts.courier.deliver() }

  public func account(forToken token: String) async throws -> Principal? {
    try await parts.sessions.principal(token)
  }

  public func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account] {
    try await parts.directory.members(ids).mapValues(\.account)
  }

  public func following(of id: AccountID) async throws -> [AccountID] {
    try await context.storage.read { try await FollowStore.following(of: id, in: $0) }
  }

  public func has(_ permission: String, account: AccountID, scope: String) async throws -> Bool {
    guard let member = try await parts.directory.member(account) else { return false }
    return parts.roles.allows(permission, in: scope, grants: member.grants)
  }
}
