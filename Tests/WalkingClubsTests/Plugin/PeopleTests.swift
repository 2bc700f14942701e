import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Somebody who walks for a club` {
  private static let personal = [
    "walkers", "stays", "zones", "sessions", "presence", "day_points", "member_seasons", "check_ins", "awards",
    "shared_days",
  ]

  private static func rows(_ world: WalkingWorld, of person: TestPerson) async throws -> Int {
    try await world.host.services.storage.read { transaction in
      var count = 0
      for table in personal {
        let query = SQL(stringLiteral: "select account from \(table)")
        count += try await transaction.query(query).filter { try $0["account"] == person.id }.count
      }
      return count
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `gets all that is kept, and leaves nothing behind but the club's sums`(on engine: TestHost.Engine) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let psv = try await world.club("PSV")
      let (ann, bob) = (try await world.walker("Ann", psv), try await world.walker("Bob", psv))
      try await world.recognise(ann)
      try await world.place(ann, "52.1/4.9", at: "2025-08-15T13:00:00Z", minutes: 30)
      for person in [ann, bob] { try await world.walk(person, at: "2025-08-15T13:00:00Z", steps: 3_000) }
      try await world.nextDay()
      let share = try await host.post("\(WalkingWorld.area)/me/days/2025-08-15/share", as: ann)
      #expect(share.status == 200)
      let export = try await host.export(of: ann)["plugins"]?["walking-clubs"]?["data"]
      #expect(
        export?["days"]?.array?.map { $0["day"] } == ["2025-08-15"]
          && export?["points"]?.array?.map { $0["points"] } == [3])
      #expect(export?["clubs"]?.array?.last?["club"] == .string(psv.id) && export?["places"]?.array?.count == 6)
      #expect(export?["shared"]?.array?.count == 1 && export?["isRecognised"] == true)
      #expect(export?["days"]?.array?[0]["lines"]?["lines"]?.array?.count == 1)
      #expect(try await host.export(of: ann).serialized().contains(bob.id.text) == false)
      #expect(try await Self.rows(world, of: ann) > 8)
      try await host.leave(ann)
      try await host.settled()
      #expect(try await Self.rows(world, of: ann) == 0)
      #expect(
        try await host.get("\(WalkingWorld.area)/shared/\(share["share"]?.string ?? "")").problem == "404 share-unknown"
      )
      #expect(try await world.people("") == ["Bob 3"])
      let board = try await host.get("\(WalkingWorld.area)/boards/clubs", as: bob)
      #expect(
        board["me"]?["points"] == 6 && board["me"]?["club"]?["members"] == 1, "what was walked for the club stays its")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `has one account of two: days of both count once, everything else is kept`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let psv = try await world.club("PSV")
      let (ann, old, bob) = (
        try await world.walker("Ann", psv), try await world.walker("Old", psv), try await world.walker("Bob", psv)
      )
      try await world.walk(ann, at: "2025-08-15T13:00:00Z", steps: 3_000)
      try await world.walk(old, at: "2025-08-15T14:00:00Z", steps: 5_000)
      try await world.walk(bob, at: "2025-08-15T14:00:00Z", steps: 1_000)
      try await world.nextDay()
      try await world.walk(old, at: "2025-08-16T10:00:00Z", steps: 2_000)
      try await world.nextDay()
      #expect(try await world.people("") == ["Old 7", "Ann 3", "Bob 1"])
      try await host.merge(old, into: ann)
      try await host.settled()
      #expect(
        try await world.people("") == ["Ann 5", "Bob 1"],
        "the day that both have walked counts once: the kept account's")
      #expect(try await world.people("club/\(psv.id)") == ["Ann 5", "Bob 1"])
      let board = try await host.get("\(WalkingWorld.area)/boards/clubs", as: ann)
      #expect(board["me"]?["points"] == 6 && board["me"]?["walkers"] == 2 && board["me"]?["club"]?["members"] == 2)
      #expect(try await host.get("\(WalkingWorld.area)/me/days", as: ann).items.map { $0["points"] } == [2, 3])
      #expect(try await Self.rows(world, of: old) == 0)
      #expect(try await host.get("\(WalkingWorld.area)/me", as: ann)["points"] == 5)
    }
  }
}
