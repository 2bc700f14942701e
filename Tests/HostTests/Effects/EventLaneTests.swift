import FieldhouseKit
import FieldhouseRuntime
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@testable import FieldhouseHost

@Suite struct `Events for several subscribers` {
  @Test(arguments: TestEngine.allCases)
  func `reach each in order, and one that fails keeps nobody waiting`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await EventWorld(database)
      let bus = world.bus()
      let (good, bad) = (try await world.storage("good"), try await world.storage("bad"))
      let isMended = Atomic(false)
      let quiet = try await world.subscribe("good", good, on: bus)
      let log = try await world.subscribe("bad", bad, on: bus) {
        $0 == 3 && !isMended.load(ordering: .acquiring)
      }
      bus.serve(["good", "bad"])
      try await world.running(bus) {
        try await world.emit(1...5, on: bus)
        try await eventually { try await world.received(good) == [1, 2, 3, 4, 5] }
        // What fails again and again is put aside, and the next ones come.
        try await eventually { try await world.received(bad) == [1, 2, 4, 5] }
        let parked = try await bus.store.parked()
        #expect(parked.map(\.subscriber) == ["bad"] && parked[0].name == "a.told" && parked[0].source == "a/3")
        #expect(parked[0].tries == 3 && parked[0].fault.contains("Refusal"))
        #expect(log.lines.map(\.message).filter { $0.contains("put aside") }.count == 1)
        #expect(log.lines.filter { $0.message.contains("tried again") }.count == 2)
        #expect(log.lines.allSatisfy { $0.fields["event"] == "a.told" && $0.fields["source"] == "a/3" })
        #expect(quiet.lines.isEmpty)
        let parts = await world.parts(bus)
        #expect(parts.map(\.part) == ["bad/events"] && parts[0].health.state == .degraded)
        #expect(parts[0].health.detail.contains("1 event for 'bad' was") && parts[0].health.detail.contains("Refusal"))
        isMended.store(true, ordering: .releasing)
        #expect(try await bus.store.resend("good", nil) == 0)
        #expect(try await bus.store.resend("bad", parked[0].place + 1) == 0)
        #expect(try await bus.store.resend("bad", parked[0].place) == 1)
        bus.wake("bad")
        try await eventually { try await world.received(bad) == [1, 2, 4, 5, 3] }
        #expect(try await bus.store.parked().isEmpty)
        #expect(await world.parts(bus).isEmpty)
      }
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `that fail are shown under their subscriber from the second time on, to every process, until they are received`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let world = try await EventWorld(database, tries: 100)
      let (bus, beside) = (world.bus(), world.bus())
      let storage = try await world.storage("bad")
      let isMended = Atomic(false)
      try await world.subscribe("bad", storage, on: bus) { $0 == 2 && !isMended.load(ordering: .acquiring) }
      let begun = Date().addingTimeInterval(-1)
      try await world.emit(1...3, on: bus)
      let first = try #require(try await bus.store.next(of: "bad"))
      try await bus.store.settle(first)
      let second = try #require(try await bus.store.next(of: "bad"))
      try await bus.store.fail(second, "Refusal", dueAt: Date(), isOver: false)
      #expect(try await bus.store.troubles().isEmpty, "it was tried once")
      bus.serve(["bad"])
      try await world.running(bus) {
        try await eventually { await !world.parts(beside).isEmpty }
        let part = try #require(await world.parts(beside).first)
        #expect(part.part == "bad/events" && part.health.state == .degraded && !part.isEssential)
        let failing = try #require(try await beside.store.troubles().first?.failing)
        #expect(failing.tries >= 2 && failing.since > begun && failing.since <= Date() && failing.dueAt > failing.since)
        #expect(failing.name == "a.told" && failing.source == "a/2" && failing.fault.contains("Refusal"))
        let since = "since \(failing.since.formatted(.iso8601)), next 2"
        for word in ["'bad'", "a.told (a/2)", since, "Refusal", "after 100 tries"] {
          #expect(part.health.detail.contains(word), "\(word): \(part.health.detail)")
        }
        isMended.store(true, ordering: .releasing)
        try await eventually { await world.parts(beside).isEmpty }
        try await eventually { try await world.received(storage) == [2, 3] }
      }
    }
  }

  @Test(arguments: TestEngine.allCases)
  func
    `that a subscriber never returns from count as failed, keep nothing and nobody waiting, and are shown under its name`(
      engine: TestEngine
    ) async throws
  {
    try await engine.run { database in
      let world = try await EventWorld(database, patience: .milliseconds(200))
      let bus = world.bus()
      let (good, bad) = (try await world.storage("good"), try await world.storage("bad"))
      let stuck = Stuck()
      try await world.subscribe("good", good, on: bus)
      try await world.subscribe("bad", bad, on: bus) { number in
        if number == 2 { await stuck.wait() }
        return false
      }
      bus.serve(["good", "bad"])
      try await world.running(bus) {
        try await world.emit(1...3, on: bus)
        try await eventually { try await world.received(good) == [1, 2, 3] }
        try await eventually { await !world.parts(bus).isEmpty }
        let part = try #require(await world.parts(bus).first)
        #expect(part.part == "bad/events" && part.health.detail.contains("had not returned"), "\(part.health.detail)")
        try await eventually { try await world.received(bad) == [1, 3] }
        #expect(try await bus.store.parked().map(\.source) == ["a/2"])
      }
      #expect(stuck.count == 3)
      stuck.end()
    }
  }

  @Test func `that a plugin has failed at are no trouble while it is switched off`() async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await EventWorld(database)
      let bus = world.bus()
      try await bus.attach("off", to: ["a.told"], log: KeptLog())
      try await world.emit([1], on: bus)
      for _ in 1...2 {
        let next = try #require(try await bus.store.next(of: "off"))
        try await bus.store.fail(next, "Refusal", dueAt: Date(), isOver: false)
      }
      let part = try #require(try await bus.store.states(world.rules, switchedOff: ["off"]).first)
      #expect(part.health.state == .ok && part.health.detail.contains("next when the plugin is switched on: Refusal"))
      #expect(try await bus.store.states(world.rules, switchedOff: []).first?.health.state == .degraded)
      // What was put aside and is sent again is new.
      let next = try #require(try await bus.store.next(of: "off"))
      try await bus.store.fail(next, "Refusal", dueAt: Date(), isOver: true)
      #expect(try await bus.store.troubles().first?.parked == 1)
      #expect(try await bus.store.resend("off", nil) == 1)
      #expect(try await bus.store.troubles().isEmpty)
    }
  }

  /// A host that was killed between delivering and noting so, and is started an hour later.
  @Test(arguments: TestEngine.allCases)
  func `that were delivered long ago and come again after a crash are not delivered twice`(engine: TestEngine)
    async throws
  {
    try await engine.run { database in
      let world = try await EventWorld(database)
      let storage = try await world.storage("b")
      let first = world.bus()
      try await world.subscribe("b", storage, on: first)
      first.serve(["b"])
      try await world.running(first) {
        try await world.emit([1], on: first)
        try await eventually { try await world.received(storage) == [1] }
      }
      try await world.host.write { try await $0.execute("update event_lanes set changed_at = 0") }
      let second = world.bus()
      try await world.subscribe("b", storage, on: second)
      second.serve(["b"])
      try await world.running(second) {
        try await world.emit([2], on: second)
        try await eventually { try await world.received(storage) == [1, 2] }
        try await world.emit([1, 3], on: second)
        try await eventually { try await world.received(storage).contains(3) }
        #expect(try await world.received(storage) == [1, 2, 3])
      }
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `wait for one that is switched off, as long as the setting says`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await EventWorld(database)
      let storage = try await world.storage("off")
      let first = world.bus()
      try await world.subscribe("off", storage, on: first)
      // The next host does not run the plugin.
      let second = world.bus()
      try await world.emit(1...3, on: second)
      world.clock.advance(86_000)
      try await world.emit([4], on: second)
      try await second.tidy()
      let third = world.bus()
      try await world.subscribe("off", storage, on: third)
      third.serve(["off"])
      try await world.running(third) {
        try await eventually { try await world.received(storage) == [1, 2, 3, 4] }
      }
      // Away for too long: what waits goes, and the rest is not kept.
      try await world.emit([5], on: second)
      world.clock.advance(86_401)
      try await world.emit([6], on: second)
      try await second.tidy()
      let last = world.bus()
      try await world.subscribe("off", storage, on: last)
      last.serve(["off"])
      try await world.running(last) {
        try await world.emit([7], on: last)
        try await eventually { try await world.received(storage) == [1, 2, 3, 4, 7] }
        // The clock leaps while it is here.
        world.clock.advance(10 * 86_400)
        try await world.emit([8], on: last)
        try await eventually { try await world.received(storage) == [1, 2, 3, 4, 7, 8] }
      }
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `are received once, though two hosts carry them and each does so twice`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await EventWorld(database)
      let storage = try await world.storage("one")
      let (left, right) = (world.bus(), world.bus())
      for bus in [left, right] {
        try await world.subscribe("one", storage, on: bus)
        bus.serve(["one"])
      }
      try await world.running(left, right) {
        try await withThrowingTaskGroup { group in
          for bus in [left, right] {
            group.addTask {
              for start in stride(from: 1, through: 60, by: 6) {
                try await world.emit(start..<start + 6, on: bus)
                try await world.emit(start..<start + 6, on: bus)
              }
            }
          }
          try await group.waitForAll()
        }
        try await eventually { try await world.received(storage).count >= 60 }
        try await Task.sleep(for: .milliseconds(300))
        #expect(try await world.received(storage) == Array(1...60))
      }
    }
  }

  @Test func `are not received again when the host ends before it has noted it`() async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await EventWorld(database)
      let storage = try await world.storage("one")
      let bus = world.bus()
      try await world.subscribe("one", storage, on: bus)
      try await world.emit(1...2, on: bus)
      let next = try #require(try await bus.store.next(of: "one"))
      #expect(try await storage.receive(next.place) { try await $0.execute("insert into received (n) values (1)") })
      bus.serve(["one"])
      try await world.running(bus) {
        try await eventually { try await world.received(storage) == [1, 2] }
      }
      #expect(try await !storage.receive(next.place) { try await $0.execute("insert into received (n) values (9)") })
      #expect(try await world.received(storage) == [1, 2])
    }
  }

  @Test func `that wait for a database are not put aside`() async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await EventWorld(database, tries: 1)
      let storage = try await world.storage("one")
      let bus = world.bus()
      let log = try await world.subscribe("one", storage, on: bus) { _ in throw StorageError(.unavailable, "gone") }
      bus.serve(["one"])
      try await world.running(bus) {
        try await world.emit([1], on: bus)
        try await eventually { !log.lines.isEmpty }
        #expect(log.lines[0].message == "an event waits for the database of its subscriber")
        #expect(try await bus.store.parked().isEmpty)
        #expect(try await bus.store.next(of: "one")?.tries == 0)
      }
    }
  }

  @Test func `that the manifest names and the plugin does not want are put aside with that reason`() async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await EventWorld(database, tries: 1)
      let bus = world.bus()
      try await bus.attach("deaf", to: ["a.told"], log: KeptLog())
      try await world.running(bus) {
        try await world.emit([1], on: bus)
        try await Task.sleep(for: .milliseconds(400))
        #expect(try await bus.store.parked().isEmpty, "it may not have started yet")
        bus.serve(["deaf"])
        try await eventually { try await bus.store.parked().count == 1 }
        #expect(try await bus.store.parked()[0].fault.contains("has not subscribed"))
        #expect(try await bus.store.discard("deaf", nil) == 1)
        #expect(try await bus.store.parked().isEmpty)
      }
    }
  }

  @Test func `that carry somebody who was erased are thrown away, those that say so are not`() async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await EventWorld(database)
      let bus = world.bus()
      try await bus.attach("one", to: ["a.told", "accounts.account-erased"], log: KeptLog())
      try await bus.add([
        ("a/1", Event(name: "a.told", payload: ["who": "p-canary", "name": "Ann"])),
        ("a/2", Event(name: "a.told", payload: ["who": "p-other"])),
        ("accounts/1", Event(name: "accounts.account-erased", payload: ["account": "p-canary"])),
      ])
      try await bus.store.forget(carrying: "p-canary")
      let left: [String] = try await world.host.read {
        try await $0.query("select source from event_lanes order by place").map { try $0[0] }
      }
      #expect(left == ["a/2", "accounts/1"])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `go with a plugin whose data is removed, those that it was to hear and those that it told`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let world = try await EventWorld(database)
      let store = LaneStore(storage: world.host)
      let now = Date()
      for subscriber in ["gone", "gone-by", "stays"] {
        try await store.subscribe(subscriber, to: ["a.told"], at: now)
      }
      let events = ["gone/1", "gone-by/1", "a/1"].map { ($0, Event(name: "a.told", payload: .string($0))) }
      _ = try await store.add(events.map { (source: $0.0, event: $0.1) }, since: now - 60, present: [])
      try await store.forget(plugin: "gone")
      let left = try await world.host.read { transaction in
        try await transaction.query("select subscriber, source from event_lanes order by subscriber, source").map {
          "\(try $0["subscriber"] as String) \(try $0["source"] as String)"
        }
      }
      #expect(left == ["gone-by a/1", "gone-by gone-by/1", "stays a/1", "stays gone-by/1"])
      let known = try await world.host.read { transaction in
        try await transaction.query(
          """
          select subscriber from event_subscriptions union select subscriber from event_subscribers order by subscriber
          """
        ).map { try $0[0] as String }
      }
      #expect(known == ["gone-by", "stays"])
    }
  }

  @Test func `are tried again after longer and longer pauses, at most a minute`() {
    #expect(
      (1...10).map { LaneRules.pause(after: $0) / .milliseconds(1) } == [
        250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
      ])
    #expect(LaneRules.pause(after: 1_000) == .seconds(60))
  }
}

@Suite struct `What a manifest does not declare` {
  private static func code(_ body: () async throws -> Void) async -> String? {
    do {
      try await body()
      return nil
    } catch { return (error as? Problem).map { "\($0.status) \($0.code)" } ?? "\(error)" }
  }

  @Test func `cannot be subscribed to, scheduled or sent`() async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await EventWorld(database)
      let storage = try await world.storage("one")
      let events = world.bus().events(of: "one", declared: ["a.told"], storage: storage)
      #expect(await Self.code { try await events.subscribe("a.told") { _, _ in } } == nil)
      #expect(
        await Self.code { try await events.subscribe("accounts.account-erased") { _, _ in } }
          == "500 subscription-unknown")
      let schedules = DeclaredSchedules(schedules: NoSchedules(), names: ["feed"])
      #expect(await Self.code { try await schedules.schedule("feed", due: Date()) { _ in nil } } == nil)
      let code = await Self.code { try await schedules.schedule("fed", due: Date()) { _ in nil } }
      #expect(code == "500 schedule-unknown")
      let notifications = DeclaredNotifications(
        notifications: NoNotifications(), names: try DeclaredNames(area: "one", notifications: ["goal"]))
      func send(_ kind: String) async throws {
        try await notifications.send(NotificationRequest(recipients: [], kind: kind, text: "t"))
      }
      #expect(await Self.code { try await send("goal") } == nil)
      #expect(await Self.code { try await send("gaol") } == "500 notification-unknown")
    }
  }
}

private struct NoSchedules: Schedules {
  func schedule(_ name: String, due: Date, _ body: @escaping @Sendable (Date) async throws -> Date?) async {}
  func cancel(_ name: String) async {}
}

private struct NoNotifications: Notifications {
  func send(_ notification: NotificationRequest) async throws {}
}
