import FieldhouseKit
import FieldhouseNotifications
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `An inbox and what happens to people` {
  /// A world in which ann has told bob and eve something, bob has told ann, and all have settings.
  private static func world(_ database: TestDatabase, _ audience: (any InboxAudience)? = nil) async throws -> InboxWorld
  {
    let world = try await InboxWorld(database, audience: audience)
    try await world.tell("1", to: "bob", "eve", about: "ann")
    try await world.tell("2", to: "ann", about: "bob")
    try await world.tell("3", to: "bob")
    for person in ["ann", "bob"] {
      let settings: JSON = ["enabled": true, "kindsOff": [.string("soccer/\(person)")]]
      try await world.call(.put, "/me/notification-settings", settings, as: person)
    }
    return world
  }

  private static func settings(_ person: String, in world: InboxWorld) async throws -> JSON? {
    try await world.call(.get, "/me/notification-settings", as: person)["kindsOff"]
  }

  @Test(arguments: TestEngine.allCases)
  func `hold nothing of and about somebody who has left`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      try await world.storage.write { try await Inbox.erase(AccountID("ann"), in: $0) }
      #expect(try await world.read("ann").ids == [])
      #expect(try await world.read("bob").ids == ["3"])
      #expect(try await world.read("eve").ids == [])
      #expect(try await Self.settings("ann", in: world) == [])
      #expect(try await Self.settings("bob", in: world) == ["soccer/bob"])
      let rest = try await world.storage.read { transaction in
        try await transaction.query("select person, account from notification_people where 'ann' in (person, account)")
      }
      #expect(rest.isEmpty)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `hold nothing any more of what leads to where somebody sees nothing any more`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      try await world.subscribe("bob")
      for (number, link) in ["/groups/a/1", "/groups/a/1/chat", "/groups/a/12", "/groups/a", "/"].enumerated() {
        for person in ["bob", "eve"] { try await world.deliver("\(number)\(person)", to: person, link: link) }
      }
      for _ in 0..<2 {
        try await world.inbox.takeBack(from: AccountID("bob"), leadingTo: "/groups/a/1")
        #expect(try await world.read("bob").ids.sorted() == ["2bob", "3bob", "4bob"])
        #expect(try await world.read("eve").ids.count == 5)
      }
      let rest = try await world.storage.read { transaction in
        try await transaction.query("select source from notification_sends where account = 'bob' order by source")
      }
      #expect(try rest.map { try $0["source"] as String } == ["2bob", "3bob", "4bob"])
    }
  }

  @Test(arguments: TestEngine.allCases, [500, 501, 1000, 1203])
  func `hold nothing about somebody of whom very many were told`(engine: TestEngine, count: Int) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      try await world.storage.write { transaction in
        for number in 0..<count {
          // Of two causes, and some were told of both.
          for source in number % 3 == 0 ? ["a", "b"] : ["a"] {
            try await transaction.execute(
              """
              insert into notifications (source, account, plugin, kind, text, arguments, created_at)
              values (\(source), \("reader\(number)"), 'soccer', 'goal', 'goal', '{}', 0)
              """)
            try await transaction.execute(
              """
              insert into notification_people (person, source, account) values ('ann', \(source), \("reader\(number)"))
              """)
          }
        }
        try await Inbox.erase(AccountID("ann"), in: transaction)
      }
      let rest = try await world.storage.read { transaction in
        try await transaction.query("select source from notifications order by source").map { try $0[0] as String }
      }
      #expect(rest == ["3"])
      #expect(try await world.storage.read { try await $0.query("select 1 from notification_people") }.count == 0)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `give everything to the account that somebody has become part of`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      try await world.tell("4", to: "eve", "ann")
      try await world.storage.write { try await Inbox.merge(AccountID("ann"), into: AccountID("eve"), in: $0) }
      #expect(try await world.read("ann").ids == [])
      #expect(try await world.read("eve").ids == ["4", "2"])
      #expect(try await Self.settings("eve", in: world) == ["soccer/ann"])
      try await world.storage.write { try await Inbox.merge(AccountID("eve"), into: AccountID("bob"), in: $0) }
      #expect(try await world.read("bob").ids == ["4", "3"])
      #expect(try await Self.settings("bob", in: world) == ["soccer/bob"])
      try await world.storage.write { try await Inbox.erase(AccountID("bob"), in: $0) }
      #expect(try await world.storage.read { try await $0.query("select 1 from notification_people") }.isEmpty)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `drop what is about nobody but their owner, when it arrives and when two people turn out to be one`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      try await world.tell("own", to: "bob", "eve", about: "bob")
      #expect(try await world.read("bob").ids == [])
      #expect(try await world.read("eve").ids == ["own"])
      try await world.tell("nobody", to: "bob")
      try await world.tell("theirs", to: "bob", "eve", about: "guest")
      try await world.tell("both", to: "bob", about: "guest", "eve")
      try await world.tell("me too", to: "bob", about: "guest", "bob")
      try await world.tell("to guest", to: "guest", about: "bob")
      try await world.tell("of eve", to: "guest", about: "eve")
      try await world.storage.write { try await Inbox.merge(AccountID("guest"), into: AccountID("bob"), in: $0) }
      #expect(try await world.read("bob").ids == ["of eve", "both", "nobody"])
      #expect(try await world.read("eve").ids == ["theirs", "own"])
      let people = try await world.storage.read { transaction in
        try await transaction.query("select person, source, account from notification_people order by source, person")
          .map { "\(try $0[0] as String) \(try $0[1] as String) \(try $0[2] as String)" }
      }
      #expect(people == ["bob both bob", "eve both bob", "eve of eve bob", "bob own eve", "bob theirs eve"])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `hold one notification of a kind about each person, also when two people turn out to be one`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      func tell(_ source: String, to people: String..., of person: String) async throws {
        let request = NotificationRequest(
          recipients: people.map { AccountID($0) }, about: [AccountID(person)], kind: "added", text: "text.added",
          link: "/people/\(person)", deduplicationKey: person)
        try await world.inbox.deliver(request, plugin: "accounts", source: source)
      }
      try await tell("1", to: "eve", "ann", of: "guest")
      try await tell("2", to: "ann", of: "bob")
      try await world.storage.write { try await Inbox.merge(AccountID("guest"), into: AccountID("bob"), in: $0) }
      try await tell("3", to: "eve", of: "bob")
      for person in ["ann", "eve"] {
        let (ids, page) = try await world.read(person)
        #expect(ids == ["accounts/added/bob"] && page["items"]?[0]?["link"] == "/people/bob")
      }
      try await world.storage.write { try await Inbox.erase(AccountID("bob"), in: $0) }
      for person in ["ann", "eve"] { #expect(try await world.read(person).ids == []) }
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `are exported with their settings, and nobody else's`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      let export = try await world.inbox.export(AccountID("bob"), language: "en")
      #expect(export["items"]?.array?.compactMap { $0["id"]?.string } == ["3", "1"])
      #expect(export["settings"] == ["enabled": true, "kindsOff": ["soccer/bob"]])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `take in what reaches their owners only`(engine: TestEngine) async throws {
    struct NotEve: InboxAudience {
      func reached(by requests: [NotificationRequest]) async throws -> [NotificationRequest] {
        requests.map { request in
          var present = request
          present.recipients =
            request.about == [AccountID("gone")] ? [] : request.recipients.filter { $0 != AccountID("eve") }
          return present
        }
      }
    }
    try await engine.run { database in
      let world = try await Self.world(database, NotEve())
      try await world.tell("5", to: "bob", about: "gone")
      #expect(try await world.read("eve").ids == [])
      #expect(try await world.read("bob").ids == ["3", "1"])
      #expect(try await world.rung() == ["ann", "bob", "bob"])
    }
  }
}

extension InboxWorld {
  /// Delivers one message about somebody, named by its cause; each a second after the one before.
  fileprivate func tell(_ source: String, to people: String..., about others: String...) async throws {
    clock.advance(1)
    let request = NotificationRequest(
      recipients: people.map { AccountID($0) }, about: others.map { AccountID($0) }, kind: "goal", text: "text.goal")
    try await inbox.deliver(request, plugin: "soccer", source: source)
  }
}
