import FieldhouseKit
import FieldhouseNotifications
import FieldhouseRuntime
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@testable import FieldhouseHost

@Suite struct `Events that the host hears itself` {
  /// Reaches everybody.
  private struct Everybody: InboxAudience {
    func reached(by requests: [NotificationRequest]) async throws -> [NotificationRequest] { requests }
  }

  @Test(arguments: TestEngine.allCases)
  func `hold back what comes behind them while that fails, and have nothing sent again that has arrived`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let world = try await EventWorld(database)
      let rows = try await database.open("inbox", Inbox.migrations.map { Migration(id: $0.id, sql: $0.sql) })
      let (plugin, good) = (try await database.open("a", []), try await world.storage("good"))
      let inbox = Inbox(storage: rows, clock: world.clock, audience: Everybody()) { _, key, _, _ in key }
      let bus = world.bus()
      let isMended = Mutex(false)
      let heard = Mutex(0)
      try await world.subscribe("good", good, on: bus)
      bus.serve(["good"])
      let carrier = EffectCarrier(inbox: inbox, bus: bus, log: KeptLog()) { event in
        guard event.name == "a.heard" else { return nil }
        return {
          if !isMended.withLock({ $0 }) { throw EventWorld.Refusal() }
          heard.withLock { $0 += 1 }
        }
      }
      func send(_ names: [String]) async throws {
        try await plugin.write { transaction in
          for name in names {
            if name == "notice" {
              try await transaction.notify(NotificationRequest(recipients: [AccountID("ann")], kind: "k", text: "t"))
            } else {
              try await transaction.emit(Event(name: "a.\(name)", payload: 1))
            }
          }
        }
      }
      func notices() async throws -> Int {
        try await rows.read { try await $0.query("select kind from notifications").count }
      }
      try await send(["told", "notice", "heard", "notice", "told"])
      let work = Task { await carrier.run() }
      carrier.attach(plugin)
      try await world.running(bus) {
        try await eventually { try await world.received(good) == [1, 1] }
        // What the others have is settled, whatever becomes of the rest.
        try await eventually { try await plugin.pendingEffects(after: 0, limit: 10).count == 2 }
        #expect(try await notices() == 1)
        isMended.withLock { $0 = true }
        try await send(["told"])
        try await eventually { try await plugin.pendingEffects(after: 0, limit: 10).isEmpty }
        #expect(try await notices() == 2 && heard.withLock { $0 } == 1)
        try await eventually { try await world.received(good) == [1, 1, 1] }
      }
      work.cancel()
      await work.value
    }
  }
}
