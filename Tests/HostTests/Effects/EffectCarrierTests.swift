import FieldhouseKit
import FieldhouseNotifications
import FieldhouseRuntime
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@testable import FieldhouseHost

@Suite struct `Notifications on their way into inboxes` {
  /// An audience that fails at one kind until it is mended.
  private final class FailingAudience: InboxAudience {
    struct Refusal: Error {}
    let isMended = Mutex(false)

    func reached(by requests: [NotificationRequest]) async throws -> [NotificationRequest] {
      if requests.contains(where: { $0.kind == "bad" }), !isMended.withLock({ $0 }) { throw Refusal() }
      return requests
    }
  }

  private static func send(_ kinds: [String], in storage: any NamespaceStorage) async throws {
    try await storage.write { transaction in
      for kind in kinds {
        try await transaction.notify(
          NotificationRequest(recipients: [AccountID("ann")], kind: kind, text: "text.\(kind)"))
      }
    }
  }

  private static func kinds(in inbox: any NamespaceStorage) async throws -> [String] {
    try await inbox.read { transaction in
      try await transaction.query("select kind from notifications order by kind").map { try $0["kind"] }
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `wait for no other that fails, which is told of and arrives once it can`(engine: TestEngine) async throws {
    try await engine.run { database in
      let host = try await database.open("host", EventWorld.migrations)
      let rows = try await database.open("inbox", Inbox.migrations.map { Migration(id: $0.id, sql: $0.sql) })
      let plugin = try await database.open("game", [])
      let (audience, log) = (FailingAudience(), KeptLog())
      let inbox = Inbox(storage: rows, clock: StandingClock(), audience: audience) { _, key, _, _ in key }
      let bus = EventBus(
        storage: host, rules: LaneRules(subscriptionAge: .seconds(60), tries: 3), clock: StandingClock(), log: log)
      let carrier = EffectCarrier(inbox: inbox, bus: bus, log: log)
      let work = Task { await carrier.run() }
      try await Self.send(["bad", "good", "bad"], in: plugin)
      carrier.attach(plugin)
      try await eventually { try await Self.kinds(in: rows) == ["good"] }
      try await Self.send(["later"], in: plugin)
      try await eventually { try await Self.kinds(in: rows) == ["good", "later"] }
      try await eventually { carrier.troubles.map(\.part) == ["game/notifications"] }
      // Each is told of once, however often it is tried.
      #expect(log.lines.count { $0.fields["plugin"] == "game" && $0.fields["kind"] == "bad" } == 2)
      audience.isMended.withLock { $0 = true }
      try await eventually { try await Self.kinds(in: rows) == ["bad", "bad", "good", "later"] }
      try await eventually { carrier.troubles.isEmpty }
      #expect(try await plugin.pendingEffects(after: 0, limit: 10).isEmpty)
      work.cancel()
      await work.value
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `are refused to their sender where no inbox could keep them`(engine: TestEngine) async throws {
    try await engine.run { database in
      let storage = try await database.open("game", [])
      let ann = AccountID("ann")
      let bad = [
        NotificationRequest(recipients: [ann], kind: "k", text: "a\0b"),
        NotificationRequest(recipients: [ann], kind: "k", text: "t", link: "/a\0"),
        NotificationRequest(recipients: [ann], kind: "k", text: "t", deduplicationKey: "\0"),
        NotificationRequest(recipients: [AccountID("a\0")], kind: "k", text: "t"),
        NotificationRequest(recipients: [ann], about: [AccountID("\0")], kind: "k", text: "t"),
      ]
      for request in bad {
        let refused = await #expect(throws: Problem.self) {
          try await storage.write { try await $0.notify(request) }
        }
        #expect(refused?.code == "notification-malformed")
      }
      // What is in the values is kept as JSON, which says it in other words.
      try await storage.write {
        try await $0.notify(
          NotificationRequest(recipients: [ann], kind: "k", text: "t", arguments: ["name": "a\0b"]))
      }
      #expect(try await storage.pendingEffects(after: 0, limit: 10).count == 1)
    }
  }
}
