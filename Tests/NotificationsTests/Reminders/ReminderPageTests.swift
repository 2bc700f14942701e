import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseNotifications

@Suite struct `What somebody is going to be reminded of` {
  private static let me = AccountID("ann")

  private static func reminder(
    _ kind: String = "goal", _ thing: String = "m1", at time: Int = 120, due: Int = 60, until: Int = 120,
    isSent: Bool = false
  ) -> UpcomingReminder {
    let now = StandingClock().now
    func instant(_ minutes: Int) -> Date { now.addingTimeInterval(Double(minutes) * 60) }
    return UpcomingReminder(
      kind: kind, key: "\(thing)/1", thing: thing, at: instant(time), due: instant(due), until: instant(until),
      isSent: isSent, text: "text.\(kind)", arguments: [:], link: "/soccer/\(thing)", about: [])
  }

  /// A plugin that has these, read as storage does.
  private static func source(_ plugin: String, _ all: [UpcomingReminder]) -> ReminderSource {
    ReminderSource(plugin: plugin) { account, _, after, limit in
      guard account == me else { return [] }
      let places = all.map { ($0.at.millisecondsSince1970, $0.thing, $0.kind, $0) }.sorted {
        ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2)
      }
      return places.filter { ($0.0, $0.1, $0.2) > after }.prefix(limit).map(\.3)
    }
  }

  private static func routes(_ world: InboxWorld, _ sources: [ReminderSource]) -> RouteTable {
    let reminders = Reminders(world.inbox, sources)
    return RouteTable { reminders.routes(&$0) }
  }

  private static func page(
    _ routes: RouteTable, _ query: String, _ world: InboxWorld, as person: String = "ann"
  ) async throws -> JSON {
    let account = Account(id: AccountID(person), kind: .user, name: person)
    return try await routes.call(.get, "/me/reminders\(query)", as: account, at: world.clock.now).body
  }

  @Test(.tags(.pl52), arguments: 1...12) func `comes by time, then by plugin and thing, each once, page after page`(
    seed: Int
  ) async throws {
    var random = SeededRandom(seed: UInt64(seed))
    try await TestEngine.sqlite.run { database in
      let world = try await InboxWorld(database)
      var (sources, wanted): ([ReminderSource], [(at: Int, id: String)]) = ([], [])
      for plugin in ["folf", "soccer", "walks"] {
        var all: [UpcomingReminder] = []
        for thing in 0..<random.next(below: 12) {
          // Few times, so that many come at one of them, before 1970 as well.
          let at = [-40_000_000, 60, 61, 120][random.next(below: 4)]
          all.append(Self.reminder("goal", "m~\(10 + thing)", at: at))
          wanted.append((at, "\(plugin)/goal/m~\(10 + thing)/1"))
        }
        sources.append(Self.source(plugin, all))
      }
      let routes = Self.routes(world, sources.reversed())
      let limit = 1 + random.next(below: 5)
      var (seen, query) = ([String](), "?limit=\(limit)")
      for _ in 0..<50 {
        let found = try await Self.page(routes, query, world)
        let items = found["items"]?.array ?? []
        #expect(items.count <= limit)
        seen += items.compactMap { $0["id"]?.string }
        guard let next = found["next"]?.string else { break }
        query = "?limit=\(limit)&after=\(next)"
      }
      #expect(seen == wanted.sorted { ($0.at, $0.id) < ($1.at, $1.id) }.map(\.id))
      #expect(try await Self.page(routes, "", world, as: "bob")["items"] == [])
    }
  }

  @Test(arguments: ["x", "1~soccer~goal", "x~soccer~goal~m", "9223372036854775807~soccer~goal~m"])
  func `goes on behind what a page has said, and nothing else`(cursor: String) async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await InboxWorld(database)
      let routes = Self.routes(world, [Self.source("soccer", [])])
      let problem = await #expect(throws: Problem.self) { try await Self.page(routes, "?after=\(cursor)", world) }
      #expect(problem?.errors.map(\.pointer) == ["/after"])
    }
  }

  /// The clock stands at noon; an hour later each is due.
  @Test(
    .tags(.pl52, .pl50),
    arguments: [
      (reminder(), nil, "2025-08-15T13:00:00Z"), (reminder(isSent: true), nil, nil), (reminder("letter"), nil, nil),
      (reminder("quiet"), nil, nil), (reminder("unknown"), nil, nil), (reminder("ann"), nil, nil),
      (reminder(), ("12:30", "13:30"), "2025-08-15T13:30:00Z"), (reminder(), ("12:30", "14:00"), nil),
      (reminder(), ("13:30", "14:00"), "2025-08-15T13:00:00Z"), (reminder(due: 120), nil, nil),
    ] as [(UpcomingReminder, (String, String)?, String?)])
  func `is shown by a device when it is due, behind quiet hours, and not where it is not wanted or comes too late`(
    reminder: UpcomingReminder, quiet: (String, String)?, showAt: String?
  ) async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await InboxWorld(database)
      var settings: JSONObject = ["enabled": true, "kindsOff": ["soccer/ann"]]
      if let quiet { settings["quietHours"] = ["from": .string(quiet.0), "to": .string(quiet.1), "zone": "UTC"] }
      try await world.call(.put, "/me/notification-settings", .object(settings), as: "ann")
      let routes = Self.routes(world, [Self.source("soccer", [reminder])])
      let item = try await Self.page(routes, "", world)["items"]?[0]
      #expect(item?["showAt"]?.string == showAt)
      #expect(item?["isSent"] == .bool(reminder.isSent) && item?["due"] != nil)
      settings["enabled"] = false
      try await world.call(.put, "/me/notification-settings", .object(settings), as: "ann")
      #expect(try await Self.page(routes, "", world)["items"]?[0]?["showAt"]?.string == nil)
    }
  }
}
