import FieldhouseKit
import Synchronization

@testable import FieldhouseHTTP

/// A store of live events in memory, which may be asked by several hubs as by several hosts.
final class MemoryLiveStore: LiveStore {
  private struct State {
    var epoch: Int64 = 77
    var floor: Int64 = 0
    var last: Int64 = 0
    var events: [StoredLiveEvent] = []
    var reads = 0
    var failure: Problem?
    /// The parts whose rights have changed, in order.
    var changedParts: [Int] = []
    var looks = 0
    var renewals = 0
    var lookFailure: Problem?
  }

  private let state = Mutex(State())

  /// How often it was asked for events of all topics.
  var reads: Int { state.withLock { $0.reads } }

  /// How often it was asked for changes of rights, but for the present mark.
  var looks: Int { state.withLock { $0.looks } }
  /// How often rights were to be renewed.
  var renewals: Int { state.withLock { $0.renewals } }

  /// Notes that the rights of an account have changed.
  func change(_ account: String) { state.withLock { $0.changedParts.append(Self.part(of: account)) } }

  func failAtRights(_ problem: Problem?) { state.withLock { $0.lookFailure = problem } }

  private static func part(of account: String) -> Int { account.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } }

  func rightsChanges(since mark: Int64?) async throws -> LiveRightsChanges {
    try state.withLock { state in
      if let failure = state.lookFailure { throw failure }
      let present = Int64(state.changedParts.count)
      guard let mark else { return LiveRightsChanges(mark: present) }
      state.looks += 1
      return LiveRightsChanges(mark: present, parts: Set(state.changedParts.dropFirst(Int(mark))))
    }
  }

  func part(of account: AccountID) -> Int { Self.part(of: account.text) }

  func renewRights() async throws { state.withLock { $0.renewals += 1 } }

  func add(_ topic: String, _ name: String, _ payload: JSON) {
    state.withLock { state in
      state.last += 1
      state.events.append(
        StoredLiveEvent(number: state.last, topic: topic, name: name, payload: payload.serialized()))
    }
  }

  /// Forgets what there is.
  func forget() {
    state.withLock { state in
      (state.floor, state.events) = (state.last, [])
    }
  }

  /// Is another store from now on, as after a restore.
  func renew(epoch: Int64) {
    state.withLock { state in
      state = State()
      state.epoch = epoch
    }
  }

  func fail(_ problem: Problem?) { state.withLock { $0.failure = problem } }

  func place() async throws -> LivePlace {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      return LivePlace(epoch: state.epoch, number: max(state.floor, state.last))
    }
  }

  func events(after number: Int64, limit: Int) async throws -> StoredLiveEvents {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      state.reads += 1
      return StoredLiveEvents(
        floor: state.floor, events: Array(state.events.lazy.filter { $0.number > number }.prefix(limit)))
    }
  }

  func events(
    of topics: [String], after number: Int64, through last: Int64, limit: Int
  ) async throws -> StoredLiveEvents {
    state.withLock { state in
      let found = state.events.lazy.filter { $0.number > number && $0.number <= last && topics.contains($0.topic) }
      return StoredLiveEvents(floor: state.floor, events: Array(found.prefix(limit)))
    }
  }
}

/// A hub of its own on stores that may be shared.
struct LiveWorld: Sendable {
  let hub = LiveHub(log: SilentLog())
  let stores: [String: MemoryLiveStore]

  /// - Parameter stores: by the area of their topics, which is what they are called too.
  init(_ stores: [String: MemoryLiveStore] = ["games": MemoryLiveStore()]) {
    self.stores = stores
    for (area, store) in stores { hub.follow(store, source: area, area: area) }
  }

  /// Publishes an event on `area/topic` and hands it out.
  func publish(_ topic: String, _ payload: JSON, as name: String = "n") async throws {
    let parts = topic.split(separator: "/", maxSplits: 1).map(String.init)
    stores[parts[0]]?.add(parts[1], name, payload)
    try await hub.pump(parts[0])
  }

  func publish(_ topic: String, _ number: Int) async throws { try await publish(topic, .integer(Int64(number))) }

  /// Watches topics `area/topic`.
  func watch(_ topics: String..., after id: String? = nil) async throws -> LiveClient {
    LiveClient(try await hub.watch(Set(topics.map(Self.address)), after: id))
  }

  /// Watches topics as somebody who needs a right.
  func watch(_ topics: String..., as holder: LiveHolder, after id: String? = nil) async throws -> LiveClient {
    LiveClient(try await hub.watch(Set(topics.map(Self.address)), after: id, holder: holder))
  }

  static func address(_ topic: String) -> TopicAddress {
    let parts = topic.split(separator: "/", maxSplits: 1).map(String.init)
    return TopicAddress(source: parts[0], name: parts[1])
  }
}

/// Somebody who watches.
struct LiveClient {
  let watch: LiveWatch
  private(set) var position: LivePosition
  init(_ watch: LiveWatch) { (self.watch, position) = (watch, watch.position) }

  /// What it gets up to the event with this number, as text.
  mutating func take(upTo last: Int) async -> [String] {
    var texts: [String] = []
    for await message in watch.messages {
      texts.append(message.text(&position))
      if Self.number(texts[texts.count - 1]) == last { break }
    }
    return texts
  }

  /// The numbers of the events up to one.
  mutating func numbers(upTo last: Int) async -> [Int?] { await take(upTo: last).map(Self.number) }

  /// The numbers of all events until the stream ends.
  mutating func numbersToTheEnd() async -> [Int?] {
    var numbers: [Int?] = []
    for await message in watch.messages { numbers.append(Self.number(message.text(&position))) }
    return numbers
  }

  /// The numbers that were sent at the beginning.
  var missed: [Int] { watch.opening.components(separatedBy: "\n\n").compactMap(Self.number) }

  /// The number that an event's text carries.
  static func number(_ text: String) -> Int? {
    guard let data = text.split(separator: "\"data\":").dropFirst().last else { return nil }
    return Int(data.prefix { $0.isNumber || $0 == "-" })
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator).map(String.init)
  }
}
