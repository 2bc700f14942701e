import Synchronization

/// Counts who is inside and keeps out who is too many.
final class PlaceCounter: Sendable {
  private let places: Int
  private let taken = Mutex(0)

  init(places: Int) { self.places = places }

  /// Takes a place; false when there is none.
  func enter() -> Bool {
    taken.withLock { taken in
      guard taken < places else { return false }
      taken += 1
      return true
    }
  }

  func leave() { taken.withLock { $0 -= 1 } }
}
