import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import WalkingClubs

@Suite struct `The zone of a walker` {
  @Test(arguments: TestHost.Engine.available)
  func `is one on earth, and is taken from a device every six hours at most`(on engine: TestHost.Engine) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let psv = try await world.club("PSV")
      let ann = try await world.walker("Ann", psv, zone: "Europe/Amsterdam")
      func say(_ zone: String) async throws -> TestReply {
        try await host.put("\(WalkingWorld.area)/me/zone", ["timeZone": .string(zone)], as: ann)
      }
      func zone() async throws -> [String?] {
        let me = try await host.get("\(WalkingWorld.area)/me", as: ann)
        return [me["timeZone"]?.string, me["today"]?.string]
      }
      for name in ["GMT+18", "GMT-1230", "Nowhere", ""] { #expect(try await say(name).pointers == ["/timeZone"]) }
      #expect(try await say("Pacific/Kiritimati").status == 204)
      #expect(try await zone() == ["Europe/Amsterdam", "2025-08-15"], "too soon")
      try await host.clock.advance(to: "2025-08-15T17:59:59Z")
      #expect(try await say("Pacific/Kiritimati").status == 204)
      #expect(try await zone() == ["Europe/Amsterdam", "2025-08-15"])
      try await host.clock.advance(to: "2025-08-15T18:00:00Z")
      #expect(try await say("Europe/Amsterdam").status == 204)
      #expect(try await say("Pacific/Kiritimati").status == 204)
      #expect(try await zone() == ["Pacific/Kiritimati", "2025-08-16"], "where one was is no news")
      #expect(try await host.get("\(WalkingWorld.area)/me", as: try await host.person("Eve"))["timeZone"] == "UTC")
      let bob = try await host.person("Bob")
      #expect(try await world.choose(psv.id, psv.groups[0], as: bob, zone: "GMT+18").pointers == ["/timeZone"])
      #expect(try await host.get("\(WalkingWorld.area)/me", as: bob)["club"] == nil, "all of it or nothing")
    }
  }

  @Test(.tags(.wc89), arguments: TestHost.Engine.available)
  func `of a club is said by who runs it, with the team whose matches are its own as long as it is said`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let psv = try await world.club("PSV")
      let ann = try await world.walker("Ann", psv)
      let path = "\(WalkingWorld.area)/clubs/\(psv.id)"
      let settings: JSON = ["timeZone": "Europe/Amsterdam", "fixtureTeam": "psv"]
      #expect(try await host.put("\(path)/settings", settings, as: ann).problem == "403 forbidden")
      #expect(try await host.get("\(path)/settings", as: host.operator).json == ["timeZone": "UTC"])
      #expect(try await host.put("\(path)/settings", settings, as: host.operator).status == 204)
      #expect(try await host.get("\(path)/settings", as: host.operator).json == settings)
      let wrong = try await host.put("\(path)/settings", ["timeZone": "GMT+18"], as: host.operator)
      #expect(wrong.pointers == ["/timeZone"])
      try await host.services.storage.write { transaction in
        for (day, source) in [(20_314, MatchDayStore.Source.fixtures), (20_315, .fixtures), (20_316, .entry)] {
          try await MatchDayStore.put(
            day, of: psv.id, opponent: "Ajax", source, at: host.clock.now, in: transaction)
        }
      }
      func days() async throws -> [String?] {
        try await host.get("\(path)/match-days").items.map { $0["day"]?.string }
      }
      #expect(try await days() == ["2025-08-14", "2025-08-15", "2025-08-16"])
      #expect(
        try await host.put("\(path)/settings", ["timeZone": "Europe/Amsterdam"], as: host.operator).status == 204)
      #expect(try await days() == ["2025-08-14", "2025-08-16"], "what was played stays")
      #expect(
        try await host.get("\(path)/settings", as: host.operator).json == ["timeZone": "Europe/Amsterdam"])
    }
  }

  @Test(
    arguments: [
      ("", nil), ("https://store.example/app", "https://store.example/app"), ("http://store.example", nil),
      ("javascript:alert(1)", nil), ("HTTPS://store.example", nil),
    ] as [(String, String?)])
  func `aside, people rate the app at an address that begins with https alone`(address: String, rating: String?) {
    #expect(WalkingSettings(leastPeople: 5, divisionSize: 10, ratingAddress: address).rating == rating)
  }
}
