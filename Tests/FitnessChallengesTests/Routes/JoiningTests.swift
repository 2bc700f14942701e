import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Joining challenges` {
  private func titles(_ query: String, _ world: FitnessWorld, as person: TestPerson) async throws -> [String] {
    try await world.host.get("\(FitnessWorld.challenges)?\(query)", as: person).items.compactMap { $0["title"]?.string }
  }

  @Test(.tags(.fc13, .fc15, .fc21, .fc27), arguments: TestHost.Engine.available)
  func `they are found by words, kind, difficulty and length, and several go on at once`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bob) = (try await world.coach("Ann"), try await world.athlete("Bob"))
      let made: [JSONObject] = [
        ["title": "Élan d'été", "difficulty": 2, "days": 30],
        ["title": "Hill runs", "about": "With élan", "difficulty": 8],
        ["title": "Relay", "kind": "team", "teamSize": 4, "teams": 2, "days": 180],
        ["title": "Secret", "isListed": false],
      ]
      var ids: [String] = []
      for draft in made {
        ids.append(try await world.made(by: coach, draft))
        try await host.clock.advance(by: .seconds(1))
      }
      #expect(try await titles("", world, as: bob) == ["Relay", "Hill runs", "Élan d'été"])
      #expect(try await titles("query=ELAN", world, as: bob) == ["Hill runs", "Élan d'été"])
      #expect(try await titles("query=elan%20hil", world, as: bob) == ["Hill runs"])
      #expect(try await titles("query=nothing", world, as: bob).isEmpty)
      #expect(try await titles("query=secret", world, as: bob).isEmpty)
      #expect(try await titles("kind=team", world, as: bob) == ["Relay"])
      #expect(try await titles("easiest=8", world, as: bob) == ["Hill runs"])
      #expect(try await titles("hardest=2", world, as: bob) == ["Élan d'été"])
      #expect(try await titles("longest=30", world, as: bob) == ["Hill runs", "Élan d'été"])
      #expect(try await titles("shortest=30", world, as: bob) == ["Relay", "Élan d'été"])
      #expect(try await titles("easiest=3&hardest=7", world, as: bob) == ["Relay"])
      #expect(
        try await host.get("\(FitnessWorld.challenges)?easiest=8&hardest=7", as: bob).pointers == ["/easiest"])
      let rolling = try await world.made(
        by: coach,
        [
          "title": "Any time", "start": .null, "mode": "milestones",
          "milestones": [["name": "All", "points": 9]],
        ])
      #expect(try await titles("starts=rolling", world, as: bob) == ["Any time"])
      #expect(try await titles("starts=fixed&kind=individual", world, as: bob) == ["Hill runs", "Élan d'été"])
      #expect(try await titles("mode=milestones", world, as: bob) == ["Any time"])
      #expect(try await titles("mode=threshold&kind=team", world, as: bob) == ["Relay"])
      #expect(try await titles("from=2025-08-15", world, as: bob) == ["Relay", "Hill runs", "Élan d'été"])
      #expect(try await titles("from=2025-08-16", world, as: bob).isEmpty)
      try await host.services.storage.write {
        try await $0.execute("update challenges set is_listed = 0 where id = \(rolling)")
      }
      let first = try await host.get("\(FitnessWorld.challenges)?limit=2", as: bob)
      let next = try #require(first["next"]?.string)
      #expect(try await titles("limit=2&after=\(next)", world, as: bob) == ["Élan d'été"])
      #expect(try await host.get(FitnessWorld.challenges).problem == "401 unauthenticated")
      for id in [ids[0], ids[1], ids[3]] { #expect(try await world.join(id, as: bob).status == 201) }
      #expect(try await world.join(ids[0], as: bob).status == 201, "once more changes nothing")
      let mine = try await host.get("\(FitnessWorld.area)/me/challenges", as: bob).items
      #expect(Set(mine.compactMap { $0["title"]?.string }) == ["Élan d'été", "Hill runs", "Secret"])
      #expect(mine.allSatisfy { $0["me"]?["outcome"] == "running" })
      for id in [ids[0], ids[1]] { #expect(try await world.log(3, id, as: bob).status == 200) }
      #expect(try await world.challenge(ids[1], as: bob)["me"]?["progress"]?[0]?["total"]?.double == 3)
      try await host.clock.advance(to: "2025-08-25T00:00:00Z")
      #expect(try await titles("", world, as: bob) == ["Relay", "Élan d'été"], "what is over cannot be joined")
      #expect(try await world.join(ids[1], as: try await world.athlete("Cy")).problem == "409 challenge-over")
      #expect(try await world.join("nothing", as: bob).problem == "404 challenge-unknown")
    }
  }

  @Test(.tags(.fc15), arguments: TestHost.Engine.available)
  func `finds what is old among many, also of those made at one instant`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (coach, bob) = (try await world.coach("Ann"), try await world.athlete("Bob"))
      _ = try await world.made(
        by: coach, ["title": "Needle", "mode": "milestones", "milestones": [["name": "All", "points": 9]]])
      let hay = try await world.made(by: coach, ["title": "Hay"])
      try await world.host.services.storage.write { transaction in
        for number in 1...620 {
          try await transaction.execute(
            """
            insert into challenges (id, coach, is_personal, kind, title, about, difficulty, zone, start_day, length,
              grace_hours, may_found, rules, is_listed, draw_seed, made_at)
            select \("hay-\(number)"), coach, is_personal, kind, title, about, difficulty, zone, start_day, length,
              grace_hours, may_found, rules, is_listed, draw_seed, made_at from challenges where id = \(hay)
            """)
        }
      }
      #expect(try await titles("mode=milestones", world, as: bob) == ["Needle"])
      #expect(try await titles("query=needle", world, as: bob) == ["Needle"])
      // All are of one instant, and every one of them is on a page.
      var (found, place): (Set<String>, String?) = ([], nil)
      repeat {
        let rest = place.map { "&after=\($0)" } ?? ""
        let page = try await world.host.get("\(FitnessWorld.challenges)?limit=50\(rest)", as: bob)
        found.formUnion(page.items.compactMap { $0["id"]?.string })
        place = page["next"]?.string
      } while place != nil
      #expect(found.count == 622)
      for text in ["1755259200000", "now.x", "-1.x"] {
        let reply = try await world.host.get("\(FitnessWorld.challenges)?after=\(text)", as: bob)
        #expect(reply.pointers == ["/after"])
      }
    }
  }

  @Test(.tags(.fc16, .fc18, .fc25, .fc31), arguments: TestHost.Engine.available)
  func `is by teams of the given size where the challenge is one of teams: chosen, founded, or assigned at random`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let coach = try await world.coach("Ann")
      let alone = try await world.made(by: coach)
      let id = try await world.made(by: coach, ["kind": "team", "teamSize": 2, "teams": 2, "mayFound": true])
      var people: [TestPerson] = []
      for name in ["Bo", "Cy", "Di", "Ed", "Flo", "Gus"] { people.append(try await world.athlete(name)) }
      let teams = "\(FitnessWorld.path(id))/teams"
      let names = try await host.get(teams, as: people[0]).items.compactMap { $0["id"]?.string }
      #expect(names.count == 2)
      #expect(try await world.join(alone, as: people[0], ["isRandom": true]).problem == "409 no-teams")
      #expect(try await world.join(id, as: people[0]).problem == "409 team-needed")
      #expect(try await world.challenge(id, as: people[0])["me"] == nil, "who chose no team has not joined")
      #expect(try await world.join(id, as: people[0], ["team": "none"]).problem == "404 team-unknown")
      #expect(try await world.join(id, as: people[0], ["isRandom": true, "newTeam": "Us"]).pointers == ["/team"])
      let first = try await world.join(id, as: people[0], ["team": .string(names[0])])
      #expect(first["team"]?["id"]?.string == names[0])
      #expect(try await world.join(id, as: people[1], ["isRandom": true])["team"]?["id"]?.string == names[1])
      #expect(try await world.join(id, as: people[2], ["team": .string(names[0])]).status == 201)
      #expect(try await world.join(id, as: people[3], ["team": .string(names[0])]).problem == "409 team-full")
      #expect(try await world.join(id, as: people[3], ["isRandom": true])["team"]?["id"]?.string == names[1])
      #expect(try await world.join(id, as: people[4], ["isRandom": true]).problem == "409 teams-full")
      #expect(try await world.join(id, as: people[4], ["newTeam": "  Foxes "])["team"]?["name"] == "Foxes")
      #expect(try await world.join(id, as: people[5], ["newTeam": "foxes"]).problem == "409 team-name-taken")
      let listed = try await host.get(teams, as: people[5]).items
      #expect(listed.map { $0["members"] } == [2, 2, 1] && listed.map { $0["isFull"] } == [true, true, false])
      let draws = try await host.get("\(FitnessWorld.path(id))/draws", as: people[5]).items
      #expect(draws.map { $0["number"] } == [0, 1])
      #expect(draws.map { $0["candidates"] } == [[.string(names[1])], [.string(names[1])]])
      let given = try await world.made(by: coach, ["kind": "team", "teamSize": 2, "teams": 1])
      #expect(try await world.join(given, as: people[0], ["newTeam": "Ours"]).problem == "409 teams-given")
    }
  }

  @Test(.tags(.fc16, .fc17, .fc25), arguments: TestHost.Engine.available)
  func `a member's points are the team's, and who withdraws takes none away`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let coach = try await world.coach("Ann")
      let (bo, cy) = (try await world.athlete("Bo"), try await world.athlete("Cy"))
      let rules: [(String, Int64?, Double, Double)] = [
        ("sum", nil, 9, 9), ("average", nil, 4.5, 9), ("best", nil, 9, 9), ("best", 1, 6, 6),
      ]
      for (scoring, best, both, after) in rules {
        var draft: JSONObject = ["kind": "team", "teamSize": 2, "teams": 1, "teamScoring": .string(scoring)]
        draft["bestCount"] = best.map { .integer($0) } ?? .null
        let id = try await world.made(by: coach, draft)
        #expect(try await world.challenge(id, as: bo)["teamScoring"] == .string(scoring))
        for person in [bo, cy] { #expect(try await world.join(id, as: person, ["isRandom": true]).status == 201) }
        #expect(try await world.log(6, id, as: bo).status == 200)
        #expect(try await world.log(3, id, as: cy).status == 200)
        let teams = "\(FitnessWorld.path(id))/teams"
        #expect(try await host.get(teams, as: bo).items[0]["points"]?.double == both, "\(scoring)")
        #expect(try await host.post("\(FitnessWorld.path(id))/withdraw", as: cy).status == 204)
        let team = try await host.get(teams, as: bo).items[0]
        #expect(team["points"]?.double == after && team["members"] == 1, "\(scoring)")
        #expect(try await world.log(1, id, as: cy, entry: "two").problem == "404 not-found")
        #expect(try await world.challenge(id, as: cy)["me"]?["outcome"] == "withdrawn")
        try await host.settled()
        let board = try await host.get("\(FitnessWorld.path(id))/board", as: bo).items
        #expect(board.map { $0["person"]?["name"] } == ["Bo"], "who has withdrawn is on the board no more")
        #expect(try await world.join(id, as: cy)["team"]?["name"] == "1", "and may come back into the team")
        try await host.settled()
        #expect(try await host.get("\(FitnessWorld.path(id))/board", as: bo).items.count == 2)
      }
    }
  }

  @Test(.tags(.fc17), arguments: TestHost.Engine.available)
  func `ends by withdrawing until nothing more can be written down, and not afterwards`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let coach = try await world.coach("Ann")
      let (bob, cy, eve) = (
        try await world.athlete("Bob"), try await world.athlete("Cy"), try await world.athlete("Eve")
      )
      let id = try await world.made(by: coach)
      for person in [bob, cy] { #expect(try await world.join(id, as: person).status == 201) }
      let withdraw = "\(FitnessWorld.path(id))/withdraw"
      #expect(try await host.post(withdraw, as: eve).problem == "404 not-found", "who does not take part")
      try await host.clock.advance(to: "2025-08-26T00:00:00Z")
      #expect(try await host.post(withdraw, as: bob).status == 204)
      try await host.clock.advance(by: .milliseconds(1))
      #expect(try await host.post(withdraw, as: cy).problem == "409 challenge-over")
      #expect(try await world.challenge(id, as: cy)["me"]?["outcome"] == "failed")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `begins on the day of joining where the challenge is rolling`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let coach = try await world.coach("Ann")
      let id = try await world.made(by: coach, ["start": .null, "zone": "Asia/Tokyo"])
      try await world.host.clock.advance(to: "2025-09-01T16:00:00Z")
      let bob = try await world.athlete("Bob")
      let me = try await world.join(id, as: bob)
      #expect(me["start"] == "2025-09-02" && me["end"] == "2025-09-11", "it is tomorrow in Tokyo already")
      #expect(me["openDays"]?.array?.map { $0["day"] } == ["2025-09-02"])
      #expect(me["openDays"]?[0]?["closesAt"] == "2025-09-03T15:00:00Z")
    }
  }

  @Test(.tags(.fc17), arguments: TestHost.Engine.available)
  func `goes on within the days of a rolling challenge, and begins anew behind them unless it was passed`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach) = (world.host, try await world.coach("Ann"))
      let (bob, cy) = (try await world.athlete("Bob"), try await world.athlete("Cy"))
      let id = try await world.made(by: coach, ["start": .null, "days": 3, "kind": "team", "teamSize": 4, "teams": 1])
      for (person, value) in [(bob, 7), (cy, 20)] as [(TestPerson, Int64)] {
        try await world.join(id, as: person, ["isRandom": true])
        try await world.log(.integer(value), id, as: person)
      }
      let withdraw = "\(FitnessWorld.path(id))/withdraw"
      for person in [bob, cy] { #expect(try await host.post(withdraw, as: person).status == 204) }
      let soon = try await world.join(id, as: bob, ["isRandom": true])
      #expect(soon["start"] == "2025-08-15" && soon["points"] == 7 && soon["outcome"] == "running")
      #expect(try await host.post(withdraw, as: bob).status == 204)
      try await host.clock.advance(to: "2025-08-20T12:00:00Z")
      let anew = try await world.join(id, as: bob, ["isRandom": true])
      #expect(anew["start"] == "2025-08-20" && anew["points"] == 0 && anew["outcome"] == "running", "\(anew.text)")
      #expect(try await world.log(20, id, as: bob, day: "2025-08-20")["me"]?["outcome"] == "passed")
      #expect(try await host.get("\(FitnessWorld.path(id))/entries", as: bob).items.count == 1)
      let teams = try await host.get("\(FitnessWorld.path(id))/teams", as: bob).items
      #expect(teams.map { $0["points"] } == [47] && teams.map { $0["members"] } == [1], "all points stay with the team")
      let passed = try await world.join(id, as: cy, ["isRandom": true])
      #expect(passed["start"] == "2025-08-15" && passed["outcome"] == "passed")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is not for whom the coach has blocked, and an invitation to the group leads to the same`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bob, eve) = (
        try await world.coach("Ann"), try await world.athlete("Bob"), try await world.athlete("Eve")
      )
      let cy = try await host.person("Cy")
      let id = try await world.made(by: coach, ["kind": "team", "teamSize": 2, "teams": 1])
      #expect(try await host.put("/v1/me/blocked/\(eve.id)", as: coach).status == 204)
      #expect(try await world.join(id, as: eve, ["isRandom": true]).problem == "404 challenge-unknown")
      let group = "/v1/groups/fitness-challenges/\(id)"
      for person in [bob, cy] {
        #expect(try await host.put("\(group)/invitations/\(person.id)", as: coach).status == 204)
      }
      #expect(try await host.post("\(group)/join", ["sharesContact": true], as: cy).problem == "403 forbidden")
      #expect(try await host.post("\(group)/join", ["sharesContact": true], as: bob).status == 201)
      #expect(try await world.challenge(id, as: bob)["me"]?["outcome"] == "running")
      #expect(try await host.put("\(FitnessWorld.path(id))/team", ["isRandom": true], as: bob)["team"]?["name"] == "1")
      #expect(try await host.post("\(group)/leave", as: bob).status == 204)
      #expect(try await world.challenge(id, as: bob)["me"]?["outcome"] == "withdrawn")
    }
  }
}
