import FieldhouseCommunities
import FieldhouseKit
import FieldhouseStorage

/// What any process has changed of a namespace's feeds, groups and grants, from what it keeps of live events and grants.
struct StoredFeedNews: FeedNews {
  /// Where more topics than this have changed, any may have.
  private static let mostTopics = 2_000

  let storage: any NamespaceStorage

  func part(of account: AccountID) -> Int { GrantPart.of(account) }

  func changes(since mark: FeedMark?) async throws -> FeedChanges {
    let grants = try await storage.grantChanges(since: mark?.grants)
    let log = try await storage.liveLog()
    let now = FeedMark(grants: grants.mark, epoch: log.epoch, event: log.last)
    return FeedChanges(mark: now, topics: try await topics(since: mark, until: now), parts: grants.parts)
  }

  /// The topics of the events after a mark; nil where they are not all kept any more. That is asked in the statement that
  /// reads them: in between they may all be forgotten with somebody who is erased.
  private func topics(since mark: FeedMark?, until now: FeedMark) async throws -> Set<String>? {
    guard let mark, mark.epoch == now.epoch else { return nil }
    guard mark.event < now.event else { return [] }
    let found = try await storage.reservedRows(
      """
      select m.value, e.topic
      from (select coalesce((select value from fieldhouse_live_marks where key = 'floor'), 0) as value) m
      left join (
        select distinct topic from fieldhouse_live_events
        where sequence > \(mark.event) and sequence <= \(now.event) limit \(Self.mostTopics + 1)) e on 1 = 1
      """)
    let floor: Int64 = try found[0][0]
    guard floor <= mark.event, found.count <= Self.mostTopics else { return nil }
    return Set(try found.compactMap { try $0[1] as String? })
  }
}
