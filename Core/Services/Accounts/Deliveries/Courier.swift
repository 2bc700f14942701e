internal import FieldhouseKit
internal import Foundation

/// Sends what is in the outbox.
struct Courier: Sendable {
  let context: AccountsContext
  let outbox: Outbox
  let deliveries: any Deliveries
  /// How long behind the claim an attempt may begin, in real time: less than a claim lasts by what an attempt takes at most.
  var patience: Duration = .seconds(60)

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
      let claims = try outbox.opened(try await context.steps.write { try await outbox.claim(now: now, in: $0) })
      guard !claims.isEmpty else { return count }
      count += try await send(claims)
    }
  }

  /// Has what was kept of messages forgotten after an hour, unless their addresses are somebody's.
  func forget() async throws {
    let before = context.clock.now.addingTimeInterval(-context.settings.stretched(3600))
    try await deliveries.forget(before: before) { [context] addresses in
      try await context.storage.read { try await IdentifierStore.owned(of: addresses, in: $0) }
    }
  }

  /// Sends claimed messages side by side, so that all attempts end while the claim lasts: what cannot be begun in time is
  /// claimed anew. Those to one recipient keep their order. What came of each is written at once: a host that is killed repeats only what was under way, with the
  /// same id.
  private func send(_ claims: [Outbox.Claim]) async throws -> Int {
    let settlements = Settlements(context: context, outbox: outbox)
    let end = ContinuousClock.now.advanced(by: patience)
    return try await withThrowingTaskGroup(of: Int.self) { group in
      for (_, claims) in Dictionary(grouping: claims, by: \.message.to) {
        group.addTask { try await sendInOrder(claims, settlements, until: end) }
      }
      return try await group.reduce(0, +)
    }
  }

  /// After a failure the others wait as well.
  private func sendInOrder(
    _ claims: [Outbox.Claim], _ settlements: Settlements, until end: ContinuousClock.Instant
  ) async throws -> Int {
    var count = 0
    var works = true
    for (index, claim) in claims.enumerated() {
      guard index == 0 || ContinuousClock.now < end else { break }
      if works { works = await send(claim) }
      let isGivenUp = !works && claim.tries >= Self.maximumTries
      if isGivenUp {
        context.log.error("A message was given up.", ["channel": claim.message.channel.rawValue])
      }
      try await settlements.settle(.init(claim: claim, isOver: works || isGivenUp))
      if works { count += 1 }
    }
    return count
  }

  private func send(_ claim: Outbox.Claim) async -> Bool {
    do {
      try await deliveries.send(claim.message)
      return true
    } catch {
      let cause = (error as? DeliveryFailure)?.description ?? "\(type(of: error))"
      context.log.warning(
        "A message could not be delivered and is tried again.",
        ["channel": claim.message.channel.rawValue, "tries": String(claim.tries), "error": cause])
      return false
    }
  }
}
