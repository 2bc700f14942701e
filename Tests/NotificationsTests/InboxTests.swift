import FieldhouseKit
import FieldhouseNotifications
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `An inbox` {
  @Test(arguments: TestEngine.allCases)
  func `shows the newest first, and of one instant always the same order`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      for source in ["b", "a", "c"] { try await world.deliver(source, to: "ann") }
      world.clock.advance(1)
      try await world.deliver("later", to: "ann")
      world.clock.advance(-60)
      try await world.deliver("earlier", to: "ann")
      #expect(try await world.read("ann").ids == ["later", "c", "b", "a", "earlier"])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `shows of one instant the tenth of a plugin before its ninth, also with keys, over pages and in an export`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      let all = (8...101).map { number in
        (
          source: "diary/\(number)",
          request: NotificationRequest(
            recipients: [AccountID("ann")], kind: "goal", text: "text.goal",
            deduplicationKey: number % 3 == 0 ? "\(number * 7 % 100)" : nil)
        )
      }
      try await world.inbox.deliver(all, plugin: "diary")
      let newestFirst = all.reversed().map { one in
        one.request.deduplicationKey.map { "diary/goal/\($0)" } ?? one.source
      }
      var (seen, query) = ([String](), "?limit=7")
      while seen.count < all.count {
        let (ids, page) = try await world.read("ann", query)
        try #require(!ids.isEmpty)
        seen += ids
        query = "?limit=7&after=" + (page["next"]?.string ?? "")
      }
      #expect(seen == newestFirst)
      let exported = try await world.inbox.export(AccountID("ann"), language: "en")
      #expect(exported["items"]?.array?.compactMap { $0["id"]?.string } == newestFirst)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `keeps what each person was sent and nothing else`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      try await world.deliver("1", to: "ann", "bob")
      try await world.deliver("2", to: "bob")
      #expect(try await world.read("ann").ids == ["1"])
      #expect(try await world.read("bob").ids == ["2", "1"])
      #expect(try await world.read("eve").page == ["items": [], "next": .null, "unread": 0])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `says of each what it is, when it came and where it leads`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      try await world.deliver("1", to: "ann", arguments: ["team": "Ajax \"2\"", "at": "é\n"], link: "/soccer/m1")
      let item = try #require(try await world.read("ann").page["items"]?[0])
      #expect(
        item == [
          "id": "1", "plugin": "soccer", "kind": "goal", "text": "soccer text.goal en at=é\n team=Ajax \"2\"",
          "link": "/soccer/m1", "createdAt": "2025-08-15T12:00:00Z", "isRead": false,
        ])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `is read in the language of the moment`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      try await world.deliver("1", to: "ann")
      for language in ["en", "ar", "nl"] {
        let page = try await world.call(.get, "/me/notifications", as: "ann", language: language)
        #expect(page["items"]?[0]?["text"]?.string == "soccer text.goal \(language)")
      }
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `is read page by page, each message once, also when others arrive between`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      for number in 10..<35 {
        if number.isMultiple(of: 4) { world.clock.advance(0.001) }
        try await world.deliver("n\(number)", to: "ann")
      }
      var seen: [String] = []
      var query = "?limit=10"
      for _ in 0..<3 {
        let (ids, page) = try await world.read("ann", query)
        seen += ids
        #expect(page["unread"] == .integer(Int64(25 + seen.count / 10 - 1)) || ids.count < 10)
        query = "?limit=10&after=" + (page["next"]?.string ?? "")
        world.clock.advance(1)
        try await world.deliver("new\(seen.count)", to: "ann")
      }
      #expect(seen == (10..<35).reversed().map { "n\($0)" })
      #expect(query == "?limit=10&after=")
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `that ends with a full page has no next one`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      for number in 1...20 { try await world.deliver("n\(number)", to: "ann") }
      #expect(try await world.read("ann").page["next"] == .null)
      try await world.deliver("n21", to: "ann")
      let page = try await world.read("ann").page
      #expect(page["items"]?.array?.count == 20)
      #expect(page["next"]?.string != nil)
    }
  }

  @Test(arguments: [
    "limit=0", "limit=101", "limit=x", "after=nonsense", "after=~", "after=12", "after=x~y", "after=1~y", "after=1~x~y",
  ])
  func `refuses a page that does not exist`(query: String) async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await InboxWorld(database)
      let problem = await #expect(throws: Problem.self) { try await world.read("ann", "?" + query) }
      #expect(problem?.status == 422)
      #expect(problem?.errors.map(\.pointer) == ["/" + query.prefix { $0 != "=" }])
    }
  }
}

@Suite struct `A delivery` {
  @Test(arguments: TestEngine.allCases)
  func `of one cause arrives once, however often it is carried on`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      for _ in 0..<3 { try await world.deliver("cause", to: "ann", "bob") }
      try await world.deliver("cause", to: "ann", "eve")
      #expect(try await world.read("ann").ids == ["cause"])
      #expect(try await world.read("eve").ids == ["cause"])
      #expect(try await world.rung() == ["ann", "bob", "eve"])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `of one cause arrives once, also when it is carried on in parallel`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 { group.addTask { try await world.deliver("cause", to: "ann") } }
        try await group.waitForAll()
      }
      #expect(try await world.read("ann").ids == ["cause"])
      #expect(try await world.rung() == ["ann"])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `of many at once is each in its inboxes once, also of one key, and those who watch are told once`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      func request(_ people: [String], key: String? = nil) -> NotificationRequest {
        NotificationRequest(
          recipients: people.map { AccountID($0) }, about: [AccountID("bob")], kind: "goal", text: "text.goal",
          deduplicationKey: key)
      }
      // More than one transaction and one statement hold.
      let crowd = (0..<700).map { "crowd-\($0)" }
      let many = (0..<100).map { ("many/\($0)", request(["ann"])) }
      let all =
        many + [("one", request(["ann", "eve"], key: "k")), ("two", request(["ann"], key: "k"))]
        + [("crowd", request(crowd)), ("one", request(["eve"]))]
      for _ in 0..<2 { try await world.inbox.deliver(all, plugin: "soccer") }
      let rows = try await world.storage.read { transaction in
        try await transaction.query("select account, source from notifications")
      }
      let found = try rows.map { "\(try $0["account"] as String) \(try $0["source"] as String)" }.sorted()
      let expected =
        many.map { "ann \($0.0)" } + ["ann soccer/goal/k", "eve soccer/goal/k", "eve one"] + crowd.map { "\($0) crowd" }
      #expect(found == expected.sorted())
      let about = try await world.storage.read { transaction in
        try await transaction.query("select account from notification_people where person = 'bob'")
      }
      #expect(about.count == expected.count)
      let told = try await world.storage.liveEvents(after: 0, limit: 1_000).events.map(\.topic)
      #expect(Set(told) == Set(crowd + ["ann", "eve"]) && told.count { $0 == "ann" } == 1)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `that names a person twice arrives once`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      try await world.deliver("1", to: "ann", "ann")
      #expect(try await world.read("ann").page["unread"] == 1)
      #expect(try await world.rung() == ["ann"])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `with a key is one for each plugin, kind, key and person`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      try await world.deliver("1", to: "ann", key: "m1")
      try await world.deliver("2", to: "ann", key: "m1")
      #expect(try await world.read("ann").ids.count == 1)
      try await world.deliver("3", to: "ann", kind: "card", key: "m1")
      try await world.deliver("4", to: "ann", plugin: "folf", key: "m1")
      try await world.deliver("5", to: "ann", key: "m2")
      try await world.deliver("6", to: "bob", key: "m1")
      #expect(try await world.read("ann").ids.count == 4)
      #expect(try await world.read("bob").ids.count == 1)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `to nobody rings no bell`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      try await world.inbox.deliver(
        NotificationRequest(recipients: [], kind: "goal", text: "t"), plugin: "soccer", source: "1")
      #expect(try await world.rung().isEmpty)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `that a plugin sends directly is new each time`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      let request = NotificationRequest(recipients: [AccountID("ann")], kind: "goal", text: "t")
      for _ in 0..<2 { try await world.inbox.notifications(of: "soccer").send(request) }
      let (ids, page) = try await world.read("ann")
      #expect(Set(ids).count == 2)
      #expect(page["items"]?.array?.allSatisfy { $0["plugin"] == "soccer" } == true)
    }
  }
}

@Suite struct `Reading a notification` {
  @Test(arguments: TestEngine.allCases)
  func `marks those that are named, mine only`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      for source in ["1", "2", "3"] { try await world.deliver(source, to: "ann", "bob") }
      try await world.call(.post, "/me/notifications/read", ["ids": ["1", "3", "unknown"]], as: "ann")
      let page = try await world.read("ann").page
      #expect(page["unread"] == 1)
      #expect(page["items"]?.array?.map { $0["isRead"] } == [true, false, true])
      #expect(try await world.read("bob").page["unread"] == 3)
    }
  }

  @Test(arguments: TestEngine.allCases, [["ids": []], ["ids": ["2"]]] as [JSON])
  func `marks no more than what is named`(engine: TestEngine, body: JSON) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      for source in ["1", "2"] { try await world.deliver(source, to: "ann") }
      try await world.call(.post, "/me/notifications/read", body, as: "ann")
      let named = body["ids"]?.array?.count ?? 0
      #expect(try await world.read("ann").page["unread"] == .integer(Int64(2 - named)))
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `marks all without names, and those that come later stay unread`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      for source in ["1", "2"] { try await world.deliver(source, to: "ann") }
      try await world.call(.post, "/me/notifications/read", [:], as: "ann")
      #expect(try await world.read("ann").page["unread"] == 0)
      try await world.deliver("3", to: "ann")
      #expect(try await world.read("ann").page["unread"] == 1)
    }
  }

  @Test func `of more than a hundred names at once is refused`() async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await InboxWorld(database)
      let ids = JSON.array((0...100).map { .string("n\($0)") })
      let problem = await #expect(throws: Problem.self) {
        try await world.call(.post, "/me/notifications/read", ["ids": ids], as: "ann")
      }
      #expect(problem?.errors.map(\.code) == ["too-many-items"])
    }
  }
}

@Suite struct `Notification settings` {
  @Test(arguments: TestEngine.allCases)
  func `are on for everyone at first, and then as they were saved last`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      let path = "/me/notification-settings"
      #expect(try await world.call(.get, path, as: "ann") == ["enabled": true, "kindsOff": []])
      for wanted in [
        ["enabled": false, "kindsOff": ["soccer/goal", "folf/card"]], ["enabled": true, "kindsOff": ["soccer/goal"]],
        ["enabled": true, "kindsOff": []],
      ] as [JSON] {
        #expect(try await world.call(.put, path, wanted, as: "ann") == wanted)
        #expect(try await world.call(.get, path, as: "ann") == wanted)
        #expect(try await world.call(.get, path, as: "bob") == ["enabled": true, "kindsOff": []])
      }
    }
  }

  @Test(
    arguments: [
      ([:], ["/enabled", "/kindsOff"]), (["enabled": "yes", "kindsOff": []], ["/enabled"]),
      (["enabled": true, "kindsOff": [""]], ["/kindsOff/0"]),
      (["enabled": true, "kindsOff": [], "extra": 1], ["/extra"]),
      (["enabled": true, "kindsOff": .array(Array(repeating: "soccer/goal", count: 201))], ["/kindsOff"]),
    ] as [(JSON, [String])])
  func `are refused with every mistake`(body: JSON, pointers: [String]) async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await InboxWorld(database)
      let problem = await #expect(throws: Problem.self) {
        try await world.call(.put, "/me/notification-settings", body, as: "ann")
      }
      #expect(problem?.errors.map(\.pointer) == pointers)
    }
  }

  @Test func `are for people who are signed in`() async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await InboxWorld(database)
      let routes = RouteTable { world.inbox.routes(&$0) }
      for path in ["/me/notifications", "/me/notification-settings"] {
        let problem = await #expect(throws: Problem.self) { try await routes.call(.get, path, at: world.clock.now) }
        #expect(problem?.status == 401)
      }
    }
  }
}
