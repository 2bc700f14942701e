internal import FieldhouseKit
internal import FieldhouseMachine
internal import Synchronization

/// What is remembered of a plugin's feeds: the latest posts of each, what readers have made of them, and what people are to
/// groups.
///
/// What this process commits is forgotten before the commit is acknowledged (``forget(topic:)``, ``forget(part:)``). Of other
/// processes' changes it learns before it answers, in time as ``Freshness`` says, which is real time also under a simulated
/// clock.
///
/// Changes are counted, and the count of the last one is noted for each of some slots, over which topics and accounts are
/// spread: what began to be read before the last change of its slots counts for nothing any more.
public final class FeedMemory: Sendable {
  private struct State {
    var changes = SlotChanges()
    var standings: FeedShelf<StandingKey, FeedStanding>
    var fronts: FeedShelf<Feed, FeedFront>
    var own: FeedShelf<OwnKey, OwnMarks>
    var mark: FeedMark?
    var freshness = Freshness()
  }

  private struct StandingKey: Hashable {
    let account: AccountID
    let group: String
  }

  private struct OwnKey: Hashable {
    let account: AccountID
    let feed: Feed
  }

  /// How much is remembered.
  struct Limits: Sendable {
    /// How many people's standings in groups, and how many readers' own marks in feeds.
    var people = 100_000
    /// About how many bytes of posts, rendered and not.
    var bytes = 32 << 20
  }

  private let news: any FeedNews
  private let uptime: @Sendable () -> ContinuousClock.Instant
  /// The topic that says that any feed may be another one now; nil where there are no feeds.
  private let everything: String?
  private let state: Mutex<State>

  /// A memory that holds nothing yet.
  public convenience init(_ groups: PluginGroups, news: any FeedNews) {
    self.init(groups.rules, news: news, limits: Limits(), uptime: { ContinuousClock.now })
  }

  /// - Parameter uptime: the real time, which a test moves itself.
  init(
    _ rules: GroupRules, news: any FeedNews, limits: Limits,
    uptime: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    (self.news, self.uptime, everything) = (news, uptime, rules.everyFeed?.topic)
    state = Mutex(
      State(
        standings: FeedShelf(capacity: limits.people), fronts: FeedShelf(capacity: limits.bytes),
        own: FeedShelf(capacity: limits.people)))
  }

  /// How many standings, marks of readers and bytes of posts are remembered.
  var size: (standings: Int, own: Int, bytes: Int) {
    state.withLock { ($0.standings.weight, $0.own.weight, $0.fronts.weight) }
  }
}

// What is remembered.
extension FeedMemory {
  /// The count of changes: what is read after asking for it may be remembered under it.
  var revision: UInt64 { state.withLock { $0.changes.count } }

  func standing(of account: AccountID, in group: String) -> FeedStanding? {
    state.withLock { $0.standings.find(StandingKey(account: account, group: group), $0.changes)?.value }
  }

  /// - Parameter group: the topic of the group itself.
  func remember(_ standing: FeedStanding, of account: AccountID, topic group: String, since revision: UInt64) {
    let slots = (SlotChanges.slot(ofTopic: group), SlotChanges.slot(ofPart: news.part(of: account)))
    let key = StandingKey(account: account, group: standing.feed.thing)
    state.withLock { $0.standings.keep(standing, key, weight: 1, slots, revision, $0.changes) }
  }

  /// The latest posts of a feed, and the count of changes under which they were read.
  func front(of feed: Feed) -> (front: FeedFront, revision: UInt64)? {
    state.withLock { state in state.fronts.find(feed, state.changes).map { ($0.value, $0.revision) } }
  }

  func remember(_ front: FeedFront, of feed: Feed, since revision: UInt64) {
    let slot = SlotChanges.slot(ofTopic: feed.topic)
    state.withLock { $0.fronts.keep(front, feed, weight: front.bytes, (slot, slot), revision, $0.changes) }
  }

  func own(of account: AccountID, in feed: Feed) -> OwnMarks? {
    state.withLock { $0.own.find(OwnKey(account: account, feed: feed), $0.changes)?.value }
  }

  /// - Parameter revision: of the posts that are marked.
  func remember(_ own: OwnMarks, of account: AccountID, in feed: Feed, since revision: UInt64) {
    let slot = SlotChanges.slot(ofTopic: feed.topic)
    let key = OwnKey(account: account, feed: feed)
    state.withLock { $0.own.keep(own, key, weight: 1 + own.count, (slot, slot), revision, $0.changes) }
  }
}

// What changes.
extension FeedMemory {
  /// Notes that something was told on a live topic below the plugin's area.
  public func forget(topic: String) {
    if topic == everything { return forgetAll() }
    state.withLock { $0.changes.note([SlotChanges.slot(ofTopic: topic)]) }
  }

  /// Notes that what accounts of a part hold has been changed.
  public func forget(part: Int) { state.withLock { $0.changes.note([SlotChanges.slot(ofPart: part)]) } }

  private func forgetAll() { state.withLock { $0.changes.noteAll() } }

  /// Makes sure that what is remembered is fresh enough.
  /// - Throws: what the source throws.
  func freshen() async throws {
    let now = uptime()
    if state.withLock({ $0.freshness.asksForLook(at: now) }) { try await look(at: now) }
  }

  private func look(at now: ContinuousClock.Instant) async throws {
    do {
      let found = try await news.changes(since: state.withLock { $0.mark })
      let isAll = found.topics.map { everything.map($0.contains) ?? false } ?? true
      let slots = (found.topics ?? []).map(SlotChanges.slot(ofTopic:)) + found.parts.map(SlotChanges.slot(ofPart:))
      state.withLock { state in
        if isAll { state.changes.noteAll() } else if !slots.isEmpty { state.changes.note(slots) }
        // Of two looks at once the one that came less far is told again.
        if state.freshness.looked(at: now) { state.mark = found.mark }
      }
    } catch {
      state.withLock { $0.freshness.gaveUp() }
      throw error
    }
  }
}

extension GroupRules {
  /// A feed that nobody posts in: what is told on its topic says that any feed may be another one now.
  var everyFeed: Feed? {
    if let kind = kinds.first(where: \.hasFeed) { return Feed(kind: kind.kind, thing: "-", isOfGroup: true) }
    return feeds.first.map { Feed(kind: $0.kind, thing: "-", isOfGroup: false) }
  }
}
