import Synchronization

/// Something that happens once and stays so.
final class Latch: Sendable {
  private let value = Atomic(false)

  /// Whether it has happened.
  var isSet: Bool { value.load(ordering: .acquiring) }

  /// Says that it has happened.
  func set() { value.store(true, ordering: .releasing) }
}
