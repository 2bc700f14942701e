import FieldhouseKit
import FieldhouseNotifications
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Notifications with long keys` {
  @Test(.tags(.pl47, .pl49), arguments: TestEngine.allCases)
  func `are read page by page, found one by one and marked read`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      let keys = (1...3).map { "\($0)~/" + String(repeating: "k", count: 700) }
      for (number, key) in keys.enumerated() { try await world.deliver("\(number)", to: "ann", key: key) }
      var (seen, query) = ([String](), "?limit=1")
      for _ in keys {
        let (ids, page) = try await world.read("ann", query)
        seen += ids
        query = "?limit=1&after=" + (page["next"]?.string ?? "")
      }
      #expect(Set(seen) == Set(keys.map { "soccer/goal/\($0)" }) && seen.count == 3)
      #expect(try await world.read("ann", "?limit=3").page["next"] == .null)
      let found = try await world.call(.get, "/me/notification?id=\(seen[1])", as: "ann")
      #expect(found["id"] == .string(seen[1]) && found["isRead"] == false)
      try await world.call(.post, "/me/notifications/read", ["ids": [.string(seen[1])]], as: "ann")
      #expect(try await world.read("ann").page["items"]?.array?.map { $0["isRead"] } == [false, true, false])
      for person in ["ann", "bob"] {
        let id = person == "ann" ? "soccer/goal/none" : seen[1]
        let problem = await #expect(throws: Problem.self) {
          try await world.call(.get, "/me/notification?id=\(id)", as: person)
        }
        #expect(problem?.status == 404 && problem?.code == "notification-unknown")
      }
    }
  }
}
