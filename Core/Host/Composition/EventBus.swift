import FieldhouseKit
import FieldhouseStorage
import Synchronization

/// Delivers events to the plugins that subscribed, each exactly once, in the subscriber's own transaction.
final class EventBus: Sendable {
  typealias Body = @Sendable (Event, any Transaction) async throws -> Void

  private struct Subscription {
    let plugin: String
    let storage: any NamespaceStorage
    let body: Body
  }

  private let subscriptions = Mutex<[String: [Subscription]]>([:])
  private let observers = Mutex<[String: [@Sendable (Event) async throws -> Void]]>([:])

  /// Tells the host itself of events, after the plugins. A body that throws is called again later; it may be called
  /// more than once for one event.
  func observe(_ name: String, _ body: @escaping @Sendable (Event) async throws -> Void) {
    observers.withLock { $0[name, default: []].append(body) }
  }

  /// The events as one plugin sees them.
  func events(of plugin: String, storage: any NamespaceStorage) -> any Events {
    PluginEvents(bus: self, plugin: plugin, storage: storage)
  }

  fileprivate func subscribe(_ name: String, plugin: String, storage: any NamespaceStorage, _ body: @escaping Body) {
    subscriptions.withLock { all in
      all[name, default: []].removeAll { $0.plugin == plugin }
      all[name, default: []].append(Subscription(plugin: plugin, storage: storage, body: body))
    }
  }

  /// Delivers an event.
  /// - Parameter source: names the emission, e.g. plugin and outbox number.
  /// - Throws: the first subscriber's error; those that succeeded are not asked again.
  func deliver(_ event: Event, source: String) async throws {
    var failure: (any Error)?
    for subscription in subscriptions.withLock({ $0[event.name] ?? [] }) {
      let key = IdempotencyKey(account: "", route: "event:\(event.name)", key: source)
      do {
        _ = try await subscription.storage.writeOnce(key, fingerprint: "") { transaction in
          try await subscription.body(event, transaction)
          return StoredReply(status: 204, contentType: "", body: [])
        }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    for observer in observers.withLock({ $0[event.name] ?? [] }) { try await observer(event) }
  }
}

/// One plugin's view of the bus.
private struct PluginEvents: Events {
  let bus: EventBus
  let plugin: String
  let storage: any NamespaceStorage

  func subscribe(
    _ name: String, _ body: @escaping @Sendable (Event, any Transaction) async throws -> Void
  ) async {
    bus.subscribe(name, plugin: plugin, storage: storage, body)
  }
}
