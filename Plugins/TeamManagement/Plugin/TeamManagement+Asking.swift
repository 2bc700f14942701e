import FieldhouseKit
import Foundation

// Those who have not answered are asked by themselves, once for an event, some time before answers end and not at night.
extension TeamManagement {
  static let asking = "asking"

  /// How long people have to answer before they are asked again, in seconds: 12 hours from when the event came or changed.
  static let patience: TimeInterval = 12 * 3_600

  /// Has it looked whom to ask, as soon as what has changed is committed.
  func lookForSilent(at now: Date) async throws {
    guard settings.askHours > 0 else { return }
    try await host.schedules.schedule(Self.asking, due: now.addingTimeInterval(1)) { due in
      try await askSilent(at: due)
    }
  }

  /// Asks those who are to be asked now.
  /// - Returns: when to look again; nil while there is no event ahead of which nobody was asked.
  func askSilent(at due: Date) async throws -> Date? {
    let now = max(due, host.clock.now)
    let lead = Double(settings.askHours) * 3_600
    var next: Date?
    for event in try await host.storage.read({ try await EventStore.unasked(at: now, in: $0) }) {
      let soonest = max(event.deadline.addingTimeInterval(-lead), event.changedAt.addingTimeInterval(Self.patience))
      let instant = Spares.awake(from: max(soonest, now), in: event.plan.zone)
      guard instant < event.deadline else { continue }
      guard instant <= now else {
        next = min(next ?? instant, instant)
        continue
      }
      try await host.storage.write { transaction in
        guard let group = try await transaction.groups.group(event.team), group.archivedAt == nil,
          let present = try await EventStore.find(event.id, in: transaction), !present.plan.isCancelled
        else { return }
        _ = try await ask(present, of: group, at: now, in: transaction)
        try await transaction.execute("update events set asked_at = \(now) where id = \(event.id)")
      }
    }
    return next
  }
}
