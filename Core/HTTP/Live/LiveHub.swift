public import FieldhouseKit
import Synchronization

/// Carries live events from the stores they were committed to, to the people who watch.
///
/// Nothing is kept of topics that nobody watches, and an event costs as much as its topic has watchers, however many watch
/// others. Events are read from the store when this process has committed some that are watched, and five times a second
/// where anybody watches, so that those of other processes come too. What was committed behind a change of rights is handed
/// to nobody who has lost the right by it: when events have been read, it is looked which rights have changed, once for all
/// who watch, and those are asked about whose rights have.
public final class LiveHub: Sendable {
  /// How many events may wait for one client before it is cut; it comes back and resumes.
  static let waiting = 512
  /// How many events a client is sent that it missed; who missed more starts over.
  static let mostMissed = 1_000
  /// How many clients are asked about at once.
  static let checks = 32
  /// How many events are read at once.
  private static let page = 500
  private static let interval = Duration.milliseconds(200)

  private let log: any Log
  let state = Mutex(LiveTopics())
  private let feeds = Mutex<[String: LiveFeed]>([:])
  private let added = AsyncStream.makeStream(of: LiveFeed.self)
  private let reviews = Mutex<Set<TopicAddress>>([])
  /// The clients that have gone and are not taken out of ``state`` yet.
  private let gone = Mutex<[UInt64]>([])

  /// A hub that follows nothing yet.
  public init(log: any Log) { self.log = log }

  /// Follows a store from now on.
  /// - Parameters:
  ///   - source: names the store in the ids of clients.
  ///   - area: the first part of its topics' names.
  public func follow(_ store: any LiveStore, source: String, area: String) {
    let feed = LiveFeed(source: source, area: area, store: store)
    feeds.withLock { $0[source] = feed }
    added.continuation.yield(feed)
  }

  /// Notes that events of a source have been committed.
  public func published(_ source: String, topics: some Sequence<String>) {
    guard state.withLock({ $0.isWatched(source, topics) }) else { return }
    feeds.withLock { $0[source] }?.wake()
  }

  /// How many clients watch.
  public var watcherCount: Int { state.withLock { $0.watcherCount } }

  /// How many topics are known.
  var topicCount: Int { state.withLock { $0.topicCount } }

  /// To how many clients events have been handed so far.
  var visits: Int { state.withLock { $0.visits } }

  /// Works until the task is cancelled.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.look() }
      for await feed in added.stream { group.addTask { await self.carry(feed) } }
      group.cancelAll()
    }
  }

  /// The topics for which it is to be asked again who may watch them.
  func takeReviews() -> Set<TopicAddress> {
    reviews.withLock { reviews in
      defer { reviews = [] }
      return reviews
    }
  }

  /// Has it asked again who may watch some topics.
  func review(_ topics: some Sequence<TopicAddress>) { reviews.withLock { $0.formUnion(topics) } }

  /// Tells every client where it stands, so that proxies keep quiet streams open, and clients resume from there.
  public func comfort() { finish(state.withLock { $0.comfort() }) }

  /// Takes a client out that has gone, a moment later: a stream tells of its end with the lock of its task, which whoever hands an
  /// event to it takes with ``state``'s.
  private func part(with number: UInt64) {
    let isFirst = gone.withLock { gone in
      gone.append(number)
      return gone.count == 1
    }
    if isFirst { Task { removeGone() } }
  }

  private func removeGone() {
    let numbers = gone.withLock { gone in
      defer { gone = [] }
      return gone
    }
    let clients = state.withLock { state in numbers.compactMap { state.remove($0) } }
    // They end when nothing is locked any more.
    withExtendedLifetime(clients) {}
  }

  func finish(_ delivery: LiveTopics.Delivery) {
    for client in delivery.late { client.finish() }
    if !delivery.reviews.isEmpty { review(delivery.reviews) }
  }
}

// Watching.
extension LiveHub {
  /// A client's stream: first what it missed, then what comes.
  /// - Parameters:
  ///   - holder: what it needs a right for; nil when everything is everybody's.
  ///   - viewer: who watches topics of which not everything is for everybody.
  /// - Throws: ``Problem`` 404 `topic-unknown` for a source that is not followed; what its store and the holder throw.
  func watch(
    _ topics: Set<TopicAddress>, after lastID: String?, holder: LiveHolder? = nil, viewer: LiveViewer? = nil
  ) async throws -> LiveWatch {
    let (stream, continuation) = AsyncStream.makeStream(
      of: LiveMessage.self, bufferingPolicy: .bufferingOldest(Self.waiting))
    let (number, position) = try await add(continuation, to: topics, holder, viewer)
    continuation.onTermination = { [weak self] _ in self?.part(with: number) }
    var watch = LiveWatch(messages: stream, end: { continuation.finish() }, position: position)
    do {
      // What has changed before the client was known here is found now, what changes from now on with the events.
      if let holder {
        for source in holder.sources { try await feed(source).store.renewRights() }
        try await holder.check()
      }
      guard let lastID else { return watch }
      watch.resume = try await missed(topics, since: LivePosition(id: lastID), until: position, viewer)
    } catch {
      continuation.finish()
      throw error
    }
    watch.mustReset = watch.resume == nil
    return watch
  }

  /// Has the rights in a source as they are committed by now, whichever process changed them.
  func renewRights(of source: String) async throws {
    try await feeds.withLock { $0[source] }?.store.renewRights()
  }

  private func add(
    _ client: LiveTopics.Client, to topics: Set<TopicAddress>, _ holder: LiveHolder?, _ viewer: LiveViewer?
  ) async throws -> (number: UInt64, position: LivePosition) {
    var parts: [String: Int] = [:]
    if let holder { for source in holder.sources { parts[source] = try feed(source).store.part(of: holder.account) } }
    // What is committed by now is not for a client that comes now, also where it has not been handed out yet.
    var starts: [String: LivePlace] = [:]
    for source in Set(topics.map(\.source)) { starts[source] = try await feed(source).store.place() }
    while true {
      for source in Set(topics.map(\.source)) where state.withLock({ $0.place(of: source) }) == nil {
        let store = try feed(source).store
        let (rights, place) = (try await store.rightsChanges(since: nil).mark, try await store.place())
        state.withLock { $0.begin(source, at: place, rights: rights) }
      }
      let added = state.withLock { $0.add(client, to: topics, holder, parts: parts, viewer, from: starts) }
      if let added { return added }
    }
  }

  private func feed(_ source: String) throws -> LiveFeed {
    guard let feed = feeds.withLock({ $0[source] }) else {
      throw Problem.notFound("topic-unknown", "Nothing is published on this topic.")
    }
    return feed
  }

  /// What came in between; nil when that is not known any more.
  private func missed(
    _ topics: Set<TopicAddress>, since old: LivePosition?, until now: LivePosition, _ viewer: LiveViewer?
  ) async throws -> LiveWatch.Resumption? {
    guard let old else { return nil }
    var messages: [LiveMessage] = []
    for (source, topics) in Dictionary(grouping: topics, by: \.source) {
      guard let then = old.places[source], let place = now.places[source], then.epoch == place.epoch,
        then.number <= place.number
      else { return nil }
      let feed = try feed(source)
      let page = try await feed.store.events(
        of: topics.map(\.name), after: then.number, through: place.number, limit: Self.mostMissed + 1)
      guard page.floor <= then.number, page.events.count <= Self.mostMissed else { return nil }
      var events = page.events.filter { !$0.name.isEmpty }
      if let viewer { events = try await viewer.sifted(events, of: source) }
      messages += events.map { LiveMessage($0, source: source, area: feed.area) }
    }
    return LiveWatch.Resumption(position: old, messages: messages)
  }
}

// Following.
extension LiveHub {
  /// Has the sources that somebody watches looked at, again and again.
  private func look() async {
    while (try? await Task.sleep(for: Self.interval)) != nil {
      for feed in feeds.withLock({ Array($0.values) }) where state.withLock({ $0.keeps(feed.source) }) { feed.wake() }
    }
  }

  private func carry(_ feed: LiveFeed) async {
    var isFailing = false
    for await _ in feed.wakes.stream {
      do {
        try await pump(feed)
        isFailing = false
      } catch {
        if !isFailing {
          log.warning("live events could not be read; trying again", ["plugin": feed.source, "cause": "\(error)"])
        }
        isFailing = true
      }
    }
  }

  /// Hands out what a source has that was not handed out yet.
  func pump(_ source: String) async throws { try await pump(feed(source)) }

  /// Hands out what any source has that was not handed out yet.
  /// - Throws: what a store throws.
  package func catchUp() async throws {
    for feed in feeds.withLock({ Array($0.values) }) { try await pump(feed) }
  }

  private func pump(_ feed: LiveFeed) async throws {
    while let place = state.withLock({ $0.place(of: feed.source) }) {
      let page = try await feed.store.events(after: place.number, limit: Self.page)
      try await endWithoutRight(before: page, of: feed)
      try await deliver(page, after: place.number, of: feed)
      if page.events.count < Self.page { return }
    }
  }
}

/// A store that is followed.
struct LiveFeed: Sendable {
  let source: String
  let area: String
  let store: any LiveStore
  /// One that waits stands for all that come meanwhile.
  let wakes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  func wake() { wakes.continuation.yield() }
}
