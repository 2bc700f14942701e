internal import FieldhouseKit

/// Who has blocked whom, from memory where possible.
struct BlockMemory: Sendable {
  /// Of whom there are more blocks than this, nothing is remembered.
  private static let most = 500

  let storage: any Storage
  let cache: AccountCache<Set<AccountID>>
  let feed: ChangeFeed

  /// Those of some people who have blocked somebody or are blocked by them.
  func blocks(between id: AccountID, and others: [AccountID]) async throws -> Set<AccountID> {
    guard !others.isEmpty else { return [] }
    try await feed.freshen()
    if let known = cache.value(id) { return known.isEmpty ? known : known.intersection(others) }
    let revision = feed.revision
    let found = try await storage.read { try await BlockingStore.neighbours(of: id, most: Self.most + 1, in: $0) }
    guard found.count <= Self.most else {
      return try await storage.read { try await BlockingStore.blocks(between: id, and: others, in: $0) }
    }
    let known = Set(found)
    cache.remember(known, of: id, revision: revision)
    return known.intersection(others)
  }
}
