import FieldhouseKit
import FieldhouseMachine
import FieldhouseRuntime
import Foundation

extension LaneStore {
  /// The subscribers that fail at events, or for whom events were put aside, each as a part of the host. It is read from
  /// the database, so every process sees the same.
  /// - Parameters:
  ///   - rules: how often an event is tried.
  ///   - switchedOff: plugins that nobody runs: what they have failed at waits until they are switched on.
  func probe(_ rules: LaneRules, switchedOff: Set<String>) -> HealthProbe {
    HealthProbe("events") {
      do {
        return try await states(rules, switchedOff: switchedOff)
      } catch {
        return [PartState("events", .degraded("The events that wait could not be looked at: \(error)"))]
      }
    }
  }

  /// What ``probe(_:switchedOff:)`` finds.
  func states(_ rules: LaneRules, switchedOff: Set<String>) async throws -> [PartState] {
    try await troubles().map { trouble in
      let isOff = switchedOff.contains(trouble.subscriber)
      let quotes = [trouble.failing?.fault, trouble.firstParked?.fault].compactMap(\.self)
      return PartState("\(trouble.subscriber)/events", trouble.health(rules, isOff: isOff), quotes: quotes)
    }
  }
}

extension LaneTrouble {
  fileprivate func health(_ rules: LaneRules, isOff: Bool) -> Health {
    let reasons = [failing?.reason(isOff: isOff), firstParked.map(parkedReason)].compactMap(\.self)
    let again = "Mend the plugin, then send them again: fieldhouse events resend \(subscriber)"
    let most = counted(rules.tries, "try", plural: "tries")
    let goesOn = "Mend the plugin; the events behind it wait, and after \(most) it is put aside."
    let remedy = firstParked != nil ? again : isOff ? "" : goesOn
    let reason = reasons.joined(separator: " ")
    let isTrouble = firstParked != nil || !isOff
    return isTrouble ? .degraded(reason, remedy: remedy) : .notice(reason, remedy: remedy)
  }

  private func parkedReason(_ first: ParkedEvent) -> String {
    "\(counted(parked, "event")) for '\(subscriber)' \(parked == 1 ? "was" : "were") put aside; the first, \(first.name) "
      + "(\(first.source)): \(first.fault)"
  }
}

extension FailingEvent {
  fileprivate func reason(isOff: Bool) -> String {
    let next = isOff ? "when the plugin is switched on" : dueAt.formatted(.iso8601)
    return "'\(subscriber)' cannot receive \(name) (\(source)): tried \(tries) times since "
      + "\(since.formatted(.iso8601)), next \(next): \(fault)"
  }
}
