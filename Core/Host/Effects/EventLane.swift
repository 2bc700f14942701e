import FieldhouseKit
import FieldhouseStorage
import Foundation
import Synchronization

/// Hands one subscriber its events, one after another. What it fails at is its own matter: nobody else waits.
final class EventLane: Sendable {
  /// Receives an event. One that it has received before does nothing.
  typealias Body = @Sendable (LaneEvent) async throws -> Void

  private struct State {
    var bodies: [String: Body] = [:]
    /// Whether the subscriber runs, so that whatever it wants to hear of has a body.
    var isServing = false
    /// When to look at the lane.
    var dueAt = ContinuousClock.now
    /// Whether the last look at the host's own database failed; a series is logged once.
    var isBlind = false
  }

  /// How long after a look the next one comes at the latest, for what other processes have put there.
  private static let interval = Duration.seconds(2)
  /// How exactly times are kept.
  private static let tick = Duration.milliseconds(250)

  let subscriber: String
  private let store: LaneStore
  private let rules: LaneRules
  private let log: any Log
  private let state = Mutex(State())
  /// One that waits stands for all that come meanwhile.
  private let wakes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  init(_ subscriber: String, _ store: LaneStore, _ rules: LaneRules, log: any Log) {
    (self.subscriber, self.store, self.rules, self.log) = (subscriber, store, rules, log)
  }

  /// Hands events of a name to a body from now on.
  func hear(_ name: String, _ body: @escaping Body) { state.withLock { $0.bodies[name] = body } }

  /// Hands over what comes from now on.
  func serve() {
    state.withLock { $0.isServing = true }
    wake()
  }

  /// Has the lane looked at.
  func wake() { wakes.continuation.yield() }

  /// Works until the task is cancelled.
  func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask {
        while (try? await Task.sleep(for: Self.tick)) != nil {
          if self.state.withLock({ $0.dueAt <= .now }), await self.isWaited() { self.wake() }
        }
      }
      for await _ in wakes.stream { await work() }
      group.cancelAll()
    }
  }

  /// Whether something is to be handed over, or that cannot be said; else it is known when to look again.
  private func isWaited() async -> Bool {
    guard state.withLock({ $0.isServing }) else { return false }
    do {
      let next = try await StorageUpkeep.look { try await store.next(of: subscriber) }
      let rest = next?.dueAt.timeIntervalSinceNow ?? .infinity
      guard rest > 0 else { return true }
      let pause = min(Self.interval, .milliseconds(Int64(min(rest, 60) * 1000) + 1))
      // Unless it was worked on meanwhile, which knows better.
      state.withLock { if $0.dueAt <= .now { $0.dueAt = .now + pause } }
      return false
    } catch {
      return true
    }
  }

  /// Hands over everything that is due.
  func work() async {
    guard state.withLock({ $0.isServing }) else { return }
    wait(Self.interval)
    do {
      while !Task.isCancelled, try await handNext() {}
      state.withLock { $0.isBlind = false }
    } catch {
      let isNew = state.withLock { state in
        defer { state.isBlind = true }
        return !state.isBlind
      }
      if isNew { log.error("the events that wait could not be looked at; trying again", ["cause": "\(error)"]) }
    }
  }

  /// - Returns: whether there may be another event to hand over now.
  private func handNext() async throws -> Bool {
    guard let next = try await store.next(of: subscriber) else { return false }
    let rest = next.dueAt.timeIntervalSinceNow
    guard rest <= 0 else {
      wait(.milliseconds(Int64(rest * 1000) + 1))
      return false
    }
    do {
      guard let body = state.withLock({ $0.bodies[next.event.name] }) else { throw NotSubscribed() }
      try await body(next)
    } catch {
      return try await settle(next, error)
    }
    try await store.settle(next)
    return true
  }

  /// Says when an event that has failed is tried again, if it is.
  private func settle(_ next: LaneEvent, _ error: any Error) async throws -> Bool {
    var fields = ["event": next.event.name, "source": next.source, "cause": "\(error)"]
    if LaneRules.isOutage(error) {
      log.warning("an event waits for the database of its subscriber", fields)
      wait(LaneRules.outage)
      return false
    }
    let (tries, pause) = (next.tries + 1, LaneRules.pause(after: next.tries + 1))
    let isOver = tries >= rules.tries
    try await store.fail(next, "\(error)", dueAt: Date().addingTimeInterval(pause / .seconds(1)), isOver: isOver)
    fields["tries"] = String(tries)
    if isOver {
      log.error("an event was put aside; see: fieldhouse events", fields)
    } else {
      log.warning("an event could not be received; it is tried again", fields)
      wait(pause)
    }
    return isOver
  }

  private func wait(_ pause: Duration) { state.withLock { $0.dueAt = .now + pause } }
}

/// The plugin declares the subscription and has not subscribed.
private struct NotSubscribed: Error, CustomStringConvertible {
  var description: String { "The plugin's manifest names the event, and the plugin has not subscribed to it." }
}
