internal import FieldhouseKit
internal import Foundation

/// The work of accounts beside requests.
struct Upkeep: Sendable {
  /// How many of each kind that have expired one transaction removes.
  private static let portion = 200

  let context: AccountsContext
  let bell: Bell
  let courier: Courier
  let sessions: Sessions
  let limits: RateLimits
  let leaving: Leaving
  let bodies: Bodies
  let newcomers: Newcomers
  private let sweeps = (sessions: SessionStore.sweep(), devices: KnownDevices.sweep())

  func run() async {
    await withTaskGroup { group in
      group.addTask { await deliver() }
      group.addTask { await every(.seconds(1)) { bell.ring() } }
      group.addTask { await every(.seconds(60)) { await tidy() } }
      group.addTask { await bringIdentifiersUp() }
      await group.waitForAll()
    }
  }

  /// Delivers whenever the bell rings: after a commit that left a message, and once a second for what waits for its
  /// time or was left by another process.
  private func deliver() async {
    for await _ in bell.rings {
      do {
        if try await courier.isWaited(for: context.clock.now) { try await courier.deliver() }
      } catch {
        context.log.error("Messages could not be read from storage.", ["error": "\(error)"])
      }
    }
  }

  private func tidy() async {
    do {
      try await settle()
    } catch {
      context.log.error("What has expired could not be cleared away.", ["error": "\(error)"])
    }
  }

  /// Does what is due by now.
  func settle() async throws {
    try await sessions.touches.flush(into: context.steps)
    while try await removeExpired() {}
    try await limits.removeFull(in: context.steps)
    try await sweeps.sessions.run(now: context.clock.now, in: context.steps)
    try await sweeps.devices.run(now: context.clock.now, in: context.steps)
    try await context.changes.forget(olderThan: ChangeLog.age)
    try await leaving.eraseDue()
    try await bodies.remind()
    try await newcomers.settle()
    try await courier.forget()
  }

  /// Removes a portion of what has expired; those who write meanwhile wait for no more than that.
  /// - Returns: whether there may be more.
  private func removeExpired() async throws -> Bool {
    let (now, portion) = (context.clock.now, Self.portion)
    return try await context.steps.write { transaction in
      let counts = [
        try await ChallengeStore.removeExpired(now: now, most: portion, in: transaction),
        try await UndoStore.removeExpired(now: now, most: portion, in: transaction),
        try await ProviderAttemptStore.removeExpired(now: now, most: portion, in: transaction),
        try await InvitationStore.removeExpired(now: now, most: portion, in: transaction),
        try await FriendStore.removeExpired(now: now, most: portion, in: transaction),
      ]
      return counts.contains(portion)
    }
  }

  private func bringIdentifiersUp() async {
    do {
      let done = try await IdentifierForms(storage: context.storage).bringUp()
      guard done.changed + done.kept > 0 else { return }
      context.log.info(
        "Identifiers were brought into their normal form.",
        ["changed": "\(done.changed)", "kept": "\(done.kept)"])
    } catch {
      context.log.error("Identifiers could not be brought into their normal form.", ["error": "\(error)"])
    }
  }

  private func every(_ interval: Duration, _ body: @Sendable () async -> Void) async {
    while !Task.isCancelled {
      do { try await Task.sleep(for: interval) } catch { return }
      await body()
    }
  }
}

/// Wakes the courier.
struct Bell: Sendable {
  let rings: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func ring() { continuation.yield() }

  /// Ends the rings; the last one is still heard.
  func close() { continuation.finish() }
}
