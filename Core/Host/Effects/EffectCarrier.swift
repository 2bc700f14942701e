import FieldhouseKit
import FieldhouseNotifications
import FieldhouseRuntime
import FieldhouseStorage
import Synchronization

/// Carries on what transactions caused: notifications into inboxes, events into the lanes of their subscribers. Each effect
/// is kept in the namespace until it has arrived, so a crash at any point loses and doubles nothing. Namespaces do not
/// wait for each other, and no subscriber is waited for.
final class EffectCarrier: Sendable {
  private static let batch = 256
  /// How long after a look the next one comes at the latest, for what failed and for what a host that has ended has left.
  private static let interval = Duration.seconds(5)

  /// So many failing notifications of a plugin are told of at most, the oldest ones.
  private static let most = 256

  private struct Source: Sendable {
    let storage: any NamespaceStorage
    /// One that waits stands for all that come meanwhile.
    let wakes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  private let inbox: Inbox
  private let bus: EventBus
  private let hear: Hearing
  private let log: any Log
  private let sources = AsyncStream.makeStream(of: Source.self)
  /// Of each plugin the notifications that failed the last time, by their numbers.
  private let failures = Mutex<[String: [Int64: FailingNotification]]>([:])

  /// Takes the events that are for the host itself. What it does for one it does once, however often it is handed over.
  /// - Returns: what is to be done; nil for those that go to their subscribers.
  typealias Hearing = @Sendable (Event) -> (@Sendable () async throws -> Void)?

  init(inbox: Inbox, bus: EventBus, log: any Log, hear: @escaping Hearing = { _ in nil }) {
    self.inbox = inbox
    self.bus = bus
    self.log = log
    self.hear = hear
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
          while (try? await Task.sleep(for: Self.interval)) != nil {
            if await Self.isWaited(for: source.storage) { source.wakes.continuation.yield() }
          }
        }
      }
      group.cancelAll()
    }
  }

  /// Whether there is something to be carried on, or that cannot be said.
  private static func isWaited(for storage: any NamespaceStorage) async -> Bool {
    let effects = try? await StorageUpkeep.look { try await storage.pendingEffects(after: 0, limit: 1) }
    return effects?.isEmpty != true
  }

  private func run(_ source: Source) async {
    let plugin = source.storage.namespace.id
    for await _ in source.wakes.stream {
      do {
        let failed = try await carry(source.storage)
        failures.withLock { $0[plugin] = failed.isEmpty ? nil : failed }
      } catch {
        // The next look comes by itself.
        let fields = ["plugin": plugin, "cause": "\(error)"]
        log.error("notifications and events could not be carried on; trying again", fields)
      }
    }
  }

  /// Carries on what there is: events first, which wait for nobody, but those that the host hears itself in their order among
  /// the notifications. A notification that no inbox takes holds up none that
  /// comes behind it: it waits in the namespace and is tried again at each look.
  /// - Returns: those that failed, by their numbers.
  private func carry(_ storage: any NamespaceStorage) async throws -> [Int64: FailingNotification] {
    let plugin = storage.namespace.id
    var failed: [Int64: FailingNotification] = [:]
    var last: Int64 = 0
    while true {
      let effects = try await storage.pendingEffects(after: last, limit: Self.batch)
      guard let end = effects.last?.sequence else { return failed }
      last = end
      var events: [(source: String, event: Event)] = []
      var heard: [Int64: @Sendable () async throws -> Void] = [:]
      var done: [Int64] = []
      for case .event(let sequence, let event) in effects {
        heard[sequence] = hear(event)
        guard heard[sequence] == nil else { continue }
        events.append(("\(plugin)/\(sequence)", event))
        done.append(sequence)
      }
      try await bus.add(events)
      var notices: [(sequence: Int64, request: NotificationRequest)] = []
      var isReached = true
      for effect in effects {
        switch effect {
        case .event(let sequence, _):
          guard let work = heard[sequence] else { continue }
          isReached = try await deliver(notices, of: plugin, &done, &failed)
          notices = []
          guard isReached else { break }
          do { try await work() } catch {
            // What has arrived comes a second time where it is only said to have when nobody remembers it any more.
            try await storage.acknowledge(done)
            throw error
          }
          done.append(sequence)
        case .notification(let sequence, let request): notices.append((sequence, request))
        case .score, .scores, .grants, .published: break
        }
        guard isReached else { break }
      }
      if isReached { isReached = try await deliver(notices, of: plugin, &done, &failed) }
      guard isReached else {
        try await storage.acknowledge(done)
        return failed
      }
      try await storage.acknowledge(done)
    }
  }

  /// Puts notifications into inboxes: all at once, and where that fails one after the other, so that it is known which one does.
  /// - Parameters:
  ///   - done: gets the numbers of those that have arrived.
  ///   - failed: gets those that no inbox takes.
  /// - Returns: whether the inboxes can be reached; where they cannot, trying the others is of no use.
  private func deliver(
    _ notices: [(sequence: Int64, request: NotificationRequest)], of plugin: String, _ done: inout [Int64],
    _ failed: inout [Int64: FailingNotification]
  ) async throws -> Bool {
    guard !notices.isEmpty else { return true }
    func source(_ sequence: Int64) -> String { "\(plugin)/\(sequence)" }
    do {
      try await inbox.deliver(notices.map { (source($0.sequence), $0.request) }, plugin: plugin)
      done += notices.map(\.sequence)
      return true
    } catch {}
    for (sequence, request) in notices {
      do {
        try await inbox.deliver(request, plugin: plugin, source: source(sequence))
        done.append(sequence)
      } catch {
        let one = FailingNotification(request, sequence, error)
        if failed.count < Self.most {
          note(one, of: plugin)
          failed[sequence] = one
        }
        if one.isOfAll { return false }
      }
    }
    return true
  }

  /// Writes a failure down, once as long as it goes on.
  private func note(_ failure: FailingNotification, of plugin: String) {
    guard failures.withLock({ $0[plugin]?[failure.sequence] })?.fault != failure.fault else { return }
    log.error(
      "a notification could not be put into inboxes; trying again",
      ["plugin": plugin, "kind": failure.kind, "cause": failure.fault])
  }

  /// The plugins some of whose notifications no inbox takes, each as a part of the host.
  var troubles: [PartState] {
    failures.withLock { $0 }.sorted { $0.key < $1.key }.compactMap { plugin, failed in
      failed.min { $0.key < $1.key }.map { _, first in
        PartState("\(plugin)/notifications", .degraded(first.reason, remedy: first.remedy), quotes: [first.fault])
      }
    }
  }
}

/// A notification that no inbox takes.
private struct FailingNotification: Sendable {
  let kind: String
  let sequence: Int64
  let fault: String
  /// Whether the inboxes cannot be reached, so that trying the others is of no use.
  let isOfAll: Bool

  init(_ request: NotificationRequest, _ sequence: Int64, _ error: any Error) {
    (kind, self.sequence, fault) = (request.kind, sequence, "\(error)")
    isOfAll = (error as? StorageError)?.code == .unavailable
  }

  var remedy: String {
    isOfAll
      ? "It is tried again by itself."
      : "The others arrive. It is tried again by itself; mend the plugin if that never helps."
  }

  var reason: String { "A notification of kind \(kind) (\(sequence)) cannot be put into inboxes: \(fault)" }
}

extension CommittedEffect {
  /// Whether it waits in the namespace until it is carried on.
  fileprivate var isCarried: Bool {
    switch self {
    case .notification, .event: true
    case .score, .scores, .grants, .published: false
    }
  }
}
