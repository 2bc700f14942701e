/// How much is kept of what was published.
struct LiveMemory: Sendable {
  /// Topics with kept events.
  var topics = 10_000
  /// Bytes of all kept events together.
  var bytes = 32 << 20
}

/// The topics of a hub: who watches each, and what was published last. A value without locks.
struct LiveTopics {
  typealias Client = AsyncStream<String>.Continuation

  fileprivate struct Topic {
    var clients: [UInt64: Client] = [:]
    /// The last events in order.
    var events: [LiveEvent] = []
    /// The last event before these that is not known any more; 0 when all are.
    var forgotten: UInt64
  }

  private let limits: LiveMemory
  private var topics: [String: Topic] = [:]
  private var clients: [UInt64: (client: Client, topics: Set<String>)] = [:]
  private var sequence: UInt64 = 0
  private var nextClient: UInt64 = 0
  private(set) var bytes = 0
  private var topicsWithEvents = 0
  /// The last event of any topic that is forgotten as a whole.
  private var forgotten: UInt64 = 0

  init(_ limits: LiveMemory) { self.limits = limits }

  var watcherCount: Int { clients.count }
  var topicCount: Int { topics.count }

  mutating func nextSequence() -> UInt64 {
    sequence += 1
    return sequence
  }
}

extension LiveTopics {
  /// Keeps an event and sends it to the topic's clients.
  ///
  /// - Returns: Those that have fallen behind, already removed, for the caller to end: ending one calls back.
  mutating func publish(_ event: LiveEvent, to name: String) -> [Client] {
    var late: [Client] = []
    for (id, client) in keep(event, name) {
      if case .dropped = client.yield(event.text) { remove(id).map { late.append($0) } }
    }
    if topicsWithEvents > limits.topics || bytes > limits.bytes { forgetOldest() }
    return late
  }

  private mutating func keep(_ event: LiveEvent, _ name: String) -> [UInt64: Client] {
    var topic = topics[name] ?? Topic(forgotten: forgotten)
    topics[name] = nil
    if topic.events.isEmpty { topicsWithEvents += 1 }
    topic.events.append(event)
    bytes += event.text.utf8.count
    if topic.events.count >= 2 * LiveHub.kept { bytes -= topic.forget(LiveHub.kept) }
    topics[name] = topic
    return topic.clients
  }

  /// Sends a text to every client.
  ///
  /// - Returns: As ``publish(_:to:)``.
  mutating func sendAll(_ text: String) -> [Client] {
    var late: [Client] = []
    for (id, entry) in clients {
      if case .dropped = entry.client.yield(text) { remove(id).map { late.append($0) } }
    }
    return late
  }
}

extension LiveTopics {
  /// - Returns: The number of the client.
  mutating func add(_ client: Client, to names: Set<String>) -> UInt64 {
    nextClient += 1
    clients[nextClient] = (client, names)
    for name in names { topics[name, default: Topic(forgotten: forgotten)].clients[nextClient] = client }
    return nextClient
  }

  /// - Returns: The client, nil when it is removed already.
  @discardableResult mutating func remove(_ id: UInt64) -> Client? {
    guard let (client, names) = clients.removeValue(forKey: id) else { return nil }
    for name in names {
      topics[name]?.clients[id] = nil
      if let topic = topics[name], topic.clients.isEmpty, topic.events.isEmpty { topics[name] = nil }
    }
    return client
  }

  /// The events of topics behind a number, in order; nil when some are not known any more.
  func missed(_ names: Set<String>, after number: UInt64) -> [LiveEvent]? {
    guard names.allSatisfy({ (topics[$0]?.forgotten ?? forgotten) <= number }) else { return nil }
    let events = names.flatMap { topics[$0]?.events ?? [] }.filter { $0.sequence > number }
    return events.sorted { $0.sequence < $1.sequence }
  }
}

extension LiveTopics {
  /// Forgets events until an eighth of the room is free: those of topics that nobody watches, the longest quiet ones
  /// first, then half of the events of every topic.
  private mutating func forgetOldest() {
    let quiet = topics.filter { $0.value.clients.isEmpty && !$0.value.events.isEmpty }
      .sorted { ($0.value.events.last?.sequence ?? 0) < ($1.value.events.last?.sequence ?? 0) }
    for (name, topic) in quiet where !hasRoom {
      forgotten = max(forgotten, topic.events.last?.sequence ?? 0)
      bytes -= topic.events.reduce(0) { $0 + $1.text.utf8.count }
      topicsWithEvents -= 1
      topics[name] = nil
    }
    while !hasRoom {
      for (name, topic) in topics where !topic.events.isEmpty { halve(name, topic) }
    }
  }

  private var hasRoom: Bool { topicsWithEvents <= limits.topics / 8 * 7 && bytes <= limits.bytes / 8 * 7 }

  private mutating func halve(_ name: String, _ topic: Topic) {
    var topic = topic
    bytes -= topic.forget((topic.events.count + 1) / 2)
    if topic.events.isEmpty { topicsWithEvents -= 1 }
    topics[name] = topic
  }
}

extension LiveTopics.Topic {
  /// Forgets the first events; returns their bytes.
  fileprivate mutating func forget(_ count: Int) -> Int {
    let gone = events.prefix(count)
    forgotten = gone.last?.sequence ?? forgotten
    events.removeFirst(gone.count)
    return gone.reduce(0) { $0 + $1.text.utf8.count }
  }
}
