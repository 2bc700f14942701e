import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseNotifications

@Suite struct `What is of use for a while only` {
  private static func world(_ database: TestDatabase) async throws -> InboxWorld {
    let world = try await InboxWorld(database)
    try await world.subscribe("ann")
    return world
  }

  /// - Parameter minutes: from now to its end.
  private static func deliver(_ source: String, minutes: Double, in world: InboxWorld) async throws {
    var request = NotificationRequest(recipients: [AccountID("ann")], kind: "goal", text: "text.goal")
    request.until = world.clock.now.addingTimeInterval(minutes * 60)
    try await world.inbox.deliver(request, plugin: "soccer", source: source)
  }

  @Test(arguments: TestEngine.allCases)
  func `is kept by push services until then`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      try await Self.deliver("1", minutes: 90, in: world)
      try await Self.deliver("2", minutes: 3 * 1440, in: world)
      world.clock.advance(1800)
      try await world.outbound.sendDue()
      #expect(world.outside.requests.compactMap { $0.headers["ttl"] }.sorted() == ["3600", "86400"])
    }
  }

  /// More than three at once are told of together.
  @Test(arguments: TestEngine.allCases)
  func `is told of together until the last of it is over, and for a day where one never is`(engine: TestEngine)
    async throws
  {
    try await engine.run { database in
      let world = try await Self.world(database)
      for number in 1...4 { try await Self.deliver("\(number)", minutes: Double(number) * 30, in: world) }
      try await world.outbound.sendDue()
      #expect(world.outside.requests.compactMap { $0.headers["ttl"] } == ["7200"])
      for number in 5...7 { try await Self.deliver("\(number)", minutes: 30, in: world) }
      let lasting = NotificationRequest(recipients: [AccountID("ann")], kind: "goal", text: "text.goal")
      try await world.inbox.deliver(lasting, plugin: "soccer", source: "8")
      try await world.outbound.sendDue()
      #expect(world.outside.requests.compactMap { $0.headers["ttl"] } == ["7200", "86400"])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `does not leave behind that, and stays in the inbox`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      world.outside.answer("ann/1", 503)
      try await Self.deliver("1", minutes: 1, in: world)
      try await world.outbound.sendDue()
      #expect(world.outside.requests.count == 1)
      world.clock.advance(60)
      try await world.outbound.sendDue()
      #expect(world.outside.requests.count == 1)
      #expect(try await world.queue().isEmpty)
      #expect(try await world.read("ann").ids == ["1"])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `does not wait for quiet hours that end behind that`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await Self.world(database)
      try await Self.deliver("before", minutes: 30, in: world)
      // The clock stands at noon.
      let hours: JSON = ["from": "11:00", "to": "13:00", "zone": "UTC"]
      let settings: JSON = ["enabled": true, "kindsOff": [], "quietHours": hours]
      try await world.call(.put, "/me/notification-settings", settings, as: "ann")
      try await Self.deliver("short", minutes: 60, in: world)
      try await Self.deliver("long", minutes: 61, in: world)
      #expect(try await world.queue() == ["ann before push", "ann long push"])
      try await world.outbound.sendDue()
      #expect(try await world.queue() == ["ann long push"])
      world.clock.advance(3600)
      try await world.outbound.sendDue()
      #expect(world.outside.pushed == ["ann/1"])
      #expect(world.outside.requests.first?.headers["ttl"] == "60")
    }
  }
}
