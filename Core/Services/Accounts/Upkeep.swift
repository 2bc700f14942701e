internal import FieldhouseKit
internal import Foundation

/// The work of accounts beside requests.
struct Upkeep: Sendable {
  let context: AccountsContext
  let parts: AccountsParts

  func run() async {
    await withTaskGroup { group in
      group.addTask { await deliver() }
      group.addTask { await every(.seconds(1)) { parts.bell.ring() } }
      group.addTask { await every(.seconds(60)) { await tidy() } }
      await group.waitForAll()
    }
  }

  /// Delivers whenever the bell rings. It may ring just before its transaction commits, so a ring looks a few times.
  private func deliver() async {
    for await _ in parts.bell.rings {
      for pause in [0, 5, 20, 80] {
        try? await Task.sleep(for: .milliseconds(pause))
        if await delivered() { break }
      }
    }
  }

  private func delivered() async -> Bool {
    do {
      guard try await parts.courier.isWaited(for: context.clock.now) else { return false }
      return try await parts.courier.deliver() > 0
    } catch {
      context.log.error("Messages could not be read from storage.", ["error": "\(error)"])
      return false
    }
  }

  private func tidy() async {
    do {
      try await parts.sessions.touches.flush(into: context.storage)
      let now = context.clock.now
      try await context.storage.write { [limits = parts.limits] transaction in
        try await SessionStore.removeExpired(now: now, in: transaction)
        try await ChallengeStore.removeExpired(now: now, in: transaction)
        try await ProviderAttemptStore.removeExpired(now: now, in: transaction)
        try await limits.removeFull(in: transaction)
        try await InvitationStore.removeExpired(now: now, in: transaction)
        try await ChangeLog.prune(in: transaction)
      }
      try await parts.bodies.remind()
    } catch {
      context.log.error("Expired sessions could not be cleared away.", ["error": "\(error)"])
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
}
