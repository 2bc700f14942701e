import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@testable import FieldhouseNotifications

/// People p1000, p1001 …; ann may send to everybody, bob to the group `soccer/larks`, whose members are the first ten.
private final class Crowd: AnnouncementSource {
  let size: Int
  /// The largest page that was asked for, and how many.
  let asked = Mutex((largest: 0, pages: 0))
  /// After so many pages every further one fails, until it is nil.
  let breaksAfter = Mutex<Int?>(nil)

  struct Broken: Error {}

  init(size: Int) { self.size = size }

  func maySend(_ caller: Principal, to audience: AnnouncementAudience) async throws -> Bool {
    caller.account.id.text == "ann"
      || caller.account.id.text == "bob" && audience == .group(area: "soccer", id: "larks")
  }

  func name(of audience: AnnouncementAudience) async throws -> String? {
    if case .group(_, let id) = audience { id == "larks" ? "Larks" : nil } else { "" }
  }

  func people(
    in audience: AnnouncementAudience, after: AccountID?, limit: Int
  ) async throws -> [AccountID] {
    let isBroken = asked.withLock { asked in
      asked = (max(asked.largest, limit), asked.pages + 1)
      return breaksAfter.withLock { $0.map { asked.pages > $0 } ?? false }
    }
    if isBroken { throw Broken() }
    let count = audience == .everyone ? size : 10
    let first = after.map { Int($0.text.dropFirst())! + 1 } ?? 1_000_000
    return (first..<min(first + limit, 1_000_000 + count)).map { AccountID("p\($0)") }
  }
}

/// What was logged, with the fields of each line.
private final class Lines: Log {
  private let state = Mutex<[String]>([])

  var lines: [String] { state.withLock { $0 } }

  func write(_ level: LogLevel, _ message: String, _ fields: [String: String]) {
    let fields = fields.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
    state.withLock { $0.append("\(level.name) \(fields)") }
  }
}

@Suite struct `An announcement` {
  private static func world(
    _ database: TestDatabase, size: Int = 3
  ) async throws -> (world: InboxWorld, crowd: Crowd, announcer: Announcer, routes: RouteTable) {
    let (world, crowd) = (try await InboxWorld(database), Crowd(size: size))
    let announcer = Announcer(inbox: world.inbox, source: crowd, pace: 1, log: SilentLog())
    return (world, crowd, announcer, RouteTable { announcer.routes(&$0) })
  }

  private static func send(
    _ audience: String, _ text: String, as person: String, _ routes: RouteTable, at now: Date
  ) async throws -> JSON {
    let account = Account(id: AccountID(person), kind: .user, name: person)
    let body: JSON = ["audience": .string(audience), "text": .string(text)]
    return try await routes.call(.post, "/announcements", body, as: account, at: now).body
  }

  private static func list(_ query: String, as person: String, _ routes: RouteTable, at now: Date) async throws -> JSON
  {
    let account = Account(id: AccountID(person), kind: .user, name: person)
    return try await routes.call(.get, "/announcements\(query)", nil, as: account, at: now).body
  }

  @Test(.tags(.pl53, .wc71, .wc74), arguments: TestEngine.allCases)
  func `is in every inbox, on the devices of those who have one, and in the list with what came of it`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let (world, _, announcer, routes) = try await Self.world(database)
      for person in ["p1000000", "p1000001"] { try await world.subscribe(person) }
      world.outside.answer("p1000001/1", 410)
      let sent = try await Self.send("everyone", "Hello all", as: "ann", routes, at: world.clock.now)
      #expect(sent["text"] == "Hello all" && sent["isDone"] == false && sent["recipients"] == 0)
      try await announcer.tellDue()
      try await world.outbound.sendDue()
      for person in ["p1000000", "p1000001", "p1000002"] {
        let item = try #require(try await world.read(person).page["items"]?[0])
        #expect(item["text"] == "accounts accounts.announcement.text en text=Hello all")
      }
      #expect(world.outside.pushed.sorted() == ["p1000000/1", "p1000001/1"])
      let shown = try await Self.list("", as: "ann", routes, at: world.clock.now)["items"]?[0]
      #expect(shown?["text"] == "Hello all" && shown?["sentAt"] == "2025-08-15T12:00:00Z" && shown?["sender"] == "ann")
      #expect(shown?["audience"] == "everyone" && shown?["isDone"] == true)
      #expect([shown?["recipients"], shown?["delivered"], shown?["failed"]] == [3, 1, 1])
    }
  }

  @Test(.tags(.pl50, .pl53, .wc74), arguments: TestEngine.allCases)
  func `is in the inbox alone of those who have switched notifications off`(engine: TestEngine) async throws {
    try await engine.run { database in
      let (world, _, announcer, routes) = try await Self.world(database, size: 2)
      for person in ["p1000000", "p1000001"] { try await world.subscribe(person) }
      try await world.call(
        .put, "/me/notification-settings", ["enabled": false, "kindsOff": []], as: "p1000001")
      _ = try await Self.send("everyone", "Hello all", as: "ann", routes, at: world.clock.now)
      try await announcer.tellDue()
      try await world.outbound.sendDue()
      for person in ["p1000000", "p1000001"] { #expect(try await world.read(person).ids.count == 1) }
      #expect(world.outside.pushed == ["p1000000/1"])
      let shown = try await Self.list("", as: "ann", routes, at: world.clock.now)["items"]?[0]
      #expect([shown?["recipients"], shown?["delivered"], shown?["failed"]] == [2, 1, 0])
    }
  }

  @Test(.tags(.pl53, .pl54, .wc71, .wc86), arguments: TestEngine.allCases)
  func `goes to those only whom its sender may tell something`(engine: TestEngine) async throws {
    try await engine.run { database in
      let (world, _, announcer, routes) = try await Self.world(database)
      let now = world.clock.now
      for (audience, person, status) in [
        ("everyone", "bob", 403), ("role:club-admin", "bob", 403), ("group:soccer/owls", "bob", 403),
        ("group:soccer/larks", "eve", 403), ("group:soccer/owls", "ann", 404), ("nobody", "ann", 422),
        ("group:larks", "ann", 422), ("role:", "ann", 422),
      ] {
        let problem = await #expect(throws: Problem.self) {
          _ = try await Self.send(audience, "x", as: person, routes, at: now)
        }
        #expect(problem?.status == status, "\(audience) by \(person)")
      }
      _ = try await Self.send("group:soccer/larks", "To us", as: "bob", routes, at: now)
      try await announcer.tellDue()
      #expect(
        try await world.read("p1000009").page["items"]?[0]?["text"]
          == "communities communities.announcement en group=Larks text=To us")
      #expect(try await world.read("p1000009").page["items"]?[0]?["link"] == "/groups/soccer/larks")
      #expect(try await world.read("p1000010").ids == [])
      let own = try await Self.list("?audience=group:soccer/larks", as: "bob", routes, at: now)
      #expect(own["items"]?.array?.map { $0["recipients"] } == [10])
      #expect(own["items"]?[0]?["text"] == "To us" && own["items"]?[0]?["sentAt"] == "2025-08-15T12:00:00Z")
      let problem = await #expect(throws: Problem.self) { _ = try await Self.list("", as: "bob", routes, at: now) }
      #expect(problem?.status == 403)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `goes on behind those who have it, however often it breaks off, a portion at a time`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let (world, crowd, announcer, routes) = try await Self.world(database, size: 1_300)
      _ = try await Self.send("everyone", "Hello", as: "ann", routes, at: world.clock.now)
      crowd.breaksAfter.withLock { $0 = 1 }
      await #expect(throws: Crowd.Broken.self) { try await announcer.tellDue() }
      #expect(try await Self.list("", as: "ann", routes, at: world.clock.now)["items"]?[0]?["recipients"] == 512)
      crowd.breaksAfter.withLock { $0 = nil }
      // Another host does not go on while the first one may still do so.
      try await announcer.tellDue()
      #expect(try await Self.list("", as: "ann", routes, at: world.clock.now)["items"]?[0]?["isDone"] == false)
      world.clock.advance(60)
      try await announcer.tellDue()
      let shown = try await Self.list("", as: "ann", routes, at: world.clock.now)["items"]?[0]
      #expect(shown?["recipients"] == 1_300 && shown?["isDone"] == true)
      let count = try await world.storage.read { transaction in
        try await transaction.first("select count(*) as n from notifications").map { try $0["n"] as Int }
      }
      #expect(count == 1_300)
      #expect(crowd.asked.withLock { $0.largest } == 512)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `for an audience that this release does not know is kept and told to nobody, and holds up no other`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let (world, crowd) = (try await InboxWorld(database), Crowd(size: 3))
      let log = Lines()
      let announcer = Announcer(inbox: world.inbox, source: crowd, pace: 1, log: log)
      let routes = RouteTable { announcer.routes(&$0) }
      for text in ["of a later release", "Hello"] {
        _ = try await Self.send("everyone", text, as: "ann", routes, at: world.clock.now)
        world.clock.advance(1)
      }
      try await world.storage.write { transaction in
        try await transaction.execute("update announcements set audience = 'planet:mars' where body <> 'Hello'")
      }
      let unknown = try await Self.list("", as: "ann", routes, at: world.clock.now)["items"]?[1]
      func told() async throws -> [JSON?] {
        let items = try await Self.list("", as: "ann", routes, at: world.clock.now)["items"]?.array ?? []
        return items.flatMap { [$0["audience"], $0["isDone"], $0["recipients"]] }
      }
      try await announcer.tellDue()
      #expect(try await told() == ["everyone", true, 3, "planet:mars", false, 0])
      #expect(try await world.read("p1000000").page["items"]?.array?.count == 1)
      let line = "error announcement=\(unknown?["id"]?.string ?? "?") audience=planet:mars"
      #expect(log.lines == [line])
      // It is looked at again an hour later, not before, and nothing else waits for it.
      world.clock.advance(3_598)
      _ = try await Self.send("everyone", "Again", as: "ann", routes, at: world.clock.now)
      try await announcer.tellDue()
      #expect(log.lines == [line])
      world.clock.advance(2)
      try await announcer.tellDue()
      #expect(log.lines == [line, line])
      #expect(try await told() == ["everyone", true, 3, "everyone", true, 3, "planet:mars", false, 0])
      // A release that knows the audience tells it.
      try await world.storage.write { transaction in
        try await transaction.execute("update announcements set audience = 'everyone' where is_done = 0")
      }
      world.clock.advance(3_600)
      try await announcer.tellDue()
      #expect(try await told().suffix(2) == [true, 3])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `is listed page by page, the latest first`(engine: TestEngine) async throws {
    try await engine.run { database in
      let (world, _, _, routes) = try await Self.world(database)
      for number in 0..<5 {
        if number != 2 { world.clock.advance(1) }
        _ = try await Self.send("everyone", "\(number)", as: "ann", routes, at: world.clock.now)
      }
      var (texts, next): ([String], String?) = ([], "")
      while let after = next {
        let query = "?limit=2" + (after.isEmpty ? "" : "&after=\(after)")
        let page = try await Self.list(query, as: "ann", routes, at: world.clock.now)
        texts += page["items"]?.array?.compactMap { $0["text"]?.string } ?? []
        next = page["next"]?.string
      }
      #expect(texts.sorted() == ["0", "1", "2", "3", "4"] && texts.first == "4" && texts.last == "0")
    }
  }

  @Test(.tags(.pl23), arguments: TestEngine.allCases)
  func `to somebody, or to the followers of somebody, goes along to another account, and goes when that leaves`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let (world, _, _, routes) = try await Self.world(database)
      for audience in ["person:bob", "followers:bob", "person:bobby", "everyone"] {
        _ = try await Self.send(audience, "Hello", as: "ann", routes, at: world.clock.now)
      }
      func audiences() async throws -> Set<String> {
        let items = try await Self.list("", as: "ann", routes, at: world.clock.now)["items"]?.array ?? []
        return Set(items.compactMap { $0["audience"]?.string })
      }
      try await world.storage.write { try await Inbox.merge(AccountID("bob"), into: AccountID("zoe"), in: $0) }
      #expect(try await audiences() == ["person:zoe", "followers:zoe", "person:bobby", "everyone"])
      try await world.storage.write { try await Inbox.erase(AccountID("zoe"), in: $0) }
      #expect(try await audiences() == ["person:bobby", "everyone"])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `stays without its sender's name when the sender leaves`(engine: TestEngine) async throws {
    try await engine.run { database in
      let (world, _, _, routes) = try await Self.world(database)
      _ = try await Self.send("everyone", "Hello", as: "ann", routes, at: world.clock.now)
      #expect(try await world.inbox.export(AccountID("ann"), language: "en")["announced"]?.array?.count == 1)
      try await world.storage.write { try await Inbox.merge(AccountID("ann"), into: AccountID("zoe"), in: $0) }
      #expect(try await world.inbox.export(AccountID("zoe"), language: "en")["announced"]?.array?.count == 1)
      try await world.storage.write { try await Inbox.erase(AccountID("zoe"), in: $0) }
      let shown = try await Self.list("", as: "ann", routes, at: world.clock.now)["items"]?[0]
      #expect(shown?["sender"] == nil && shown?["text"] == "Hello")
    }
  }
}
