import FieldhouseKit
import FieldhouseNotifications
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Quiet hours` {
  private static func end(_ instant: String, _ from: String, _ to: String, _ zone: String) throws -> String? {
    let date = try #require(RFC3339.date(from: instant))
    return QuietHours(from: from, to: to, zone: zone).end(at: date).flatMap { RFC3339.string(from: $0) }
  }

  @Test(
    arguments: [
      ("2025-08-15T19:59:59Z", nil), ("2025-08-15T20:00:00Z", "2025-08-16T05:00:00Z"),
      ("2025-08-15T23:30:00Z", "2025-08-16T05:00:00Z"), ("2025-08-16T04:59:59Z", "2025-08-16T05:00:00Z"),
      ("2025-08-16T05:00:00Z", nil), ("2025-08-15T12:00:00Z", nil),
    ] as [(String, String?)])
  func `over midnight end in the morning of the person's zone`(instant: String, end: String?) throws {
    #expect(try Self.end(instant, "22:00", "07:00", "Europe/Berlin") == end)
  }

  @Test func `of one day end on that day`() throws {
    #expect(try Self.end("2025-01-10T12:59:00Z", "13:00", "14:30", "UTC") == nil)
    #expect(try Self.end("2025-01-10T13:00:00Z", "13:00", "14:30", "UTC") == "2025-01-10T14:30:00Z")
    #expect(try Self.end("2025-01-10T14:30:00Z", "13:00", "14:30", "UTC") == nil)
  }

  @Test func `are the same instant's for nobody in another zone`() throws {
    #expect(try Self.end("2025-08-15T20:00:00Z", "22:00", "07:00", "Asia/Kolkata") == "2025-08-16T01:30:00Z")
    #expect(try Self.end("2025-08-15T20:00:00Z", "22:00", "07:00", "America/New_York") == nil)
  }

  @Test func `end by the clocks of the zone on the days on which those are changed`() throws {
    // In the night to 30 March 2025 the clocks of Berlin go from 2 to 3, in that to 26 October from 3 to 2.
    #expect(try Self.end("2025-03-29T22:00:00Z", "22:00", "07:00", "Europe/Berlin") == "2025-03-30T05:00:00Z")
    #expect(try Self.end("2025-10-25T21:00:00Z", "22:00", "07:00", "Europe/Berlin") == "2025-10-26T06:00:00Z")
    #expect(try Self.end("2025-03-30T00:30:00Z", "22:00", "02:30", "Europe/Berlin") == "2025-03-30T01:00:00Z")
  }

  @Test(arguments: [("07:00", "07:00", "UTC"), ("22:00", "07:00", "Europe/Atlantis"), ("22", "07:00", "UTC")])
  func `that are none never begin`(from: String, to: String, zone: String) throws {
    #expect(try Self.end("2025-08-15T07:00:00Z", from, to, zone) == nil)
  }

  @Test(arguments: TestEngine.allCases)
  func `are kept as they were saved, and go where they are not named`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      let (path, hours) = ("/me/notification-settings", ["from": "22:00", "to": "07:00", "zone": "UTC"] as JSON)
      let wanted: JSON = ["enabled": true, "kindsOff": [], "quietHours": hours]
      #expect(try await world.call(.put, path, wanted, as: "ann") == wanted)
      #expect(try await world.call(.get, path, as: "ann") == wanted)
      #expect(try await world.inbox.export(AccountID("ann"), language: "en")["settings"] == wanted)
      for rest in [["enabled": true, "kindsOff": []], ["enabled": true, "kindsOff": [], "quietHours": .null]] as [JSON]
      {
        try await world.call(.put, path, wanted, as: "ann")
        try await world.call(.put, path, rest, as: "ann")
        #expect(try await world.call(.get, path, as: "ann") == ["enabled": true, "kindsOff": []])
      }
    }
  }

  @Test(
    arguments: [
      (["from": "07:00", "to": "07:00", "zone": "UTC"], ["/quietHours/to"]),
      (["from": "22:00", "to": "07:00", "zone": "Europe/Atlantis"], ["/quietHours/zone"]),
      (["from": "9:00", "to": "9:00", "zone": "Mars"], ["/quietHours/from", "/quietHours/to"]),
      (["from": "24:00", "to": "07:60", "zone": ""], ["/quietHours/from", "/quietHours/to", "/quietHours/zone"]),
      (["from": "22:00"], ["/quietHours/to", "/quietHours/zone"]),
    ] as [(JSON, [String])])
  func `are refused with every mistake`(hours: JSON, pointers: [String]) async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await InboxWorld(database)
      let body: JSON = ["enabled": true, "kindsOff": [], "quietHours": hours]
      let problem = await #expect(throws: Problem.self) {
        try await world.call(.put, "/me/notification-settings", body, as: "ann")
      }
      #expect(problem?.errors.map(\.pointer).sorted() == pointers.sorted())
    }
  }
}
