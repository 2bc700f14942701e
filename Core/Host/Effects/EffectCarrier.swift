import FieldhouseKit
import FieldhouseNotifications
import FieldhouseStorage
import Synchronization

/// Carries on what transactions caused: notifications into inboxes, events into the lanes of their subscribers. Each effect
/// is kept in the namespace until it has arrived, so a crash at any point loses and doubles nothing. Namespaces do not
/// wait for each other, and no subscriber is waited for.
final class EffectCarrier: Sendable {
  private static let batch = 256
  private static let retry = Duration.seconds(5)
  /// How long after a look the next one comes, for what a host that has ended has left.
  private static let interval = Duration.seconds(10)

  private struct Source: Sendable {
    let storage: any NamespaceStorage
    /// One that waits stands for all that come meanwhile.
    let wakes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  private let inbox: Inbox
  private let bus: EventBus
  private let log: any Log
  private let sources = AsyncStream.makeStream(of: Source.self)

  init(inbox: Inbox, bus: EventBus, log: any Log) {
    self.inbox = inbox
    self.bus = bus
    self.log = log
  }

  /// Carries on the effects of a namespace from now on, beginning with those left from before.
  func attach(_ storage: any NamespaceStorage) {
    let source = Source(storage: storage)
    let wake = source.wakes.continuation
    storage.onCommit { effects in
      if effects.contains(where: \.isCarried) { wake.yield() }
    }
    wake.yield()
    sources.continuation.yield(source)
  }

  /// Works until the task is cancelled.
  func run() async {
    await withDiscardingTaskGroup { group in
      for await source in sources.stream {
        group.addTask { await self.run(source) }
        group.addTask {
          while (try? await Task.sleep(for: Self.interval)) != nil { source.wakes.continuation.yield() }
        }
      }
      group.cancelAll()
    }
  }

  private func run(_ source: Source) async {
    for await _ in source.wakes.stream {
      while !Task.isCancelled {
        do {
          try await carry(source.storage)
          break
        } catch {
          let fields = ["plugin": source.storage.namespace.id, "cause": "\(error)"]
          log.error("notifications and events could not be carried on; trying again", fields)
          do { try await Task.sleep(for: Self.retry) } catch { return }
        }
      }
    }
  }

  /// Carries on what there is: events first, which wait for nobody.
  private func carry(_ storage: any NamespaceStorage) async throws {
    let plugin = storage.namespace.id
    var failure: (any Error)?
    var last: Int64 = 0
    while true {
      let effects = try await storage.pendingEffects(after: last, limit: Self.batch)
      guard let end = effects.last?.sequence else { break }
      last = end
      var events: [(source: String, event: Event)] = []
      for case .event(let sequence, let event) in effects { events.append(("\(plugin)/\(sequence)", event)) }
      try await bus.add(events)
      var done = effects.filter(\.isEvent).map(\.sequence)
      for case .notification(let sequence, let request) in effects where failure == nil {
        do {
          try await inbox.deliver(request, plugin: plugin, source: "\(plugin)/\(sequence)")
          done.append(sequence)
        } catch { failure = error }
      }
      try await storage.acknowledge(done)
    }
    if let failure { throw failure }
  }
}

extension CommittedEffect {
  fileprivate var isEvent: Bool {
    if case .event = self { true } else { false }
  }

  /// Whether it waits in the namespace until it is carried on.
  fileprivate var isCarried: Bool {
    switch self {
    case .notification, .event: true
    case .score, .scores, .grants, .published: false
    }
  }
}
