import FieldhouseKit
import FieldhouseTestSupport
import Testing

@testable import FieldhouseNotifications

@Suite struct `Very many recipients` {
  @Test(arguments: [0, 1, 2, 63, 64, 65, 127, 200, 1000])
  func `are cut into portions of few sizes`(count: Int) {
    let portions = Portions.of(Array(0..<count))
    #expect(portions.flatMap(\.self) == Array(0..<count))
    #expect(Set(portions.map(\.count)).isSubset(of: [64, 32, 16, 8, 4, 2, 1]))
    #expect(portions.count <= count / 64 + 6)
  }

  @Test(arguments: TestEngine.allCases, [1, 64, 513, 1500])
  func `each get it once, whoever had it already`(engine: TestEngine, count: Int) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      let people = (0..<count).map { AccountID("p\($0)") }
      try await world.subscribe("p0")
      let request = NotificationRequest(
        recipients: people, about: [AccountID("eve")], kind: "goal", text: "t", link: "/soccer")
      let some = NotificationRequest(
        recipients: Array(people.prefix(count / 2)), about: [AccountID("eve")], kind: "goal", text: "t")
      try await world.inbox.deliver(some, plugin: "soccer", source: "1")
      for _ in 0..<2 { try await world.inbox.deliver(request, plugin: "soccer", source: "1") }
      let counts = try await world.storage.read { transaction in
        try await transaction.query(
          """
          select (select count(*) from notifications) as n, (select count(*) from notification_people) as p
          """
        ).map { [try $0[0] as Int, try $0[1]] }
      }
      #expect(counts == [[count, count]])
      #expect(try await world.queue() == ["p0 1 push"])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `of several notifications get each once, in their order, with few commits`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      let people = (0..<600).map { AccountID("p\($0)") }
      try await world.subscribe("p0")
      let all = (0..<6).map { number in
        let recipients = number == 3 ? people : Array(people.prefix(number))
        return (
          source: "\(number)",
          request: NotificationRequest(
            recipients: recipients, about: [AccountID("eve")], kind: "goal", text: "t\(number)")
        )
      }
      for _ in 0..<2 { try await world.inbox.deliver(all, plugin: "soccer") }
      let texts = try await world.storage.read { transaction in
        try await transaction.query(
          "select account, text from notifications where account in ('p0', 'p599') order by account, text"
        ).map { "\(try $0["account"] as String) \(try $0["text"] as String)" }
      }
      #expect(texts == ["p0 t1", "p0 t2", "p0 t3", "p0 t4", "p0 t5", "p599 t3"])
      #expect(try await world.queue() == (1...5).map { "p0 \($0) push" })
    }
  }
}
