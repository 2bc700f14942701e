import FieldhouseKit
import Foundation

// What the plugin does by itself.
extension WalkingClubs {
  /// Notes that a span of somebody's time is to be reckoned anew.
  func heard(_ event: Event, in transaction: any Transaction) async throws {
    guard let account = event.payload["account"]?.string, let from = event.payload["from"]?.int,
      let before = event.payload["before"]?.int, from < before,
      try await WalkerStore.find(AccountID(account), in: transaction) != nil
    else { return }
    try await DirtyStore.mark(AccountID(account), Int64(from)..<Int64(before), due: host.clock.now, in: transaction)
    try await wake()
  }

  /// Has the reckoner look at what was marked a second from now, once for what comes together.
  func wake() async throws {
    let due = host.clock.now.addingTimeInterval(1)
    try await host.schedules.schedule("reckon", due: due) { due in try await reckon(due) }
  }

  func reckon(_ due: Date) async throws -> Date? {
    let next = try await reckoner.step()
    try await host.schedules.schedule("close", due: host.clock.now) { due in try await close(due) }
    return next
  }

  func close(_ due: Date) async throws -> Date? { try await closer.step() }

  /// Finds once a day how clubs have improved, and forgets where people were.
  func form(_ due: Date) async throws -> Date? {
    let now = host.clock.now
    try await host.storage.write { transaction in
      try await StandingStore.reckonImprovement(at: now, in: transaction)
      try await PresenceStore.forget(before: now.addingTimeInterval(-PresenceStore.keptFor), in: transaction)
    }
    try await settleLeague(at: now)
    return now.addingTimeInterval(86_400)
  }

  /// Somebody who came through a person's link has come back: the invitation counts once the newcomer has walked.
  func settled(_ event: Event, in transaction: any Transaction) async throws {
    guard let inviter = event.payload["inviter"]?.string, let account = event.payload["account"]?.string else { return }
    try await InvitationStore.add(
      AccountID(account), by: AccountID(inviter), at: host.clock.now, in: transaction)
    try await InvitationStore.credit([AccountID(account)], at: host.clock.now, in: transaction)
  }
}
