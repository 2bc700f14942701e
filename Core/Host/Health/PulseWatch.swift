import FieldhouseKit
import FieldhouseRuntime
import FieldhouseStorage
import Synchronization

/// Looks at the parts of an engine each for itself: one that does not answer, because a plugin holds all of its
/// connections, says nothing about the others.
final class PulseWatch: Sendable {
  private let patience: Duration
  /// Since when a namespace's look goes on.
  private let looks = Mutex<[String: ContinuousClock.Instant]>([:])

  /// - Parameter patience: how long a look may take before its part counts as hanging.
  init(patience: Duration = .seconds(3)) { self.patience = patience }

  /// Looks at each part once; takes no longer than the patience.
  func parts(of engine: any StorageEngine) async -> [StoragePart] {
    let pulses = engine.pulses()
    return await withTaskGroup(of: (Int, Health).self) { group in
      for (place, pulse) in pulses.enumerated() { group.addTask { (place, await self.look(pulse)) } }
      var found = [Health](repeating: .ok, count: pulses.count)
      for await (place, health) in group { found[place] = health }
      return zip(pulses, found).map { StoragePart(namespace: $0.namespace, health: $1) }
    }
  }

  /// A look that goes on is not begun again.
  private func look(_ pulse: StoragePulse) async -> Health {
    let name = pulse.namespace ?? ""
    let isNew = looks.withLock { looks in
      if looks[name] != nil { return false }
      looks[name] = .now
      return true
    }
    let health: Health? =
      isNew
      ? await Bounded.run(patience) { [self] in
        let health = await pulse.take()
        looks.withLock { $0[name] = nil }
        return health
      } : nil
    return health ?? hanging(name)
  }

  private func hanging(_ name: String) -> Health {
    let start = looks.withLock { $0[name] } ?? .now
    return .hanging(Int((ContinuousClock.now - start) / .seconds(1)))
  }
}
