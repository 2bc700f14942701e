internal import FieldhouseKit

/// What this process remembers of accounts, and the feed that keeps it fresh.
struct AccountsMemory: Sendable {
  let members = AccountCache<Member>(capacity: 1_000_000)
  /// The encoded answers of `GET /me`.
  let own = AccountCache<[UInt8]>(capacity: 50_000)
  /// Between whom and each account there is a block.
  let blocked = AccountCache<Set<AccountID>>(capacity: 200_000)
  let sessions = SessionCache()
  /// Those who remember something elsewhere.
  let hooks = ChangeHooks()
  let feed: ChangeFeed

  /// An empty memory.
  /// - Parameter uptime: the real time, by which it grows old.
  init(changes: any AccountChanges, uptime: @escaping @Sendable () -> ContinuousClock.Instant) {
    feed = ChangeFeed(changes: changes, listeners: [sessions, members, own, blocked, hooks], now: uptime)
  }
}
