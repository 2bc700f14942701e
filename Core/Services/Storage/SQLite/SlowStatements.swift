internal import Synchronization

/// The texts of statements that were given up because they took longer than a moment, so that the next time they go where
/// the long ones run without being tried first. At most 256; a full memory begins anew.
final class SlowStatements: Sendable {
  private static let capacity = 256

  private let texts = Mutex<Set<String>>([])
  private let isEmpty = Atomic(true)

  /// Whether a statement took long the last time.
  func contains(_ text: String) -> Bool {
    !isEmpty.load(ordering: .relaxed) && texts.withLock { $0.contains(text) }
  }

  /// Notes that a statement takes long.
  func add(_ text: String) {
    texts.withLock { texts in
      if texts.count >= Self.capacity { texts = [] }
      texts.insert(text)
      isEmpty.store(false, ordering: .relaxed)
    }
  }

  /// Notes that a statement is quick.
  func remove(_ text: String) {
    guard contains(text) else { return }
    texts.withLock { texts in
      texts.remove(text)
      isEmpty.store(texts.isEmpty, ordering: .relaxed)
    }
  }
}
