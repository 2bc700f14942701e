import FieldhouseKit
import FieldhouseRuntime
import FieldhouseStorage
import Foundation
import Synchronization

/// Carries events from those who emit them to those who subscribed: into a lane for each subscriber, and out of it in the
/// subscriber's own transaction, each exactly once and in order.
final class EventBus: Sendable {
  private static let upkeep = Duration.seconds(300)

  let store: LaneStore
  let rules: LaneRules
  private let clock: any HostClock
  private let log: any Log
  private let lanes = Mutex<[String: EventLane]>([:])
  private let subscriptions = Mutex<[String: [String]]>([:])
  private let added = AsyncStream.makeStream(of: EventLane.self)

  /// - Parameter storage: the host's own namespace.
  init(storage: any Storage, rules: LaneRules, clock: any HostClock, log: any Log) {
    store = LaneStore(storage: storage)
    (self.rules, self.clock, self.log) = (rules, clock, log)
  }

  /// Keeps the events of a plugin's subscriptions for it from now on.
  func attach(_ plugin: String, to names: [String], log: any Log) async throws {
    try await store.subscribe(plugin, to: names, at: clock.now)
    subscriptions.withLock { $0[plugin] = names }
    let lane = EventLane(plugin, store, rules, log: log)
    lanes.withLock { $0[plugin] = lane }
    added.continuation.yield(lane)
  }

  /// Hands plugins that run what comes from now on.
  func serve(_ running: [String]) {
    for id in running { lanes.withLock { $0[id] }?.serve() }
  }

  /// The events as one plugin sees them.
  func events(of plugin: String, declared: [String], storage: any NamespaceStorage) -> any Events {
    PluginEvents(bus: self, plugin: plugin, declared: Set(declared), storage: storage)
  }

  /// Puts events into the lanes of those who subscribed.
  /// - Parameter events: in their order, with what names each emission.
  func add(_ events: [(source: String, event: Event)]) async throws {
    guard !events.isEmpty else { return }
    let oldest = clock.now.addingTimeInterval(-(rules.subscriptionAge / .seconds(1)))
    // Those who are here are here, also when a simulated clock has leapt.
    let present = subscriptions.withLock { $0.keys.sorted() }
    for subscriber in try await store.add(events, since: oldest, present: present) { wake(subscriber) }
  }

  /// Has a subscriber's lane looked at soon.
  func wake(_ subscriber: String) { lanes.withLock { $0[subscriber] }?.wake() }

  fileprivate func hear(_ name: String, for plugin: String, _ body: @escaping EventLane.Body) {
    lanes.withLock { $0[plugin] }?.hear(name, body)
  }

  /// Works until the task is cancelled: each lane by itself.
  func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.lookAfter() }
      for await lane in added.stream { group.addTask { await lane.run() } }
      group.cancelAll()
    }
  }

  /// Not at once: after a crash what was delivered is remembered until what it came from has been looked at again, however long
  /// ago that was.
  private func lookAfter() async {
    while (try? await Task.sleep(for: Self.upkeep)) != nil {
      do { try await tidy() } catch {
        log.warning("delivered events could not be cleared away", ["cause": "\(error)"])
      }
    }
  }

  /// Notes that the subscribers of this process are there, and forgets those that have been away for too long.
  func tidy() async throws {
    for (subscriber, names) in subscriptions.withLock({ $0 }) {
      try await store.subscribe(subscriber, to: names, at: clock.now)
    }
    try await store.tidy(
      deliveredBefore: Date().addingTimeInterval(-(LaneRules.memory / .seconds(1))),
      seenBefore: clock.now.addingTimeInterval(-(rules.subscriptionAge / .seconds(1))))
  }
}

/// One plugin's view of the bus.
private struct PluginEvents: Events {
  let bus: EventBus
  let plugin: String
  let declared: Set<String>
  let storage: any NamespaceStorage

  func subscribe(
    _ name: String, _ body: @escaping @Sendable (Event, any Transaction) async throws -> Void
  ) async throws {
    guard declared.contains(name) else {
      throw Problem(
        status: 500, code: "subscription-unknown",
        detail: "The plugin's manifest does not name '\(name)' in its subscriptions.")
    }
    bus.hear(name, for: plugin) { [storage, patience = bus.rules.patience] next in
      try await storage.receive(next.place) { transaction in
        try await Patience.wait(patience) { try await body(next.event, transaction) }
      }
    }
  }
}
