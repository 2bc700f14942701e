import FieldhouseKit

/// A topic in the store that its events come from.
struct TopicAddress: Sendable, Hashable {
  /// The store.
  let source: String
  /// The name below the area.
  let name: String
}

/// Who watches what. It holds what is watched and nothing else, however much is published. A value without locks.
struct LiveTopics {
  typealias Client = AsyncStream<LiveMessage>.Continuation

  struct Source {
    /// How far the events have been handed out; nil while nobody watches.
    var place: LivePlace?
    /// Up to where changes of rights have been followed.
    var rights: Int64 = 0
    /// Whoever watches, by topic.
    var topics: [String: [UInt64: Client]] = [:]
    /// Those who need a right for that, by the part that their account is in.
    var holders: [Int: [UInt64: LiveHolder]] = [:]
    /// Those who came when the source had come further than what was handed out, and how far: what is handed out up to
    /// there was committed before they watched, and before they had the right to.
    var ahead: [UInt64: Int64] = [:]
    /// The accounts of those who watch topics of which not everything is for everybody, with what decides that.
    var viewers: [String: (veil: LiveVeil, accounts: [UInt64: AccountID])] = [:]
  }

  /// What came of handing out events.
  struct Delivery {
    /// Clients that have fallen behind, already removed, for the caller to end: ending one calls back.
    var late: [Client] = []
    /// Topics for which it is to be asked again who may watch.
    var reviews: Set<TopicAddress> = []
  }

  private(set) var sources: [String: Source] = [:]
  private var clients: [UInt64: (client: Client, topics: Set<TopicAddress>, parts: [String: Int])] = [:]
  private var nextClient: UInt64 = 0
  /// To how many clients events have been handed.
  private(set) var visits = 0

  var watcherCount: Int { clients.count }
  /// How many topics are held.
  var topicCount: Int { sources.values.reduce(0) { $0 + $1.topics.count } }

  /// How far a source has come; nil while nobody watches.
  func place(of source: String) -> LivePlace? { sources[source]?.place }

  /// Whether anybody watches one of these topics.
  func isWatched(_ source: String, _ topics: some Sequence<String>) -> Bool {
    guard let watched = sources[source]?.topics, !watched.isEmpty else { return false }
    return topics.contains { watched[$0] != nil }
  }

  /// Notes how far a source and its rights had come before anybody watched.
  mutating func begin(_ source: String, at place: LivePlace, rights: Int64) {
    guard sources[source]?.place == nil else { return }
    sources[source, default: Source()].place = place
    sources[source]?.rights = rights
  }

  /// Whether anybody watches the source; where nobody does, its place is forgotten.
  mutating func keeps(_ source: String) -> Bool {
    guard sources[source]?.topics.isEmpty == true else { return sources[source] != nil }
    sources[source] = nil
    return false
  }
}

extension LiveTopics {
  /// Adds a client.
  /// - Parameters:
  ///   - holder: what it needs a right for.
  ///   - parts: the part of its account in each source of which it needs a right.
  ///   - viewer: who watches topics of which not everything is for everybody.
  ///   - starts: how far the sources had come when the client was let in.
  /// - Returns: its number and where it begins; nil when one of the sources has no place.
  mutating func add(
    _ client: Client, to topics: Set<TopicAddress>, _ holder: LiveHolder? = nil, parts: [String: Int] = [:],
    _ viewer: LiveViewer? = nil, from starts: [String: LivePlace] = [:]
  ) -> (number: UInt64, position: LivePosition)? {
    var places: [String: LivePlace] = [:]
    for source in Set(topics.map(\.source)) {
      guard let place = sources[source]?.place else { return nil }
      places[source] = place
    }
    nextClient += 1
    for (source, start) in starts {
      guard let place = places[source], start.isBehind(place) else { continue }
      places[source] = start
      sources[source]?.ahead[nextClient] = start.number
    }
    clients[nextClient] = (client, topics, parts)
    for (source, part) in parts { sources[source]?.holders[part, default: [:]][nextClient] = holder }
    for topic in topics { sources[topic.source]?.topics[topic.name, default: [:]][nextClient] = client }
    for (topic, veil) in viewer?.veils ?? [:] {
      sources[topic.source]?.viewers[topic.name, default: (veil, [:])].accounts[nextClient] = viewer?.account
    }
    return (nextClient, LivePosition(places))
  }

  /// - Returns: The client, nil when it is removed already.
  @discardableResult mutating func remove(_ number: UInt64) -> Client? {
    guard let (client, topics, parts) = clients.removeValue(forKey: number) else { return nil }
    for (source, part) in parts {
      sources[source]?.holders[part]?[number] = nil
      if sources[source]?.holders[part]?.isEmpty == true { sources[source]?.holders[part] = nil }
    }
    for topic in topics {
      sources[topic.source]?.ahead[number] = nil
      sources[topic.source]?.topics[topic.name]?[number] = nil
      if sources[topic.source]?.topics[topic.name]?.isEmpty == true {
        sources[topic.source]?.topics[topic.name] = nil
      }
      sources[topic.source]?.viewers[topic.name]?.accounts[number] = nil
      if sources[topic.source]?.viewers[topic.name]?.accounts.isEmpty == true {
        sources[topic.source]?.viewers[topic.name] = nil
      }
    }
    return client
  }
}

// Rights.
extension LiveTopics {
  /// Up to where changes of rights have been followed, when events are to be handed to somebody and anybody needs a right.
  func rights(of source: String, for page: StoredLiveEvents) -> Int64? {
    guard let source = sources[source], !source.holders.isEmpty else { return nil }
    return page.events.contains { !$0.name.isEmpty && source.topics[$0.topic] != nil } ? source.rights : nil
  }

  /// Those who need a right and whose accounts are in some parts.
  func holders(of source: String, in parts: Set<Int>) -> [(number: UInt64, holder: LiveHolder)] {
    guard let holders = sources[source]?.holders else { return [] }
    return parts.flatMap { part in (holders[part] ?? [:]).map { (number: $0.key, holder: $0.value) } }
  }

  /// Notes that everybody whose rights have changed before a mark was asked about.
  mutating func followRights(of source: String, to mark: Int64) {
    guard let last = sources[source]?.rights else { return }
    sources[source]?.rights = max(last, mark)
  }
}

extension LiveTopics {
  /// Hands events to those who watch their topics.
  /// - Parameters:
  ///   - number: behind which they were read; when the source has come further meanwhile, nothing is done.
  ///   - verdicts: what ``questions(about:of:_:)`` has asked.
  mutating func deliver(
    _ page: StoredLiveEvents, after number: Int64, of source: String, area: String, _ verdicts: inout LiveVerdicts
  ) -> Delivery {
    var delivery = Delivery()
    guard var place = sources[source]?.place, place.number == number else { return delivery }
    place.number = max(number, page.floor, page.events.last?.number ?? 0)
    sources[source]?.place = place
    defer { forgetCaughtUp(in: source) }
    if page.floor > number { tell(.reset([source: place]), everyoneOf: source, &delivery) }
    for event in page.events {
      guard let watchers = sources[source]?.topics[event.topic] else { continue }
      if event.name.isEmpty {
        delivery.reviews.insert(TopicAddress(source: source, name: event.topic))
      } else {
        let audience = audience(of: event, present(watchers, at: event, in: source), in: source, &verdicts)
        tell(LiveMessage(event, source: source, area: area), audience, &delivery)
      }
    }
    return delivery
  }

  /// Those who watched already when an event was committed.
  private func present(
    _ watchers: [UInt64: Client], at event: StoredLiveEvent, in source: String
  ) -> [UInt64: Client] {
    guard let ahead = sources[source]?.ahead, !ahead.isEmpty else { return watchers }
    return watchers.filter { number, _ in ahead[number].map { event.number > $0 } ?? true }
  }

  /// Everybody whom a source's place has reached is like everybody else.
  private mutating func forgetCaughtUp(in source: String) {
    guard let place = sources[source]?.place, sources[source]?.ahead.isEmpty == false else { return }
    let ahead = sources[source]?.ahead.filter { $0.value > place.number }
    sources[source]?.ahead = ahead ?? [:]
  }

  /// Tells every client how far its sources have come.
  mutating func comfort() -> Delivery {
    var delivery = Delivery()
    tell(.comfort(sources.compactMapValues(\.place)), clients.mapValues(\.client), &delivery)
    return delivery
  }

  private mutating func tell(_ message: LiveMessage, everyoneOf source: String, _ delivery: inout Delivery) {
    let all = sources[source]?.topics.values.reduce(into: [:]) { $0.merge($1) { $1 } } ?? [:]
    tell(message, all, &delivery)
  }

  private mutating func tell(_ message: LiveMessage, _ watchers: [UInt64: Client], _ delivery: inout Delivery) {
    visits += watchers.count
    for (number, client) in watchers {
      if case .dropped = client.yield(message) { remove(number).map { delivery.late.append($0) } }
    }
  }
}
