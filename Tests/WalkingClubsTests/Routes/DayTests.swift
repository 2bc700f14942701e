import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A session` {
  @Test(.tags(.wc41, .wc42, .wc43, .wc44, .wc47, .wc49), arguments: TestHost.Engine.available)
  func `is a day of mine, closed behind midnight, with a receipt of what counted and what did not`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let club = try await world.club("PSV")
      let ann = try await world.walker("Ann", club, zone: "Europe/Amsterdam")
      #expect(try await host.get("\(WalkingWorld.area)/me/days", as: ann).items.isEmpty)
      #expect(try await host.post("/v1/me/consents", ["document": "health", "version": "1"], as: ann).status < 300)
      #expect(try await host.patch("/v1/me/body", ["weight": 60, "height": 170], as: ann).status == 200)
      #expect(try await host.patch("/v1/me", ["gender": "female"], as: ann).status == 200)
      try await world.walk(ann, at: "2025-08-15T13:00:00Z", steps: 6_500)
      try await world.walk(ann, at: "2025-08-15T11:00:00Z", steps: 1_000)
      try await world.walk(ann, at: "2025-08-15T15:00:00Z", steps: 2_000, ["suspect": ["jump"]])
      try await world.walk(ann, at: "2025-08-15T21:59:00Z", steps: 1_500)
      try await world.walk(ann, at: "2025-08-15T22:00:00Z", steps: 3_000, ["metres": 0, "hasRoute": false])
      try await world.settle()
      let open = try await world.day("2025-08-15", of: ann)
      #expect(
        open["summary"]?["isOpen"] == true && open["summary"]?["points"] == 8 && open["summary"]?["together"] == nil)
      #expect(open["lines"]?.array?.map { $0["cut"] } == ["early", nil, "suspect", nil])
      #expect(open["lines"]?.array?.map { $0["counted"] } == [0, 6_500, 0, 1_500])
      #expect(open["summary"]?["steps"] == 9_000, "what was before joining is shown, what is suspect is not")
      #expect(try await world.people("") == [], "an open day is on no board")
      try await host.clock.advance(to: "2025-08-15T21:59:59Z")
      try await host.settled()
      #expect(try await world.people("") == [])
      try await host.clock.advance(to: "2025-08-15T22:00:00Z")
      try await host.settled()
      #expect(try await world.people("") == ["Ann 8"])
      let day = try await world.day("2025-08-15", of: ann)
      #expect(day["summary"]?["isOpen"] == false && day["summary"]?["together"] == "alone")
      #expect(day["summary"]?["metres"] == 6_300 && day["summary"]?["day"] == "2025-08-15")
      #expect(day["points"]?["forSteps"] == 8 && day["points"]?["total"] == 8 && day["points"]?["limit"] == 30_000)
      #expect(day["club"]?["name"] == "PSV" && day["group"]?["name"] == "PSV walkers")
      let walk = day["lines"]?.array?[1]
      // 4,550 m in 65 minutes are 2.6 miles an hour: 3 MET.
      #expect(walk?["formula"] == "speed" && walk?["edition"] == "2011")
      #expect(walk?["grossCalories"] == 195 && walk?["activeCalories"] == 130)
      // What was before joining is shown as well: 90 minutes in all.
      let calories = ["grossCalories", "activeCalories"].map { day["summary"]?[$0]?.double?.rounded() }
      #expect(calories == [270, 180])
      let route = try await host.get("\(WalkingWorld.area)/me/days/2025-08-15/route", as: ann)
      #expect(route["shape"]?["lines"]?.array?.count == 3, "what is suspect is not drawn")
      try await world.nextDay()
      let steps = try await world.day("2025-08-16", of: ann)
      #expect(steps["summary"]?["steps"] == 3_000 && steps["summary"]?["metres"] == nil, "location was off")
      #expect(steps["summary"]?["hasRoute"] == false && steps["summary"]?["points"] == 3)
      // A hundred steps a minute would do for calories.
      for part in [steps["summary"], steps["lines"]?.array?[0]] {
        #expect(part?["steps"] == 3_000)
        for name in ["activeCalories", "grossCalories", "formula"] { #expect(part?[name] == nil, "\(name)") }
      }
      let share = try await host.post("\(WalkingWorld.area)/me/days/2025-08-16/share", [:], as: ann)["share"]?.string
      let shared = try await host.get("\(WalkingWorld.area)/shared/\(share ?? "")")
      #expect(shared["steps"] == 3_000 && shared["calories"] == nil && shared["metres"] == nil)
      let days = try await host.get("\(WalkingWorld.area)/me/days?limit=1", as: ann)
      #expect(days.items.map { $0["day"] } == ["2025-08-16"] && days["next"] == "2025-08-16")
      #expect(
        try await host.get("\(WalkingWorld.area)/me/days?after=2025-08-16", as: ann).items.map { $0["day"] } == [
          "2025-08-15"
        ])
      let bob = try await world.walker("Bob", club)
      #expect(try await world.day("2025-08-15", of: bob).problem == "404 day-unknown")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `ends the same in whatever order its activities come, and asks again who did not answer`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let club = try await world.club("PSV")
      let ann = try await world.walker("Ann", club)
      try await world.walk(ann, at: "2025-08-15T13:00:00Z", steps: 5_000, id: "one")
      try await world.nextDay()
      #expect(try await world.clubs() == ["1 PSV 5"])
      #expect(try await host.put("\(WalkingWorld.steps)/silence/activities", as: ann).status == 204)
      try await world.walk(ann, at: "2025-08-15T18:00:00Z", steps: 4_000, id: "two")
      try await world.walk(ann, at: "2025-08-15T13:00:00Z", steps: 5_000, id: "one")
      try await world.settle()
      #expect(try await world.points("2025-08-15", of: ann) == 5, "nobody answers now")
      #expect(try await host.delete("\(WalkingWorld.steps)/silence/activities", as: ann).status == 204)
      try await host.clock.advance(by: .seconds(61))
      try await world.settle()
      #expect(try await world.points("2025-08-15", of: ann) == 9)
      #expect(try await world.clubs() == ["1 PSV 9"])
      #expect(try await world.people("club/\(club.id)") == ["Ann 9"])
      #expect(try await host.delete("\(WalkingWorld.steps)/activities/two", as: ann).status == 204)
      try await world.settle()
      #expect(try await world.clubs() == ["1 PSV 5"], "what is taken back counts no more")
      #expect(
        try await host.delete("/v1/me/sharing/fitness-challenges.activities/walking-clubs", as: ann).status == 204)
      try await world.walk(ann, at: "2025-08-15T19:00:00Z", steps: 9_000)
      try await world.settle()
      #expect(
        try await world.points("2025-08-15", of: ann) == 5, "without consent nothing is asked, and what is kept stays")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is counted anew when a rule of the season changes, and its owner is told`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let club = try await world.club("PSV")
      let (ann, bob) = (try await world.walker("Ann", club), try await world.walker("Bob", club))
      try await world.walk(ann, at: "2025-08-15T13:00:00Z", steps: 5_000)
      try await world.walk(bob, at: "2025-08-15T13:00:00Z", steps: 2_000, ["source": "manual", "evidence": "said"])
      try await world.nextDay()
      #expect(try await world.people("") == ["Ann 5"])
      try await world.season("2025-26", ["pointsPerThousandSteps": 3, "countsManual": true, "dailySteps": 4_000])
      try await world.settle()
      #expect(try await world.people("") == ["Ann 12", "Bob 6"])
      #expect(try await world.clubs() == ["1 PSV 18"])
      let day = try await world.day("2025-08-15", of: ann)
      #expect(day["points"]?["cut"] == 1_000 && day["points"]?["perThousand"] == 3 && day["summary"]?["points"] == 12)
      #expect(
        try await host.inbox(of: ann).map { $0["text"] } == [
          "A rule of the season has changed: your session of 2025-08-15 was counted anew."
        ])
      try await world.season("2025-26", ["pointsPerThousandSteps": 3, "countsManual": true, "dailySteps": 4_000])
      try await world.settle()
      #expect(try await host.inbox(of: ann).count == 1, "the same rules change nothing")
    }
  }

  @Test(.tags(.wc91), arguments: TestHost.Engine.available)
  func `that lies in no season any more takes its points back, and brings them once more when it lies in one`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let club = try await world.club("PSV")
      let (ann, bob) = (try await world.walker("Ann", club), try await world.walker("Bob", club))
      try await world.walk(ann, at: "2025-08-15T13:00:00Z", steps: 6_000)
      try await world.nextDay()
      try await world.walk(ann, at: "2025-08-16T10:00:00Z", steps: 5_000)
      try await world.walk(bob, at: "2025-08-16T10:00:00Z", steps: 2_000)
      try await world.nextDay()
      #expect(try await world.people("") == ["Ann 11", "Bob 2"])
      try await world.season(to: "2025-08-15")
      try await world.settle()
      #expect(try await world.people("").first == "Ann 6")
      #expect(try await !world.people("").contains("Bob 2"))
      #expect(try await world.clubs() == ["1 PSV 6"])
      let told = "A rule of the season has changed: your session of 2025-08-16 was counted anew."
      for person in [ann, bob] { #expect(try await host.inbox(of: person).map { $0["text"] } == [.string(told)]) }
      try await world.season()
      try await world.settle()
      #expect(try await world.people("") == ["Ann 11", "Bob 2"])
      #expect(try await world.clubs() == ["1 PSV 13"])
    }
  }
}
