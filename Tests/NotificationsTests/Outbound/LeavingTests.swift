import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseNotifications

@Suite struct `What leaves an inbox` {
  /// A world in which ann and bob have a device each, and ann has an address and a number too.
  private static func world(_ database: TestDatabase) async throws -> InboxWorld {
    let world = try await InboxWorld(database)
    for person in ["ann", "bob"] { try await world.subscribe(person) }
    let ann = Reach(account: AccountID("ann"), language: "nl", email: "ann@example.org", phone: "+491", sessions: ["s"])
    world.outside.know("ann", ann)
    return world
  }

  @Test(.tags(.pl48, .pl90, .tm67), arguments: TestEngine.allCases)
  func `goes to every device of those who have one, once, and to nobody else`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      try await world.subscribe("ann", "2")
      for _ in 0..<2 { try await world.deliver("1", to: "ann", "bob", "eve") }
      #expect(try await world.queue() == ["ann 1 push", "bob 1 push"])
      for _ in 0..<2 { try await world.outbound.sendDue() }
      #expect(world.outside.pushed.sorted() == ["ann/1", "ann/2", "bob/1"])
      #expect(try await world.receipts() == ["ann 1 push delivered", "bob 1 push delivered"])
      #expect(try await world.queue().isEmpty)
      #expect(try await world.read("eve").ids == ["1"])
      let request = try #require(world.outside.requests.first)
      #expect(request.method == "POST" && request.headers["content-encoding"] == "aes128gcm")
      #expect(request.headers["ttl"] == "86400" && request.headers["topic"]?.count == 32)
      #expect(request.headers["authorization"]?.hasPrefix("vapid t=") == true)
    }
  }

  @Test(.tags(.pl47, .pl50, .sp157, .sp173, .tm67), arguments: TestEngine.allCases)
  func `is nothing while the master switch or the kind's is off, and the inbox holds it all the same`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      let path = "/me/notification-settings"
      try await world.call(.put, path, ["enabled": false, "kindsOff": []], as: "ann")
      try await world.call(.put, path, ["enabled": true, "kindsOff": ["soccer/goal"]], as: "bob")
      try await world.deliver("1", to: "ann", "bob")
      try await world.deliver("2", to: "ann", "bob", kind: "final")
      #expect(try await world.queue() == ["bob 2 push,email,sms"])
      // What waits when it is switched off does not leave either.
      try await world.call(.put, path, ["enabled": false, "kindsOff": []], as: "bob")
      try await world.outbound.sendDue()
      #expect(world.outside.requests.isEmpty && world.outside.messages.isEmpty)
      try await world.call(.put, path, ["enabled": true, "kindsOff": []], as: "bob")
      world.clock.advance(86_400)
      try await world.outbound.sendDue()
      #expect(world.outside.requests.isEmpty)
      for person in ["ann", "bob"] {
        #expect(try await world.read(person).ids == ["2", "1"])
        #expect(try await world.read(person).page["unread"] == 2)
      }
    }
  }

  /// The kinds that walking clubs ask for a switch of; the one of the weight's reminder has a test of its own.
  private static let switched = [
    "communities/chat-message", "walking-clubs/club-announcement", "walking-clubs/association-announcement",
    "walking-clubs/invitation", "walking-clubs/badge",
  ]

  @Test(.tags(.pl50, .wc55, .wc56, .wc57, .wc58, .wc59), arguments: TestEngine.allCases, switched)
  func `is nothing of the kind that is switched off, and everything of the others and for others`(
    engine: TestEngine, off: String
  ) async throws {
    try await engine.run { database in
      // Those of groups are the platform's.
      let (kinds, clubs) = (KindCatalogue(), "walking-clubs")
      let all = Self.switched.map { $0.split(separator: "/").map(String.init) }
      let declared = all.filter { $0[0] == clubs }.map { NotificationKind(owner: clubs, name: $0[1], title: $0[1]) }
      kinds.set(.init(owner: clubs, title: "name", kinds: declared))
      let world = try await InboxWorld(database, kinds: kinds)
      for person in ["ann", "bob"] { try await world.subscribe(person) }
      let path = "/me/notification-settings"
      try await world.call(.put, path, ["enabled": true, "kindsOff": [.string(off)]], as: "ann")
      for kind in all {
        try await world.deliver(kind.joined(separator: "/"), to: "ann", "bob", kind: kind[1], plugin: kind[0])
        try await world.outbound.sendDue()
      }
      let left = try await world.receipts()
      let wanted = Self.switched.flatMap { kind in
        (kind == off ? ["bob"] : ["ann", "bob"]).map { "\($0) \(kind) push delivered" }
      }
      #expect(left.sorted() == wanted.sorted())
      #expect(["ann/1", "bob/1"].map { device in world.outside.pushed.count { $0 == device } } == [4, 5])
      for person in ["ann", "bob"] { #expect(try await world.read(person).ids.count == 5) }
      try await world.call(.put, path, ["enabled": true, "kindsOff": []], as: "ann")
      let kind = off.split(separator: "/").map(String.init)
      try await world.deliver("again", to: "ann", kind: kind[1], plugin: kind[0])
      try await world.outbound.sendDue()
      #expect(world.outside.pushed.count { $0 == "ann/1" } == 5)
    }
  }

  @Test(.tags(.tm67), arguments: TestEngine.allCases)
  func `is nothing of a kind that stays in the inbox, that nobody declares, or that was read meanwhile`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      for kind in ["quiet", "undeclared"] { try await world.deliver(kind, to: "ann", kind: kind) }
      try await world.deliver("1", to: "ann", "bob")
      try await world.call(.post, "/me/notifications/read", ["ids": ["1"]], as: "ann")
      try await world.outbound.sendDue()
      #expect(world.outside.pushed == ["bob/1"])
      #expect(try await world.queue().isEmpty)
    }
  }

  @Test(.tags(.pl50, .pl90, .tm67), arguments: TestEngine.allCases)
  func `waits for the end of quiet hours, and many are told as one then`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      let hours: JSON = ["from": "13:00", "to": "15:00", "zone": "Europe/Berlin"]
      let quiet: JSON = ["enabled": true, "kindsOff": [], "quietHours": hours]
      for person in ["ann", "bob"] { try await world.call(.put, "/me/notification-settings", quiet, as: person) }
      for number in 1...4 { try await world.deliver("\(number)", to: "ann") }
      for number in 1...3 { try await world.deliver("\(number)", to: "bob") }
      try await world.outbound.sendDue()
      world.clock.advance(3599)
      try await world.outbound.sendDue()
      #expect(world.outside.requests.isEmpty)
      #expect(try await world.read("ann").page["unread"] == 4)
      world.clock.advance(1)
      try await world.outbound.sendDue()
      #expect(world.outside.pushed.sorted() == ["ann/1", "bob/1", "bob/1", "bob/1"])
      #expect(try await world.receipts().count == 7)
      #expect(try await world.queue().isEmpty)
    }
  }

  @Test(.tags(.tm67), arguments: TestEngine.allCases)
  func `waits for quiet hours that began after it was to leave`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      try await world.deliver("1", to: "ann")
      let hours: JSON = ["from": "11:00", "to": "13:00", "zone": "UTC"]
      let quiet: JSON = ["enabled": true, "kindsOff": [], "quietHours": hours]
      try await world.call(.put, "/me/notification-settings", quiet, as: "ann")
      try await world.outbound.sendDue()
      #expect(world.outside.requests.isEmpty)
      world.clock.advance(3600)
      try await world.outbound.sendDue()
      #expect(world.outside.pushed == ["ann/1"])
    }
  }

  @Test(.tags(.tm67), arguments: TestEngine.allCases, [404, 410])
  func `goes to a device no more that is gone, and by mail where there is no other`(
    engine: TestEngine, status: Int
  ) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      world.outside.answer("ann/1", status)
      try await world.deliver("1", to: "ann", kind: "final", arguments: ["match": "m1"])
      try await world.outbound.sendDue()
      let text = "soccer text.final nl match=m1"
      #expect(world.outside.messages == ["email ann@example.org: soccer final.title nl | \(text) | /inbox/open?id=1"])
      #expect(try await world.receipts() == ["ann 1 email delivered", "ann 1 push failed"])
      try await world.deliver("2", to: "ann")
      #expect(try await world.queue().isEmpty)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `leads straight to its own link where that opens without a session, and else over the inbox`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      try await world.deliver("1", to: "ann", kind: "asked", link: "/teams/answer/secret")
      try await world.deliver("2", to: "ann", kind: "asked")
      try await world.deliver("3", to: "ann", kind: "letter", link: "/teams/events/1")
      try await world.outbound.sendDue()
      let paths = world.outside.messages.compactMap { $0.split(separator: " | ").last.map(String.init) }
      #expect(paths == ["/teams/answer/secret", "/inbox/open?id=2", "/inbox/open?id=3"])
    }
  }

  @Test(.tags(.pl90, .tm67), arguments: TestEngine.allCases, [500, 503, 0, 408])
  func `is tried again after a fault, a time-out or a refusal for now, over restarts, and arrives once`(
    engine: TestEngine, status: Int
  ) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      world.outside.answer("ann/1", status, status)
      try await world.deliver("1", to: "ann")
      try await world.outbound.sendDue()
      #expect(world.outside.pushed.count == 1)
      for (seconds, count) in [(0.5, 1), (0.5, 2), (1.5, 2), (0.5, 3), (600, 3)] {
        world.clock.advance(seconds)
        let restarted = Outbound(inbox: world.inbox, people: world.outside, pace: 1, log: SilentLog())
        try await restarted.sendDue()
        #expect(world.outside.pushed.count == count, "after \(seconds) s more")
      }
      #expect(try await world.receipts() == ["ann 1 push delivered"])
    }
  }

  @Test(.tags(.tm67), arguments: TestEngine.allCases)
  func `leaves a push service alone for as long as it asks`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      world.outside.answer("ann/1", 429, headers: ["retry-after": "120"])
      try await world.deliver("1", to: "ann")
      try await world.outbound.sendDue()
      // Another device of the same push service waits too.
      try await world.deliver("2", to: "bob")
      try await world.outbound.sendDue()
      world.clock.advance(60)
      try await world.outbound.sendDue()
      #expect(world.outside.pushed == ["ann/1"])
      #expect(try await world.queue().count == 2)
    }
  }

  @Test(.tags(.pl90, .tm67), arguments: TestEngine.allCases)
  func `goes the next way where a push service never takes it, and text messages follow mails`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      world.outside.answer("ann/1", 413)
      world.outside.close()
      try await world.deliver("1", to: "ann", kind: "final")
      for _ in 0..<5 {
        try await world.outbound.sendDue()
        world.clock.advance(20)
      }
      #expect(world.outside.ids.count >= 5 && Set(world.outside.ids.prefix(5)).count == 1)
      world.outside.close(false)
      try await world.outbound.sendDue()
      #expect(world.outside.messages.map { $0.prefix(9) } == ["sms +491:"])
      #expect(try await world.receipts() == ["ann 1 email failed", "ann 1 push failed", "ann 1 sms delivered"])
    }
  }

  @Test(.tags(.tm67), arguments: TestEngine.allCases)
  func `ends with the session of a device, and with its owner`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      try await world.deliver("1", to: "ann", "bob")
      world.outside.know("ann", Reach(account: AccountID("ann"), sessions: ["another"]))
      world.outside.know("bob", nil)
      try await world.outbound.sendDue()
      #expect(world.outside.requests.isEmpty)
      #expect(try await world.receipts() == ["ann 1 push absent"])
      #expect(try await world.queue().isEmpty)
      try await world.deliver("2", to: "ann")
      #expect(try await world.queue().isEmpty, "the device is forgotten")
    }
  }

  @Test(.tags(.pl90, .tm67), arguments: TestEngine.allCases)
  func `is sent by one host at a time, and by another where the first has ended`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      for number in 0..<40 {
        world.outside.know("p\(number)", Reach(account: AccountID("p\(number)"), email: "p\(number)@example.org"))
        try await world.deliver("\(number)", to: "p\(number)", kind: "letter")
      }
      let hosts = (0..<4).map { _ in Outbound(inbox: world.inbox, people: world.outside, pace: 1, log: SilentLog()) }
      try await withThrowingDiscardingTaskGroup { group in
        for host in hosts { group.addTask { try await host.sendDue() } }
      }
      #expect(world.outside.messages.count == 40 && Set(world.outside.ids).count == 40)
      #expect(try await world.queue().isEmpty)
      // One that was claimed and never settled is taken over when the claim has ended.
      try await world.deliver("last", to: "ann")
      let now = world.clock.now
      let claimed = try await world.storage.write {
        try await SendStore.claim(16, now: now, until: now.addingTimeInterval(90), in: $0)
      }
      #expect(claimed.map(\.source) == ["last"])
      world.clock.advance(89)
      try await world.outbound.sendDue()
      #expect(world.outside.pushed.isEmpty)
      world.clock.advance(1)
      try await world.outbound.sendDue()
      #expect(world.outside.pushed == ["ann/1"])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `leaves no trace of somebody who was erased while it was sent, and is another's who took over`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      try await world.deliver("1", to: "ann")
      world.outside.meanwhile {
        try await world.storage.write { try await Inbox.erase(AccountID("ann"), in: $0) }
      }
      try await world.outbound.sendDue()
      #expect(world.outside.pushed == ["ann/1"])
      #expect(try await world.receipts().isEmpty)
      try await world.deliver("2", to: "bob")
      world.outside.meanwhile {
        try await world.storage.write { try await Inbox.merge(AccountID("bob"), into: AccountID("cid"), in: $0) }
      }
      try await world.outbound.sendDue()
      #expect(try await world.receipts() == ["cid 2 push delivered"])
      #expect(try await world.queue().isEmpty)
      #expect(try await world.inbox.export(AccountID("ann"), language: "en")["devices"] == [])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `goes with the people it is to or about`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      let request = NotificationRequest(
        recipients: [AccountID("ann"), AccountID("bob")], about: [AccountID("eve")], kind: "goal", text: "t",
        deduplicationKey: "eve/1")
      try await world.inbox.deliver(request, plugin: "soccer", source: "x")
      try await world.storage.write { try await Inbox.merge(AccountID("eve"), into: AccountID("zoe"), in: $0) }
      #expect(try await world.queue() == ["ann soccer/goal/zoe/1 push", "bob soccer/goal/zoe/1 push"])
      try await world.storage.write { try await Inbox.merge(AccountID("bob"), into: AccountID("cid"), in: $0) }
      #expect(try await world.queue().contains("cid soccer/goal/zoe/1 push"))
      try await world.storage.write { try await Inbox.erase(AccountID("ann"), in: $0) }
      #expect(try await world.queue() == ["cid soccer/goal/zoe/1 push"])
      try await world.outbound.sendDue()
      #expect(try await world.receipts() == ["cid soccer/goal/zoe/1 push delivered"])
      try await world.storage.write { try await Inbox.erase(AccountID("zoe"), in: $0) }
      #expect(try await world.receipts().isEmpty)
      #expect(try await world.queue().isEmpty)
    }
  }
}
