import FieldhouseKit
import FieldhouseStorage
import Synchronization

/// Keeps the events of commits.
final class EmittedEvents: Sendable {
  private let kept = Mutex<[Event]>([])

  var all: [Event] { kept.withLock { $0 } }

  func add(_ effects: [CommittedEffect]) {
    let events = effects.compactMap { effect -> Event? in
      if case .event(_, let event) = effect { event } else { nil }
    }
    if !events.isEmpty { kept.withLock { $0 += events } }
  }
}
