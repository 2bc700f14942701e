import FieldhouseKit
import FieldhouseStorage

/// The answers that are kept for `Idempotency-Key`s, in every namespace: each until it is old or somebody is erased, whose
/// words it may hold (``PersonalLane``). Old ones go every few minutes; those of a plugin that does not run, once it runs
/// again.
actor StoredReplies {
  private static let pause = Duration.seconds(300)

  private let age: Duration
  private let log: any Log
  private var namespaces: [String: any NamespaceStorage] = [:]

  /// - Parameter age: how long an answer is kept, by the host's clock.
  init(age: Duration, log: any Log) {
    self.age = age
    self.log = log
  }

  /// Looks after a namespace from now on.
  func attach(_ storage: any NamespaceStorage) { namespaces[storage.namespace.id] = storage }

  /// Works until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      do { try await expire() } catch {
        log.error("old answers to repeated requests could not be cleared away", ["cause": "\(error)"])
      }
      do { try await Task.sleep(for: Self.pause) } catch { return }
    }
  }

  /// Forgets the answers that are old by now.
  /// - Throws: ``StorageError``, when all namespaces have had their turn.
  func expire() async throws {
    try await namespaces.values.inTurn { [age] in try await $0.expireReplies(olderThan: age) }
  }
}
