import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Answers to an event` {
  @Test(
    .tags(.pl47, .tm4, .tm15, .tm23, .tm29, .tm49, .tm55, .tm56, .tm57, .tm62, .tm100),
    arguments: TestHost.Engine.available)
  func `are yes, no or maybe with a note, are changed later, and are seen and told to admins`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let team = try await world.team(of: ada, bob)
      let event = try await world.event(team, by: ada, ["kind": "event"])
      let path = world.path(team, "/events/\(event)")
      #expect(try await host.get(path, as: bob)["kind"] == "event", "no practice")
      #expect(try await world.answer("yes", event, of: team, as: eve).problem == "404 not-found")
      #expect(try await world.answer("perhaps", event, of: team, as: bob).pointers == ["/reply"])
      func answers() async throws -> [String] {
        try await host.get("\(path)/answers", as: ada).items.map {
          "\($0["person"]?["name"]?.string ?? "") \($0["reply"]?.string ?? "") \($0["note"]?.string ?? "")"
        }
      }
      #expect(try await answers() == ["Ada pending ", "Bob pending "])
      #expect(try await world.answer("yes", event, of: team, as: bob, note: "With cake.")["reply"] == "yes")
      #expect(try await answers() == ["Ada pending ", "Bob yes With cake."])
      #expect(try await world.answer("yes", event, of: team, as: bob, note: "Two cakes.").status == 200)
      #expect(try await world.answer("no", event, of: team, as: bob).status == 200)
      #expect(try await answers() == ["Ada pending ", "Bob no "])
      #expect(try await world.answer("maybe", event, of: team, as: bob).status == 200)
      #expect(try await answers() == ["Ada pending ", "Bob maybe "])
      let told = [
        "Foxes: Bob comes to Practice.", "Foxes: Bob does not come to Practice.", "Foxes: Bob may come to Practice.",
      ]
      #expect(try await world.texts(ada).sorted() == told, "a new note is no new answer")
      let links = try await host.inbox(of: ada).map { $0["link"]?.string }
      #expect(Set(links) == ["/team-management/teams/\(team)/events/\(event)"])
      #expect(try await host.get("\(path)/answers", as: bob).problem == "403 forbidden")
      let line = try await world.list(team, as: bob)[0]
      #expect(line["mine"] == "maybe" && line["maybe"] == 1 && line["yes"] == 0)
    }
  }

  @Test(.tags(.tm33, .tm62), arguments: TestHost.Engine.available)
  func `end with the registration deadline, which is the beginning unless told`(on engine: TestHost.Engine) async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      let team = try await world.team(of: ada)
      let early = try await world.event(team, by: ada, ["deadlineMinutes": 60])
      let plain = try await world.event(team, by: ada)
      try await host.clock.advance(to: "2025-09-02T14:59:59Z")
      #expect(try await world.answer("yes", early, of: team, as: ada).status == 200)
      try await host.clock.advance(to: "2025-09-02T15:00:00Z")
      let late = try await world.answer("no", early, of: team, as: ada)
      #expect(late.problem == "409 answers-closed" && late["detail"] == "The registration deadline has passed.")
      #expect(try await world.answer("yes", plain, of: team, as: ada).status == 200)
      try await host.clock.advance(to: "2025-09-02T16:00:00Z")
      #expect(try await world.answer("no", plain, of: team, as: ada).problem == "409 answers-closed")
      #expect(try await world.list(team, as: ada).map { $0["mine"] } == ["yes", "yes"])
    }
  }

  @Test(.tags(.tm77), arguments: TestHost.Engine.available)
  func `are given by people of 21 where there is alcohol; younger ones see no such event`(on engine: TestHost.Engine)
    async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, kid) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Kid"))
      let team = try await world.team(of: ada, bob, kid)
      #expect(try await host.patch("/v1/me", ["dateOfBirth": "2004-09-02"], as: bob).status == 200)
      #expect(try await host.patch("/v1/me", ["dateOfBirth": "2004-09-03"], as: kid).status == 200)
      let event = try await world.event(team, by: ada, ["hasAlcohol": true, "title": "Bar night"])
      let path = world.path(team, "/events/\(event)")
      #expect(try await host.get(path, as: bob)["minimumAge"] == 21)
      let unknown = try await world.answer("yes", event, of: team, as: ada)
      #expect(unknown.problem == "403 age-unknown")
      #expect(
        unknown["detail"] == "This event is for people of 21 and older. Enter your date of birth in your profile first."
      )
      #expect(try await world.answer("no", event, of: team, as: ada).status == 200)
      #expect(try await world.answer("yes", event, of: team, as: bob).status == 200)
      #expect(try await world.answer("yes", event, of: team, as: kid).problem == "403 too-young")
      #expect(try await host.get(path, as: kid).problem == "404 event-unknown")
      #expect(try await world.list(team, as: kid).isEmpty)
      #expect(try await world.list(team, as: bob).count == 1)
      #expect(try await !world.texts(kid).contains { $0.contains("Bar") })
      #expect(try await world.texts(bob).contains { $0.contains("Bar") })
    }
  }

  @Test(.tags(.tm77), arguments: TestHost.Engine.available)
  func `are taken back from who is not known to be old enough, when there is alcohol or another day later`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, kid) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Kid"))
      let nan = try await host.person("Nan")
      for (person, birth) in [(bob, "1990-01-01"), (kid, "2008-05-01")] as [(TestPerson, JSON)] {
        #expect(try await host.patch("/v1/me", ["dateOfBirth": birth], as: person).status == 200)
      }
      let team = try await world.team(of: ada, bob, kid, nan)
      let event = try await world.event(team, by: ada, ["capacity": 1])
      let path = world.path(team, "/events/\(event)")
      #expect(try await world.answer("yes", event, of: team, as: kid)["position"] == nil)
      #expect(try await world.answer("yes", event, of: team, as: bob)["position"] == 1)
      #expect(try await world.answer("maybe", event, of: team, as: nan).status == 200)
      #expect(try await host.put(path, TeamWorld.plan(["capacity": 1, "hasAlcohol": true]), as: ada).status == 200)
      func replies(_ event: String) async throws -> [String] {
        try await host.get(world.path(team, "/events/\(event)/answers"), as: ada).items.map {
          "\($0["person"]?["name"]?.string ?? "") \($0["reply"]?.string ?? "")"
        }
      }
      #expect(try await replies(event) == ["Ada pending", "Bob yes", "Kid pending", "Nan pending"])
      let shown = try await host.get(path, as: bob)
      #expect(shown["going"] == 1 && shown["waiting"] == 0 && shown["maybe"] == 0)
      #expect(shown["mine"]?["position"] == nil)
      #expect(try await world.texts(bob).contains("Foxes: a place in Practice is yours."), "the place is free")
      for (person, count) in [(bob, 1), (kid, 0)] {
        #expect(try await host.get("/v1/me/reminders", as: person).items.count == count)
      }
      let (young, unknown) = (try await world.texts(kid), try await world.texts(nan))
      #expect(young.contains("Foxes: Practice is for people of 21 and older now. You are not down for it any more."))
      #expect(
        unknown.contains(
          "Foxes: Practice is for people of 21 and older now. Enter your date of birth in your profile, then answer again."
        ))
      #expect(!(young + unknown).contains("Foxes: Practice has changed."), "each is told once")
      #expect(try await world.answer("yes", event, of: team, as: kid).problem == "403 too-young")
      #expect(try await host.put("\(path)/seen", as: kid).problem == "404 event-unknown")
      let about: JSON = ["text": "Bring glasses.", "event": .string(event)]
      #expect(try await host.post(world.path(team, "/messages"), about, as: ada).status == 204)
      #expect(try await !world.texts(kid).contains { $0.contains("glasses") })
      #expect(try await world.texts(bob).contains { $0.contains("glasses") })

      let party: JSONObject = [
        "title": "Party", "startsAt": "2025-09-20T16:00:00Z", "endsAt": "2025-09-20T18:00:00Z", "minimumAge": 18,
      ]
      #expect(try await host.patch("/v1/me", ["dateOfBirth": "2007-09-10"], as: kid).status == 200)
      let second = try await world.event(team, by: ada, party)
      #expect(try await world.answer("yes", second, of: team, as: kid).status == 200)
      var moved = party
      (moved["startsAt"], moved["endsAt"]) = ("2025-09-10T16:00:00Z", "2025-09-10T18:00:00Z")
      #expect(try await host.put(world.path(team, "/events/\(second)"), TeamWorld.plan(moved), as: ada).status == 200)
      #expect(try await replies(second)[2] == "Kid yes", "18 on that day")
      (moved["startsAt"], moved["endsAt"]) = ("2025-09-09T16:00:00Z", "2025-09-09T18:00:00Z")
      #expect(try await host.put(world.path(team, "/events/\(second)"), TeamWorld.plan(moved), as: ada).status == 200)
      #expect(try await replies(second)[2] == "Kid pending")

      let place = "\(path)/check-in"
      let code = try #require(try await host.put(place, as: ada)["code"])
      try await host.clock.advance(to: "2025-09-02T16:10:00Z")
      for (person, problem) in [(kid, "403 too-young"), (nan, "403 age-unknown"), (bob, nil)]
        as [(TestPerson, String?)]
      {
        let read: JSON = ["code": code, "at": "2025-09-02T16:05:00Z"]
        #expect(try await host.put("\(place)/mine", read, as: person).problem == problem)
        #expect(try await host.put("\(path)/presence", ["state": "present"], as: person).problem == problem)
        #expect(try await host.put("\(path)/presence", ["state": "absent"], as: person).status == 204)
      }
    }
  }

  @Test(.tags(.tm77), arguments: TestHost.Engine.available)
  func `are of people of 21 wherever a series comes to have alcohol, on dates with an age of their own too`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      let team = try await world.team(of: ada)
      let first = try await world.event(team, by: ada, ["repeats": "FREQ=WEEKLY;COUNT=2"])
      let ids = try await world.list(team, as: ada).compactMap { $0["id"]?.string }
      let second = world.path(team, "/events/\(try #require(ids.last))")
      let alone: JSONObject = [
        "startsAt": "2025-09-09T16:00:00Z", "endsAt": "2025-09-09T17:30:00Z", "minimumAge": 18, "reach": "this",
      ]
      #expect(try await host.put(second, TeamWorld.plan(alone), as: ada)["changed"] == 1)
      let all = TeamWorld.plan(["hasAlcohol": true, "reach": "all"])
      #expect(try await host.put(world.path(team, "/events/\(first)"), all, as: ada)["changed"] == 2)
      let shown = try await host.get(second, as: ada)
      #expect(shown["hasAlcohol"] == true && shown["minimumAge"] == 21)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `give the last place to exactly one of a hundred at once; the others wait in the order in which they came`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      let team = try await world.team(of: ada)
      var people: [TestPerson] = []
      for _ in 1...100 { people.append(try await host.guest()) }
      for person in people { try await world.add(person, to: team, by: ada) }
      let event = try await world.event(team, by: ada, ["capacity": 1])
      let positions = try await withThrowingTaskGroup(of: Int.self) { group in
        for person in people {
          group.addTask {
            var reply = try await world.answer("yes", event, of: team, as: person)
            // A host that has too much to do says so, and is asked again.
            while reply.code == "http-overloaded" {
              await Task.yield()
              reply = try await world.answer("yes", event, of: team, as: person)
            }
            #expect(reply.status == 200, "\(reply.text)")
            return reply["position"]?.int ?? 0
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(
        positions.sorted() == Array(0...99),
        "one has the place, each other one a place of its own in the line")
      let answers = try await host.get(world.path(team, "/events/\(event)/answers"), as: ada).items
      #expect(answers.filter { $0["reply"] == "yes" && $0["position"] == nil }.count == 1)
      let shown = try await host.get(world.path(team, "/events/\(event)"), as: ada)
      #expect(shown["going"] == 1 && shown["waiting"] == 99)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `call the next in line when a place is free, by a no, a larger capacity or a farewell`(
    on engine: TestHost.Engine
  )
    async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let (dan, kim) = (try await host.person("Dan"), try await host.person("Kim"))
      let team = try await world.team(of: ada, bob, eve, dan, kim)
      let event = try await world.event(team, by: ada, ["capacity": 1])
      for (person, position) in [(bob, nil), (eve, 1), (dan, 2), (kim, 3)] as [(TestPerson, JSON?)] {
        #expect(try await world.answer("yes", event, of: team, as: person)["position"] == position)
      }
      func called(_ person: TestPerson) async throws -> Bool {
        try await world.texts(person).contains("Foxes: a place in Practice is yours.")
      }
      func isReminded(_ person: TestPerson) async throws -> Bool {
        try await !host.get("/v1/me/reminders", as: person).items.isEmpty
      }
      #expect(try await isReminded(bob), "who waits is not reminded")
      #expect(try await !isReminded(eve), "who waits is not reminded")
      #expect(try await world.answer("no", event, of: team, as: bob).status == 200)
      #expect(try await called(eve))
      #expect(try await isReminded(eve))
      #expect(try await !called(dan))
      #expect(try await !isReminded(bob))
      #expect(
        try await world.answer("yes", event, of: team, as: bob)["position"] == 3, "who comes back waits at the end")
      #expect(
        try await host.put(world.path(team, "/events/\(event)"), TeamWorld.plan(["capacity": 2]), as: ada).status == 200
      )
      #expect(try await called(dan))
      #expect(try await isReminded(dan))
      #expect(try await !called(kim))
      #expect(try await host.delete(world.group(team, "/members/\(eve.id)"), as: ada).status == 204)
      #expect(try await called(kim))
      #expect(try await !called(bob))
      #expect(
        try await host.put(world.path(team, "/events/\(event)"), TeamWorld.plan(["capacity": 1]), as: ada).status == 200
      )
      #expect(try await host.get(world.path(team, "/events/\(event)"), as: kim)["mine"]?["position"] == 1)
      #expect(try await !isReminded(kim))
      #expect(try await isReminded(dan))
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `say who has seen the event as it is now`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let team = try await world.team(of: ada, bob)
      let event = try await world.event(team, by: ada)
      let path = world.path(team, "/events/\(event)")
      func seen() async throws -> [JSON?] {
        try await host.get("\(path)/answers", as: ada).items.map { $0["hasSeen"] }
      }
      #expect(try await seen() == [false, false])
      #expect(try await host.put("\(path)/seen", as: bob).status == 204)
      #expect(try await seen() == [false, true])
      #expect(try await host.put(path, TeamWorld.plan(["title": "Yoga"]), as: ada).status == 200)
      #expect(try await seen() == [false, false], "a change is to be seen anew")
    }
  }
}
