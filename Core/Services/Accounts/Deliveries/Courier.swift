internal import FieldhouseKit
internal import Foundation

/// Sends what is in the outbox.
struct Courier: Sendable {
  let context: AccountsContext
  let outbox: Outbox
  let deliveries: any Deliveries

  /// How often a message is tried before it is given up; with growing pauses that is about a day.
  private static let maximumTries = 36

  /// Whether a message is due.
  func isWaited(for now: Date) async throws -> Bool {
    try await context.storage.read { try await $0.first("select 1 from outbox where next_at <= \(now) limit 1") } != nil
  }

  /// Sends everything that is due.
  /// - Returns: how many messages were handed over.
  @discardableResult
  func deliver() async throws -> Int {
    var count = 0
    while true {
      let now = context.clock.now
      let claims = try await context.storage.write { try await outbox.claim(now: now, in: $0) }
      guard !claims.isEmpty else { return count }
      count += try await send(claims)
    }
  }

  private func send(_ claims: [Outbox.Claim]) async throws -> Int {
    var done: [String] = []
    var failed: [Outbox.Claim] = []
    for claim in claims {
      if await send(claim) { done.append(claim.message.id) } else { failed.append(claim) }
    }
    try await settle(done, failed)
    return done.count
  }

  private func send(_ claim: Outbox.Claim) async -> Bool {
    do {
      try await deliveries.send(claim.message)
      return true
    } catch {
      context.log.warning(
        "A message could not be delivered and is tried again.",
        ["channel": claim.message.channel.rawValue, "tries": String(claim.tries), "error": "\(type(of: error))"])
      return false
    }
  }

  private func settle(_ done: [String], _ failed: [Outbox.Claim]) async throws {
    let now = context.clock.now
    let givenUp = failed.filter { $0.tries >= Self.maximumTries }
    let retried = failed.filter { $0.tries < Self.maximumTries }
    for claim in givenUp {
      context.log.error("A message was given up.", ["channel": claim.message.channel.rawValue])
    }
    try await context.storage.write { [outbox] transaction in
      try await outbox.remove(done + givenUp.map(\.message.id), in: transaction)
      for claim in retried { try await outbox.postpone(claim, now: now, in: transaction) }
    }
  }
}
