import FieldhouseKit
import FieldhouseNotifications
import FieldhouseStorage

/// Carries on what transactions caused: notifications into inboxes, events to subscribers. Each effect is kept in the
/// namespace until it has arrived, so a crash at any point loses and doubles nothing.
actor EffectCarrier {
  private static let batch = 256
  private static let retry = Duration.seconds(5)

  private let inbox: Inbox
  private let bus: EventBus
  private let log: any Log
  private var namespaces: [String: any NamespaceStorage] = [:]
  private let wake = AsyncStream.makeStream(of: String.self, bufferingPolicy: .unbounded)

  init(inbox: Inbox, bus: EventBus, log: any Log) {
    self.inbox = inbox
    self.bus = bus
    self.log = log
  }

  /// Carries on the effects of a namespace from now on, beginning with those left from before.
  func attach(_ storage: any NamespaceStorage) {
    let id = storage.namespace.id
    namespaces[id] = storage
    let wake = wake.continuation
    storage.onCommit { effects in
      if effects.contains(where: \.isCarried) { wake.yield(id) }
    }
    wake.yield(id)
  }

  /// Works until the task is cancelled.
  func run() async {
    for await id in wake.stream {
      guard let storage = namespaces[id] else { continue }
      do {
        try await carry(storage)
      } catch {
        log.error("effects could not be carried on; trying again", ["plugin": id, "cause": "\(error)"])
        Task { [wake = wake.continuation] in
          try await Task.sleep(for: Self.retry)
          wake.yield(id)
        }
      }
    }
  }

  private func carry(_ storage: any NamespaceStorage) async throws {
    while true {
      let effects = try await storage.pendingEffects(after: 0, limit: Self.batch)
      if effects.isEmpty { return }
      for effect in effects { try await carry(effect, plugin: storage.namespace.id) }
      try await storage.acknowledge(effects.map(\.sequence))
    }
  }

  private func carry(_ effect: CommittedEffect, plugin: String) async throws {
    switch effect {
    case .notification(let sequence, let request):
      try await inbox.deliver(request, plugin: plugin, source: "\(plugin)/\(sequence)")
    case .event(let sequence, let event):
      try await bus.deliver(event, source: "\(plugin)/\(sequence)")
    case .score, .scores, .grants: return
    }
  }
}

extension CommittedEffect {
  /// Whether it waits in the namespace until it is carried on.
  fileprivate var isCarried: Bool {
    switch self {
    case .notification, .event: true
    case .score, .scores, .grants: false
    }
  }
}
