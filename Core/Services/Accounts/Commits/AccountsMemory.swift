internal import FieldhouseKit

/// What this process remembers of accounts, and the feed that keeps it fresh.
struct AccountsMemory: Sendable {
  let members = AccountCache<Member>(capacity: 1_000_000)
  /// The encoded answers of `GET /me`.
  let own = AccountCache<[UInt8]>(capacity: 50_000)
  let sessions = SessionCache()
  /// Those who remember something elsewhere.
  let hooks = ChangeHooks()
  let feed: ChangeFeed

  /// An empty memory of what a storage holds.
  /// - Parameter uptime: the real time, by which it grows old.
  init(storage: any Storage, uptime: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }) {
    feed = ChangeFeed(storage: storage, listeners: [sessions, members, own, hooks], now: uptime)
  }
}
