import FieldhouseKit
import FieldhouseRuntime

extension EventBus {
  /// The subscribers for whom events were put aside, each as a part of the host.
  var probe: HealthProbe {
    HealthProbe("events") { [store] in
      do {
        return try await store.parkedCounts().map { PartState("\($0.subscriber)/events", $0.health) }
      } catch {
        return [PartState("events", .degraded("The events that wait could not be looked at: \(error)"))]
      }
    }
  }
}

extension LaneCount {
  fileprivate var health: Health {
    .degraded(
      "\(parked) events for '\(subscriber)' were put aside; the first, \(first.name) (\(first.source)): \(first.fault)",
      remedy: "Mend the plugin, then send them again: fieldhouse events resend \(subscriber)")
  }
}
