import FieldhouseKit
import FieldhouseStorage

/// Keeps the live events of all namespaces few: old ones go every half minute (``LiveRetention``).
actor LiveUpkeep {
  private static let pause = Duration.seconds(30)

  private let log: any Log
  private var namespaces: [String: any NamespaceStorage] = [:]

  init(log: any Log) { self.log = log }

  /// Looks after a namespace from now on.
  func attach(_ storage: any NamespaceStorage) { namespaces[storage.namespace.id] = storage }

  /// Works until the task is cancelled.
  func run() async {
    while (try? await Task.sleep(for: Self.pause)) != nil {
      do {
        try await namespaces.values.inTurn { storage in
          try await StorageUpkeep.look {
            try await storage.expireLiveEvents(olderThan: LiveRetention.age, beyond: LiveRetention.count)
          }
        }
      } catch {
        log.warning("old live events could not be cleared away", ["cause": "\(error)"])
      }
    }
  }
}
