import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseNotifications

@Suite struct `A device` {
  private static func devices(of person: String, in world: InboxWorld) async throws -> [String] {
    try await world.storage.read { try await DeviceStore.devices(of: AccountID(person), in: $0) }.map(\.endpoint)
  }

  @Test(arguments: TestEngine.allCases)
  func `is kept once, for whoever switched push on last, and taken off by nobody else`(engine: TestEngine) async throws
  {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      let body: JSON = ["endpoint": "https://push.example/d", "keys": SampleDevice.keys, "expirationTime": .null]
      for person in ["ann", "ann", "bob"] { try await world.call(.put, "/me/push-subscriptions", body, as: person) }
      #expect(try await Self.devices(of: "ann", in: world) == [])
      #expect(try await Self.devices(of: "bob", in: world) == ["https://push.example/d"])
      let path = "/me/push-subscriptions?endpoint=https%3A%2F%2Fpush.example%2Fd"
      try await world.call(.delete, path, as: "ann")
      #expect(try await Self.devices(of: "bob", in: world).count == 1)
      for _ in 0..<2 { try await world.call(.delete, path, as: "bob") }
      #expect(try await Self.devices(of: "bob", in: world) == [])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `goes when its owner has twenty newer ones`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      for number in 1...22 {
        world.clock.advance(1)
        try await world.subscribe("ann", "\(number)")
      }
      #expect(try await Self.devices(of: "ann", in: world) == (3...22).map { "https://push.example/ann/\($0)" })
    }
  }

  @Test(
    arguments: [
      (["endpoint": "http://push.example/d", "keys": SampleDevice.keys], ["/endpoint"]),
      (
        ["endpoint": "https://push.example/d", "keys": ["p256dh": "AAAA", "auth": "AAAA"]],
        ["/keys/p256dh", "/keys/auth"]
      ),
      (["endpoint": "", "keys": ["p256dh": "?", "auth": ""]], ["/endpoint", "/keys/auth"]),
      (["keys": SampleDevice.keys], ["/endpoint"]), (["endpoint": "https://push.example/d"], ["/keys"]),
    ] as [(JSON, [String])])
  func `is refused with every mistake`(body: JSON, pointers: [String]) async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await InboxWorld(database)
      let problem = await #expect(throws: Problem.self) {
        try await world.call(.put, "/me/push-subscriptions", body, as: "ann")
      }
      #expect(problem?.errors.map(\.pointer).sorted() == pointers.sorted())
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `is exported without its keys, and goes with its owner or to the account that takes over`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      for person in ["ann", "bob"] { try await world.subscribe(person) }
      let export = try await world.inbox.export(AccountID("ann"), language: "en")["devices"]
      #expect(
        export == [["endpoint": "https://push.example/ann/1", "language": "en", "since": "2025-08-15T12:00:00Z"]])
      try await world.storage.write { try await Inbox.merge(AccountID("ann"), into: AccountID("eve"), in: $0) }
      #expect(try await Self.devices(of: "eve", in: world) == ["https://push.example/ann/1"])
      try await world.storage.write { try await Inbox.erase(AccountID("bob"), in: $0) }
      #expect(try await Self.devices(of: "bob", in: world) == [])
    }
  }
}
