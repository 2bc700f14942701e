import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A team` {
  @Test(.tags(.tm34, .tm35, .tm10, .tm86, .tm90, .tm98), arguments: TestHost.Engine.available)
  func `is started by naming it and its sport, in an organisation where one is chosen`(on engine: TestHost.Engine)
    async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let teams = "\(TeamWorld.area)/teams"
      #expect(try await host.post(teams, ["name": "", "sport": "Soccer"], as: ada).pointers == ["/name"])
      #expect(try await host.post(teams, ["name": "Foxes"], as: ada).pointers == ["/sport"])
      #expect(try await host.post(teams, ["name": "Foxes", "sport": " "], as: ada).pointers == ["/sport"])
      let long = JSON.string(String(repeating: "x", count: 61))
      #expect(try await host.post(teams, ["name": long, "sport": "Soccer"], as: ada).pointers == ["/name"])
      #expect(try await host.post(teams, ["name": "Foxes", "sport": "Soccer"], as: host.guest()).status == 403)
      let sports = try await host.get("\(TeamWorld.area)/sports?query=soc", as: ada)
      #expect(sports.items.map { $0["name"] } == ["Soccer"])
      let founded = try await host.post(
        TeamWorld.groups, ["kind": "organisation", "name": "Hill School"], as: ada)
      let organisation = try #require(founded["id"]?.string)
      let draft: JSON = ["name": "Foxes", "sport": "Quidditch", "organisation": .string(organisation)]
      #expect(try await host.post(teams, draft, as: bob).pointers == ["/organisation"])
      let team = try #require(try await host.post(teams, draft, as: ada)["team"]?.string)
      let mine = try await host.get("\(TeamWorld.area)/me/teams", as: ada).items
      #expect(mine.map { $0["name"] } == ["Foxes"] && mine[0]["sport"] == "Quidditch")
      #expect(mine[0]["organisation"]?["name"] == "Hill School" && mine[0]["permissions"]?.array?.count == 8)
      let place = "\(TeamWorld.area)/organisations/\(organisation)"
      #expect(try await host.put(place, ["location": "Ulm"], as: ada).status == 204)
      let shown = try await host.get(place, as: ada)
      #expect(shown["location"] == "Ulm" && shown["teams"]?[0]?["id"]?.string == team)
      #expect(try await host.get(place, as: bob).status == 404)
      let found = try await host.get("\(TeamWorld.groups)?search=fox&kind=team", as: bob).items
      #expect(found.map { $0["name"] } == ["Foxes"], "names are completed for those who want to join")
      let places = try await host.get("\(TeamWorld.groups)?search=hill&kind=organisation", as: bob).items
      #expect(places.map { $0["name"] } == ["Hill School"], "so are names of organisations")
      #expect(try await host.post(TeamWorld.groups, ["kind": "team", "name": "x"], as: ada).status == 403)
      let longest = JSON.string(String(repeating: "x", count: 60))
      #expect(try await host.post(teams, ["name": longest, "sport": "Soccer"], as: bob).status == 201)
    }
  }

  @Test(
    .tags(.tm1, .tm19, .tm30, .tm38, .tm39, .tm65, .tm69, .tm71, .tm90, .tm91), arguments: TestHost.Engine.available)
  func `is joined by an invitation that ends, or by a request that somebody accepts; not from the blacklist`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let (dan, kim) = (try await host.person("Dan"), try await host.person("Kim"))
      let team = try await world.team(of: ada)
      let agrees: JSON = ["sharesContact": true]
      #expect(try await host.post(world.group(team, "/join"), agrees, as: bob).problem == "403 group-invitation-needed")
      #expect(try await host.put(world.group(team, "/members/\(bob.id)"), as: bob).status == 403)
      let open: JSON = ["name": "Bears", "sport": "Soccer", "admission": "open"]
      #expect(try await host.post("\(TeamWorld.area)/teams", open, as: ada).pointers == ["/admission"])
      #expect(try await host.put(world.path(team), open, as: ada).pointers == ["/admission"])
      #expect(
        try await host.patch(world.group(team), ["admission": "open"], as: ada).pointers == ["/admission"],
        "no team is open to everybody")
      let day: JSON = ["expiresAt": "2025-08-16T12:00:00Z"]
      let link = try await host.post(world.group(team, "/links"), day, as: ada)
      let secret = try #require(link["link"]?.string?.split(separator: "/").last.map(String.init))
      let join = "/v1/group-links/team-management/\(secret)"
      let joined = try await host.post(join, agrees, as: bob)
      #expect(joined.status == 200 || joined.status == 201, "\(joined.text)")
      #expect(try await host.post(world.group(team, "/links"), day, as: bob).status == 403, "a member invites nobody")
      #expect(try await host.put(world.group(team, "/invitations/\(eve.id)"), as: bob).status == 403)
      #expect(try await host.put(world.group(team, "/code"), as: bob).status == 403, "nor makes a code")
      #expect(try await host.post(world.group(team, "/requests"), agrees, as: eve).status == 202)
      #expect(try await world.texts(ada).contains { $0.contains("Eve") }, "the admin is told who asks")
      #expect(try await host.get(world.path(team), as: eve).status == 404)
      #expect(try await host.put(world.group(team, "/members/\(eve.id)"), as: bob).status == 403)
      #expect(try await host.put(world.group(team, "/members/\(eve.id)"), as: ada).status == 204)
      #expect(try await host.get(world.path(team), as: eve).status == 200)
      #expect(try await host.post(world.group(team, "/requests"), agrees, as: dan).status == 202)
      #expect(try await host.delete(world.group(team, "/requests/\(dan.id)"), as: ada).status == 204)
      #expect(try await host.get(world.path(team), as: dan).status == 404, "who is refused is no member")
      try await host.clock.advance(by: .seconds(86_399))
      #expect(try await host.post(join, agrees, as: kim)["id"]?.string == team, "until then it does")
      try await host.clock.advance(by: .seconds(1))
      #expect(try await host.post(join, agrees, as: dan).status == 410, "an invitation that has ended lets nobody in")
      #expect(try await host.put(world.group(team, "/bans/\(eve.id)"), as: bob).status == 403)
      #expect(try await host.put(world.group(team, "/bans/\(eve.id)"), as: ada).status == 204)
      #expect(try await host.get(world.path(team), as: eve).status == 404)
      #expect(try await host.post(world.group(team, "/requests"), agrees, as: eve).problem == "403 group-banned")
      #expect(try await host.put(world.group(team, "/members/\(eve.id)"), as: ada).problem == "403 group-banned")
      let next: JSON = ["expiresAt": "2025-08-18T12:00:00Z"]
      let again = try await host.post(world.group(team, "/links"), next, as: ada)["link"]?.string?.split(separator: "/")
      let door = "/v1/group-links/team-management/\(again?.last ?? "")"
      #expect(try await host.post(door, agrees, as: eve).problem == "403 group-banned", "nor by a link")
    }
  }

  @Test(
    .tags(.tm16, .tm17, .tm20, .tm21, .tm40, .tm79, .tm102), arguments: TestHost.Engine.available)
  func `is looked after by admins, who invite others to be admins and remove members; the last one stays`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let team = try await world.team(of: ada, bob, eve)
      let admin = world.group(team, "/members/\(bob.id)/roles/admin")
      #expect(try await host.put(admin, as: eve).status == 403)
      #expect(
        try await host.delete(world.group(team, "/members/\(ada.id)/roles/admin"), as: ada).problem
          == "409 group-last-admin")
      let before = try await world.texts(bob).count
      #expect(try await host.put(admin, as: ada).problem == "409 admin-consent-needed")
      #expect(try await world.texts(bob).count == before, "nobody is made an admin without being asked")
      try await world.give("admin", to: bob, in: team, by: ada)
      #expect(try await world.texts(bob).count == before + 1, "who is invited is told")
      #expect(try await host.delete(world.group(team, "/members/\(eve.id)"), as: bob).status == 204)
      #expect(try await host.get(world.path(team, "/roster"), as: eve).status == 404)
      let roster = try await host.get(world.path(team, "/roster"), as: bob).items
      #expect(roster.map { $0["person"]?["name"] } == ["Ada", "Bob"])
      #expect(roster.allSatisfy { $0["roles"]?.array?.contains("admin") == true })
      #expect(try await host.post(world.group(team, "/leave"), as: ada).status == 204)
      #expect(
        try await host.delete(world.group(team, "/members/\(bob.id)/roles/admin"), as: bob).problem
          == "409 group-last-admin")
    }
  }

  @Test(.tags(.tm57, .tm65), arguments: TestHost.Engine.available)
  func `tells every one of its admins, however many there are, once of who answers and who asks to join`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let team = try await world.team(of: ada, bob)
      var admins = [ada]
      for number in 2...6 {
        let person = try await host.person("Admin \(number)")
        try await world.add(person, to: team, by: ada)
        try await world.give("admin", to: person, in: team, by: ada)
        admins.append(person)
      }
      let event = try await world.event(team, by: ada)
      #expect(try await world.answer("yes", event, of: team, as: bob).status == 200)
      #expect(try await host.post(world.group(team, "/requests"), ["sharesContact": true], as: eve).status == 202)
      for admin in admins {
        let texts = try await world.texts(admin)
        #expect(texts.filter { $0 == "Foxes: Bob comes to Practice." }.count == 1, "\(texts)")
        #expect(texts.filter { $0.contains("Eve") }.count == 1, "\(texts)")
      }
    }
  }

  @Test(.tags(.tm3, .tm27, .tm37, .tm52, .tm53, .tm74, .tm104), arguments: TestHost.Engine.available)
  func `has a roster with positions, numbers and contact information for its members alone`(on engine: TestHost.Engine)
    async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let team = try await world.team(of: ada, bob)
      let place = world.path(team, "/roster/\(bob.id)")
      #expect(try await host.put(place, ["position": "Goalkeeper", "number": 1], as: bob).problem == "403 forbidden")
      #expect(try await host.put(place, ["position": "Goalkeeper", "number": 1], as: ada).status == 204)
      let own = world.path(team, "/roster/\(ada.id)")
      #expect(try await host.put(own, ["position": "Striker", "number": 1], as: ada).problem == "409 number-taken")
      #expect(try await host.put(own, ["position": "Striker", "number": 1000], as: ada).pointers == ["/number"])
      #expect(try await host.put(own, ["position": "Striker"], as: ada).status == 204)
      #expect(
        try await host.put(world.path(team, "/roster/\(eve.id)"), ["position": ""], as: ada).problem
          == "404 member-unknown")
      let roster = try await host.get(world.path(team, "/roster"), as: bob).items
      #expect(roster.map { $0["person"]?["name"] } == ["Ada", "Bob"])
      #expect(roster.map { $0["position"] } == ["Striker", "Goalkeeper"] && roster[1]["number"] == 1)
      for path in [world.path(team, "/roster"), world.group(team, "/members"), world.group(team, "/contacts")] {
        #expect(try await host.get(path, as: eve).status >= 403, "\(path)")
      }
      #expect(try await host.put(world.group(team, "/consent"), as: ada).status == 204)
      let reached = try await host.get(world.group(team, "/contacts"), as: bob).items
      #expect(reached.map { $0["person"]?["name"] } == ["Ada"], "who agrees to that")
      try await world.add(eve, to: team, by: ada)
      #expect(try await host.post(world.group(team, "/leave"), as: bob).status == 204)
      let now = try await host.get(world.path(team, "/roster"), as: eve).items
      #expect(now.map { $0["person"]?["name"] } == ["Ada", "Eve"], "who is on the team at the moment")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `changes in nothing once it is archived`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      let team = try await world.team(of: ada)
      let event = try await world.event(team, by: ada)
      let change: JSON = ["name": "Wolves", "sport": "Rugby", "about": "Fast."]
      #expect(try await host.put(world.path(team), change, as: ada).status == 200)
      let shown = try await host.get(world.path(team), as: ada)
      #expect(shown["name"] == "Wolves" && shown["sport"] == "Rugby" && shown["about"] == "Fast.")
      #expect(try await host.put(world.group(team, "/archive"), as: ada).status == 200)
      #expect(try await host.put(world.path(team), change, as: ada).problem == "409 team-archived")
      #expect(
        try await host.post(world.path(team, "/events"), TeamWorld.plan(), as: ada).problem == "409 team-archived")
      #expect(try await world.answer("yes", event, of: team, as: ada).problem == "409 team-archived")
    }
  }

  @Test(.tags(.tm89, .tm94, .tm97), arguments: TestHost.Engine.available)
  func `links people with what is known of them, has a calendar, a picture by its address, and requests of people`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let (foxes, wolves) = (try await world.team(of: ada, bob), try await world.team(of: ada, bob, name: "Wolves"))
      let place = world.path(foxes, "/roster/\(bob.id)")
      for (key, wrong) in [
        ("schoolYear", 0), ("schoolYear", 21), ("nickname", .string(String(repeating: "x", count: 41))),
        ("memberType", .string(String(repeating: "x", count: 41))),
      ] as [(String, JSON)] {
        #expect(try await host.put(place, ["position": "", key: wrong], as: ada).pointers == ["/\(key)"])
      }
      let about: JSON = ["position": "Goal", "nickname": "Bobby", "schoolYear": 20, "memberType": "player"]
      #expect(try await host.put(place, about, as: ada).status == 204)
      let line = try await host.get(world.path(foxes, "/roster"), as: bob).items[1]
      #expect(line["nickname"] == "Bobby" && line["schoolYear"] == 20 && line["memberType"] == "player")
      #expect(line["person"]?["id"]?.string == bob.id.text && line["person"]?["name"] == "Bob")
      func teams() async throws -> [String?] {
        try await host.get("\(TeamWorld.area)/me/teams", as: bob).items.map { $0["id"]?.string }
      }
      #expect(try await teams() == [foxes, wolves], "who is registered is on each of the teams")
      let registered = try await host.get("/v1/me/groups?limit=10", as: bob).items
      #expect(Set(registered.compactMap { $0["group"]?["id"]?.string }) == [foxes, wolves])
      #expect(try await host.post(world.group(wolves, "/leave"), as: bob).status == 204)
      #expect(try await teams() == [foxes])
      let png = SamplePicture.png(width: 40, height: 30, comment: "")
      #expect(try await host.upload(world.group(foxes, "/picture"), png, type: "image/png", as: ada).status == 204)
      let picture = try #require(try await host.get(world.path(foxes), as: bob)["picture"]?.string)
      #expect(try await host.get(picture, as: bob).headers["content-type"] == "image/jpeg")
      let event = try await world.event(foxes, by: ada)
      #expect(try await world.list(foxes, as: bob).map { $0["id"]?.string } == [event])
      #expect(try await host.post(world.group(foxes, "/requests"), ["sharesContact": true], as: eve).status == 202)
      let requests = try await host.get(world.group(foxes, "/requests"), as: ada).items
      #expect(requests.map { $0["person"]?["id"]?.string } == [eve.id.text])
      #expect(try await host.get(world.group(wolves, "/requests"), as: ada).items.isEmpty, "each is of one team")
    }
  }
}
