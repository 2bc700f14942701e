import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Walking with others` {
  @Test(.tags(.wc42, .wc45, .wc90), arguments: TestHost.Engine.available)
  func `is recognised of members of a club who both want that, and brings more, also when one comes late`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let (psv, ajax) = (try await world.club("PSV"), try await world.club("Ajax"))
      let (ann, bob) = (try await world.walker("Ann", psv), try await world.walker("Bob", psv))
      let (cat, dan) = (try await world.walker("Cat", psv), try await world.walker("Dan", ajax))
      for person in [ann, bob, dan] { try await world.recognise(person) }
      for person in [ann, cat, dan] {
        try await world.place(person, "52.1/4.9", at: "2025-08-15T13:00:00Z", minutes: 30)
        try await world.walk(person, at: "2025-08-15T13:00:00Z", steps: 3_000)
      }
      try await world.nextDay()
      #expect(
        try await world.people("") == ["Ann 3", "Cat 3", "Dan 3"], "cat has not agreed, dan walks for another club")
      #expect(try await world.day("2025-08-15", of: ann)["summary"]?["together"] == "alone")
      try await world.place(bob, "52.1/4.9", at: "2025-08-15T13:05:00Z", minutes: 30)
      try await world.walk(bob, at: "2025-08-15T13:05:00Z", steps: 3_000)
      try await world.settle()
      #expect(
        try await world.people("club/\(psv.id)") == ["Ann 5", "Bob 5", "Cat 3"], "who comes late makes a group of both")
      let day = try await world.day("2025-08-15", of: ann)
      #expect(
        day["summary"]?["together"] == "recognised" && day["points"]?["social"] == 2 && day["points"]?["total"] == 5)
      try await world.recognise(bob, false)
      let places = try await host.services.storage.read { try await $0.query("select distinct account from presence") }
      #expect(Set(places.map { (try? $0["account"] as AccountID) ?? AccountID("") }) == [ann.id, dan.id])
      try await host.clock.advance(by: .seconds(11 * 86_400))
      #expect(try await host.services.storage.read { try await $0.query("select 1 as one from presence").count } == 0)
      let eve = try await host.person("Eve")
      #expect(
        try await host.put("\(WalkingWorld.area)/me/recognition", ["isOn": true], as: eve).problem == "409 club-needed")
    }
  }

  @Test(.tags(.wc42, .wc45), arguments: TestHost.Engine.available)
  func `is checking in at a walk that the club organises, with its code, while it is on`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let psv = try await world.club("PSV")
      let (ann, bob, cat) = (
        try await world.walker("Ann", psv), try await world.walker("Bob", psv), try await world.walker("Cat", psv)
      )
      #expect(
        try await host.put("\(WalkingWorld.groups)/\(psv.id)/members/\(ann.id)/roles/club-admin", as: host.operator)
          .status == 204)
      let walks = "\(WalkingWorld.area)/clubs/\(psv.id)/walks"
      let plan: JSON = [
        "title": "Canal walk", "place": "Station", "startsAt": "2025-08-15T14:00:00Z", "endsAt": "2025-08-15T16:00:00Z",
      ]
      #expect(try await host.post(walks, plan, as: bob).problem == "403 forbidden")
      #expect(
        try await host.post(
          walks, ["title": "X", "startsAt": "2025-08-15T14:00:00Z", "endsAt": "2025-08-15T13:00:00Z"], as: ann
        ).pointers == ["/endsAt"])
      let walk = try #require(try await host.post(walks, plan, as: ann)["walk"]?.string)
      let other = try #require(try await host.post(walks, plan, as: ann)["walk"]?.string)
      let code = try #require(
        try await host.get(walks, as: ann).items.first { $0["id"] == .string(walk) }?["code"]?.string)
      #expect(try await host.get(walks, as: bob).items.map { $0["code"] } == [nil, nil], "the code is for who leads")
      let stranger = try await host.person("Eve")
      #expect(try await host.get(walks, as: stranger).problem == "404 not-found")
      func checkIn(_ person: TestPerson, _ code: String) async throws -> String? {
        try await host.put("\(walks)/\(walk)/check-in", ["code": .string(code)], as: person).problem
      }
      try await host.clock.advance(to: "2025-08-15T13:29:59Z")
      #expect(try await checkIn(bob, code) == "409 walk-closed")
      try await host.clock.advance(to: "2025-08-15T13:30:00Z")
      #expect(try await checkIn(bob, "WRONG1") == "409 code-wrong")
      #expect(try await checkIn(bob, code.lowercased()) == nil)
      #expect(try await checkIn(ann, code) == nil)
      #expect(try await checkIn(ann, code) == nil)
      let shown = try await host.get(walks, as: bob).items.first { $0["id"] == .string(walk) }
      #expect(shown?["checkedIn"] == 2 && shown?["isMine"] == true && shown?["isOpen"] == true)
      #expect(try await host.delete("\(walks)/\(other)", as: ann).status == 204)
      #expect(try await host.delete("\(walks)/\(other)", as: ann).problem == "404 walk-unknown")
      for person in [ann, bob, cat] { try await world.walk(person, at: "2025-08-15T14:10:00Z", steps: 5_000) }
      try await host.clock.advance(to: "2025-08-15T16:00:01Z")
      #expect(try await checkIn(cat, code) == "409 walk-closed")
      try await world.nextDay()
      #expect(try await world.people("") == ["Ann 7", "Bob 7", "Cat 5"])
      #expect(try await world.day("2025-08-15", of: bob)["summary"]?["together"] == "walk")
    }
  }

  @Test(.tags(.wc45), arguments: TestHost.Engine.available)
  func `counts for the day on which the walk began, also of those who check in behind midnight`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let psv = try await world.club("PSV")
      let (ann, bob) = (try await world.walker("Ann", psv), try await world.walker("Bob", psv))
      let role = "\(WalkingWorld.groups)/\(psv.id)/members/\(ann.id)/roles/club-admin"
      #expect(try await host.put(role, as: host.operator).status == 204)
      let walks = "\(WalkingWorld.area)/clubs/\(psv.id)/walks"
      let made = try await host.post(
        walks, ["title": "Night walk", "startsAt": "2025-08-15T23:00:00Z", "endsAt": "2025-08-16T01:00:00Z"], as: ann)
      let walk = try #require(made["walk"]?.string, "\(made.text)")
      let code = try #require(try await host.get(walks, as: ann).items[0]["code"]?.string)
      func checkIn(_ person: TestPerson) async throws {
        let reply = try await host.put("\(walks)/\(walk)/check-in", ["code": .string(code)], as: person)
        #expect(reply.status == 204, "\(reply.text)")
      }
      for person in [ann, bob] { try await world.walk(person, at: "2025-08-15T20:00:00Z", steps: 3_000) }
      try await host.clock.advance(to: "2025-08-15T23:00:00Z")
      try await checkIn(ann)
      try await world.nextDay()
      #expect(try await world.people("") == ["Ann 3", "Bob 3"], "nobody else was there yet")
      try await checkIn(bob)
      try await world.settle()
      #expect(try await world.people("") == ["Ann 5", "Bob 5"])
    }
  }
}

@Suite struct `A match day` {
  @Test(.tags(.wc46, .wc89), arguments: TestHost.Engine.available)
  func `brings more to those who walk, is entered by who runs the club, and counts also when it is entered late`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let (psv, ajax) = (try await world.club("PSV"), try await world.club("Ajax"))
      let (ann, bob) = (try await world.walker("Ann", psv), try await world.walker("Bob", ajax))
      #expect(
        try await host.put("\(WalkingWorld.groups)/\(psv.id)/members/\(ann.id)/roles/club-admin", as: host.operator)
          .status == 204)
      let path = "\(WalkingWorld.area)/clubs/\(psv.id)/match-days"
      #expect(try await host.put("\(path)/2025-08-16", ["opponent": "Ajax"], as: ann).status == 204)
      #expect(try await host.put("\(path)/2025-02-30", ["opponent": "Ajax"], as: ann).pointers == ["/day"])
      #expect(try await host.put("\(path)/2025-08-16", ["opponent": "Ajax"], as: bob).problem == "404 not-found")
      for person in [ann, bob] { try await world.walk(person, at: "2025-08-15T13:00:00Z", steps: 2_000) }
      try await world.nextDay()
      for person in [ann, bob] { try await world.walk(person, at: "2025-08-16T13:00:00Z", steps: 2_000) }
      try await world.nextDay()
      #expect(try await world.people("") == ["Ann 6", "Bob 4"])
      let day = try await world.day("2025-08-16", of: ann)
      #expect(day["summary"]?["opponent"] == "Ajax" && day["points"]?["match"] == 2 && day["points"]?["total"] == 4)
      #expect(try await host.put("\(path)/2025-08-15", as: ann).status == 204)
      try await world.settle()
      #expect(try await world.people("") == ["Ann 8", "Bob 4"])
      #expect(try await host.delete("\(path)/2025-08-16", as: ann).status == 204)
      try await world.settle()
      #expect(try await world.people("") == ["Ann 6", "Bob 4"])
      #expect(try await host.get(path, as: bob).items.isEmpty, "the list begins yesterday")
    }
  }

  @Test(.tags(.wc89), arguments: TestHost.Engine.available)
  func `is known from the fixtures of soccer predictions, and has clubs that play each other meet in walking`(
    on engine: TestHost.Engine
  ) async throws {
    struct Fixtures: Plugin {
      init(host: PluginHost) {}
      func answers(_ answers: inout Answers) {
        answers.add("fixtures") { question in
          let isHome = question.input["team"] == "psv"
          guard isHome || question.input["team"] == "ajax" else { return ["fixtures": [], "isComplete": true] }
          return [
            "fixtures": [
              [
                "kickOff": "2025-08-16T22:30:00Z", "home": ["id": "psv", "name": "PSV"],
                "away": ["id": "ajax", "name": "Ajax"], "state": "upcoming",
              ],
              [
                "kickOff": "2025-08-19T18:00:00Z", "home": ["id": "psv", "name": "PSV"],
                "away": ["id": "ajax", "name": "Ajax"], "state": "cancelled",
              ],
            ], "isComplete": true,
          ]
        }
      }
    }
    let manifest: JSONObject = [
      "id": "soccer-predictions", "name": "Soccer", "version": "1.0.0", "kit": "^1.1.0",
      "library": ["path": "libFixtures.so", "symbol": "fixtures_plugin"],
      "contributions": [
        "questions": [
          [
            "name": "fixtures", "title": "Fixtures", "access": "everyone", "input": ["type": "object"],
            "answer": ["type": "object"],
          ]
        ]
      ],
    ]
    try await WalkingWorld.run(on: engine, beside: TestPlugin(Fixtures.self, manifest: manifest)) { world in
      let host = world.host
      let (psv, ajax) = (try await world.club("PSV"), try await world.club("Ajax"))
      for (club, team) in [(psv, "psv"), (ajax, "ajax")] {
        let reply = try await host.put(
          "\(WalkingWorld.area)/clubs/\(club.id)/settings",
          ["timeZone": "Europe/Amsterdam", "fixtureTeam": .string(team)],
          as: host.operator)
        #expect(reply.status == 204)
      }
      try await world.settle()
      let days = try await host.get("\(WalkingWorld.area)/clubs/\(psv.id)/match-days").items
      #expect(days.map { $0["day"] } == ["2025-08-17"], "half past midnight in Amsterdam")
      #expect(days.map { $0["opponent"] } == ["Ajax"] && days.map { $0["source"] } == ["fixtures"])
      let (ann, bob) = (try await world.walker("Ann", psv), try await world.walker("Bob", ajax))
      try await world.walk(ann, at: "2025-08-15T13:00:00Z", steps: 9_000)
      try await world.walk(bob, at: "2025-08-15T13:00:00Z", steps: 6_000)
      try await world.nextDay()
      let duels = try await host.get("\(WalkingWorld.area)/clubs/\(ajax.id)/duels").items
      let names = duels.map { [$0["home"]?["name"]?.string ?? "", $0["away"]?["name"]?.string ?? ""].sorted() }
      #expect(names == [["Ajax", "PSV"]] && duels.map { $0["firstDay"] } == ["2025-08-11"])
      let values = duels.map { Set([$0["homeValue"], $0["awayValue"]]) }
      #expect(values == [[3, 2]], "for at least three walkers each")
      #expect(duels[0]["isSettled"] == false && duels[0]["division"] == nil)
    }
  }
}

@Suite struct `An invitation` {
  @Test(.tags(.pl40, .wc58, .wc62), arguments: TestHost.Engine.available)
  func
    `brings two points to who has made it, the club and the group, when the newcomer has come back and walked, up to the limit`(
      on engine: TestHost.Engine
    ) async throws
  {
    try await WalkingWorld.run(on: engine, hasSeason: false) { world in
      let host = world.host
      try await world.season("2025-26", ["mostInvitations": 1])
      let psv = try await world.club("PSV")
      let ann = try await world.walker("Ann", psv)
      var newcomers: [TestPerson] = []
      for name in ["Bob", "Cat"] {
        let made = try await host.post("/v1/me/invitations", as: ann)
        let token = try #require(made["link"]?.string?.split(separator: "/").last.map(String.init), "\(made.text)")
        let newcomer = try await world.walker(name, psv)
        let secret = token.split(separator: "=").last.map(String.init) ?? token
        #expect(try await host.put("/v1/invitations/\(secret)/acceptance", as: newcomer).status < 300)
        newcomers.append(newcomer)
      }
      try await world.walk(newcomers[0], at: "2025-08-15T13:00:00Z", steps: 1_000)
      try await world.nextDay()
      #expect(try await world.people("") == ["Bob 1"], "bob has not come back yet")
      try await host.clock.advance(by: .seconds(2 * 86_400))
      for newcomer in newcomers { #expect(try await host.get("/v1/me", as: newcomer).status == 200) }
      try await host.clock.advance(by: .seconds(2 * 86_400))
      try await world.settle()
      #expect(try await world.people("") == ["Ann 2", "Bob 1"], "cat has not walked")
      #expect(try await world.clubs() == ["1 PSV 3"])
      #expect(try await world.people("group/\(psv.groups[0])") == ["Ann 2", "Bob 1"])
      let texts = try await host.inbox(of: ann).compactMap { $0["text"]?.string }
      #expect(texts.contains("Somebody whom you have invited has walked: 2 points for you and your club."))
      try await world.walk(newcomers[1], at: RFC3339.string(from: host.clock.now) ?? "", steps: 1_000)
      try await world.nextDay()
      #expect(try await world.people("") == ["Ann 2", "Bob 1", "Cat 1"], "one counts in this season")
      let off: JSON = ["enabled": true, "kindsOff": ["walking-clubs/invitation"]]
      #expect(try await host.put("/v1/me/notification-settings", off, as: ann).status < 300)
      #expect(
        try await host.get("/v1/me/notification-settings", as: ann)["kindsOff"] == ["walking-clubs/invitation"])
      let me = try await host.get("\(WalkingWorld.area)/me", as: ann)
      #expect(me["points"] == 2 && me["invitations"] == 1 && me["invitationPoints"] == 2)
    }
  }
}

@Suite struct `A badge of a club` {
  @Test(.tags(.pl47, .pl50, .wc59, .wc88), arguments: TestHost.Engine.available)
  func `is thought of by who runs it, and earned by itself, once, with a notification that can be switched off`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let psv = try await world.club("PSV")
      let (ann, bob) = (try await world.walker("Ann", psv), try await world.walker("Bob", psv))
      #expect(
        try await host.put("\(WalkingWorld.groups)/\(psv.id)/members/\(ann.id)/roles/club-admin", as: host.operator)
          .status == 204)
      let path = "\(WalkingWorld.area)/clubs/\(psv.id)/badges"
      func make(_ title: String, _ metric: String, _ span: String, _ amount: Int, as person: TestPerson) async throws
        -> TestReply
      {
        try await host.post(
          path,
          [
            "title": .string(title), "icon": "medal", "metric": .string(metric), "span": .string(span),
            "amount": .integer(Int64(amount)),
          ], as: person)
      }
      #expect(try await make("Mine", "steps", "day", 1, as: bob).problem == "403 forbidden")
      #expect(try await make(" ", "steps", "day", 0, as: ann).pointers == ["/title", "/amount"])
      let long = try #require(try await make("Long way", "steps", "day", 9_000, as: ann)["id"]?.string)
      #expect(try await make("Three in a row", "streak", "season", 3, as: ann).status == 201)
      let kinds = try await host.get("/v1/me/notification-kinds", as: bob)
      #expect(kinds.text.contains("When I have earned a badge"))
      let off: JSON = ["enabled": true, "kindsOff": ["walking-clubs/badge"]]
      #expect(try await host.put("/v1/me/notification-settings", off, as: bob).status < 300)
      #expect(try await host.get("/v1/me/notification-settings", as: bob)["kindsOff"] == ["walking-clubs/badge"])
      for (index, day) in ["2025-08-15", "2025-08-16", "2025-08-17"].enumerated() {
        try await world.walk(bob, at: "\(day)T13:00:00Z", steps: index == 0 ? 9_000 : 1_000)
        try await world.walk(ann, at: "\(day)T13:00:00Z", steps: 8_999)
        try await world.nextDay()
      }
      let earned = try await host.get("\(WalkingWorld.area)/me/badges", as: bob).items
      #expect(
        earned.map { $0["badge"]?["title"] } == ["Three in a row", "Long way"]
          && earned.map { $0["day"] } == ["2025-08-17", "2025-08-15"])
      #expect(
        try await host.get("\(WalkingWorld.area)/me/badges", as: ann).items.map { $0["badge"]?["title"] } == [
          "Three in a row"
        ])
      let told = try await host.inbox(of: ann).filter { $0["kind"] == "badge" }
      #expect(told.compactMap { $0["text"]?.string } == ["You have earned a badge: Three in a row."])
      #expect(try await host.delete("\(path)/\(long)", as: ann).status == 204)
      #expect(try await host.delete("\(path)/\(long)", as: ann).problem == "404 badge-unknown")
      #expect(try await host.get(path, as: bob).items.map { $0["title"] } == ["Three in a row"])
      #expect(try await host.get("\(WalkingWorld.area)/me/badges", as: bob).items.count == 2, "whoever has it keeps it")
    }
  }
}
