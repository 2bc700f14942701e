import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Those who run clubs` {
  @Test(.tags(.wc67, .wc69, .wc70, .wc87), arguments: TestHost.Engine.available)
  func
    `are made by operators with name, country, logo and address, and are mailed how to sign in; the overview has it all`(
      on engine: TestHost.Engine
    ) async throws
  {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let path = "/v1/organisations/walking-clubs/club"
      let draft: JSON = [
        "name": "PSV", "parent": .string(world.association), "country": "NL", "email": "pat@psv.example",
        "contactName": "Pat",
      ]
      #expect(
        try await host.post(
          path, ["name": "PSV", "parent": .string(world.association), "country": "XX"], as: host.operator
        ).pointers == ["/country"])
      #expect(try await host.post(path, draft, as: try await host.person("Eve")).status == 403)
      let made = try await host.post(path, draft, as: host.operator)
      let club = try #require(made["group"]?["id"]?.string)
      let logo = SamplePicture.png(width: 60, height: 40, comment: "")
      #expect(
        try await host.upload("\(WalkingWorld.groups)/\(club)/picture", logo, type: "image/png", as: host.operator)
          .status == 204)
      try await host.settled()
      let overview = try await host.get(path, as: host.operator).items
      #expect(overview.map { $0["group"]?["name"] } == ["PSV"] && overview.map { $0["country"] } == ["NL"])
      #expect(overview.map { $0["email"] } == ["pat@psv.example"] && overview.map { $0["group"]?["members"] } == [1])
      #expect(overview[0]["group"]?["picture"] != nil)
      let group = try await world.organisation("group", ["name": "Lunch", "parent": .string(club)])
      #expect(
        try await host.upload("\(WalkingWorld.groups)/\(group)/picture", logo, type: "image/png", as: host.operator)
          .status == 204)
      let ann = try await host.person("Ann")
      #expect(try await world.choose(club, group, as: ann).status == 204)
      let me = try await host.get("\(WalkingWorld.area)/me", as: ann)
      #expect(me["club"]?["country"] == "NL" && me["club"]?["picture"] != nil && me["group"]?["picture"] != nil)
      #expect(
        try await host.patch("\(path)/\(club)", ["name": "PSV Eindhoven", "country": "BE"], as: host.operator).status
          == 200)
      let board = try await host.get("\(WalkingWorld.area)/boards/clubs?country=BE", as: ann)
      #expect(board.items.map { $0["club"]?["name"] } == ["PSV Eindhoven"], "boards follow what operators change")
    }
  }

  @Test(.tags(.wc56, .wc57, .wc86), arguments: TestHost.Engine.available)
  func
    `send messages to the members of the club, and the association to all of its clubs', each with a switch of its own`(
      on engine: TestHost.Engine
    ) async throws
  {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let (psv, ajax) = (try await world.club("PSV"), try await world.club("Ajax"))
      let (ann, bob, cat) = (
        try await world.walker("Ann", psv), try await world.walker("Bob", psv), try await world.walker("Cat", ajax)
      )
      #expect(
        try await host.put("\(WalkingWorld.groups)/\(psv.id)/members/\(ann.id)/roles/club-admin", as: host.operator)
          .status == 204)
      func send(_ audience: String, _ text: String, as person: TestPerson) async throws -> Int {
        try await host.post(
          "/v1/announcements", ["audience": .string("group:walking-clubs/\(audience)"), "text": .string(text)],
          as: person
        ).status
      }
      #expect(try await send(psv.id, "Walk on Sunday", as: ann) == 201)
      try await host.clock.advance(by: .seconds(5))
      try await eventually { try await host.inbox(of: bob).count == 1 }
      #expect(try await send(ajax.id, "Mine", as: ann) == 403)
      #expect(try await send(psv.id, "Mine", as: bob) == 403)
      #expect(try await send(world.association, "Mine", as: ann) == 403)
      #expect(try await send(world.association, "A new season", as: host.operator) == 201)
      try await host.clock.advance(by: .seconds(5))
      try await eventually { try await host.inbox(of: bob).count == 2 }
      let inbox = try await host.inbox(of: bob)
      #expect(inbox.map { $0["kind"] } == ["association-announcement", "club-announcement"], "\(inbox)")
      #expect(inbox.last?["text"]?.string?.contains("Walk on Sunday") == true)
      try await eventually { try await host.inbox(of: cat).count == 1 }
      #expect(try await host.inbox(of: cat).map { $0["kind"] } == ["association-announcement"])
      let kinds = try await host.get("/v1/me/notification-kinds", as: bob).text
      let off: JSON = [
        "enabled": true, "kindsOff": ["walking-clubs/club-announcement", "walking-clubs/association-announcement"],
      ]
      #expect(try await host.put("/v1/me/notification-settings", off, as: bob).status < 300)
      #expect(try await host.get("/v1/me/notification-settings", as: bob)["kindsOff"]?.array?.count == 2)
      for words in ["When my club has a message", "When the association has a message"] {
        #expect(kinds.contains(words))
      }
    }
  }

  @Test(.tags(.wc71), arguments: TestHost.Engine.available)
  func `see what was sent to everybody among what was sent to the club, page by page, without what came of it`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let (psv, ajax) = (try await world.club("PSV"), try await world.club("Ajax"))
      let (ann, bob) = (try await world.walker("Ann", psv), try await world.walker("Bob", psv))
      #expect(
        try await host.put("\(WalkingWorld.groups)/\(psv.id)/members/\(ann.id)/roles/club-admin", as: host.operator)
          .status == 204)
      let own = "group:walking-clubs/\(psv.id)"
      for (audience, text) in [
        ("everyone", "1"), (own, "2"), ("group:walking-clubs/\(ajax.id)", "3"), ("role:super-admin", "4"),
        ("everyone", "5"), (own, "6"),
      ] {
        let body: JSON = ["audience": .string(audience), "text": .string(text)]
        #expect(try await host.post("/v1/announcements", body, as: host.operator).status == 201, "\(text)")
        try await host.clock.advance(by: .seconds(5))
      }
      try await eventually {
        try await host.get("/v1/announcements?audience=everyone", as: host.operator).items.allSatisfy {
          $0["isDone"] == true && ($0["recipients"]?.int ?? 0) >= 2
        }
      }
      let path = "/v1/announcements?audience=\(own)"
      #expect(try await host.get(path, as: ann).items.map { $0["text"] } == ["6", "2"])
      let first = try await host.get("\(path)&withEveryone=true&limit=2", as: ann)
      let next = try #require(first["next"]?.string)
      let last = try await host.get("\(path)&withEveryone=true&limit=2&after=\(next)", as: ann)
      #expect(first.items.map { $0["text"] } == ["6", "5"] && last.items.map { $0["text"] } == ["2", "1"])
      #expect(last["next"] == .null)
      let ofAll = (first.items + last.items).filter { $0["audience"] == "everyone" }
      #expect(ofAll.map { $0["recipients"] } == [0, 0] && ofAll.allSatisfy { $0["sentAt"]?.string != nil })
      #expect(try await host.get("\(path)&withEveryone=true", as: bob).status == 403)
      #expect(try await host.get("/v1/announcements?audience=everyone&withEveryone=true", as: ann).status == 403)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `see how the club walks week by week, nothing that is about too few, and nothing of other clubs`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine, settings: ["leastPeople": 3]) { world in
      let host = world.host
      let (psv, ajax) = (try await world.club("PSV"), try await world.club("Ajax"))
      var people: [TestPerson] = []
      for name in ["Ann", "Bob", "Cat"] { people.append(try await world.walker(name, psv)) }
      #expect(
        try await host.put(
          "\(WalkingWorld.groups)/\(psv.id)/members/\(people[0].id)/roles/club-admin", as: host.operator
        ).status == 204)
      for person in people { try await world.walk(person, at: "2025-08-15T13:00:00Z", steps: 3_000) }
      try await world.nextDay()
      try await host.clock.advance(to: "2025-08-18T12:00:00Z")
      for person in people.dropLast() { try await world.walk(person, at: "2025-08-18T13:00:00Z", steps: 5_000) }
      try await world.nextDay()
      let board = try await host.get("\(WalkingWorld.area)/clubs/\(psv.id)/dashboard", as: people[0])
      let weeks = board["weeks"]?.array ?? []
      #expect(weeks.count == 8 && weeks.prefix(2).map { $0["firstDay"] } == ["2025-08-18", "2025-08-11"])
      #expect(weeks[0]["walkers"] == nil && weeks[0]["stepsADay"] == nil, "two people are fewer than three")
      #expect(
        weeks[1]["walkers"] == 3 && weeks[1]["days"] == 3 && weeks[1]["stepsADay"] == 3_000 && weeks[1]["together"] == 0
      )
      #expect(board["members"] == 3 && board["leastPeople"] == 3)
      #expect(
        try await host.get("\(WalkingWorld.area)/clubs/\(psv.id)/dashboard", as: people[1]).problem == "403 forbidden")
      #expect(
        try await host.get("\(WalkingWorld.area)/clubs/\(ajax.id)/dashboard", as: people[0]).problem == "404 not-found")
    }
  }
}

@Suite struct `The walking league of a season` {
  @Test(arguments: TestHost.Engine.available)
  func `is drawn by operators, settled when nothing more can come, and has clubs go up and down with the next one`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine, hasSeason: false, settings: ["divisionSize": 2]) { world in
      let host = world.host
      try await world.season("one", from: "2025-08-11", to: "2025-09-14", ["minimumWalkers": 1])
      var clubs: [(id: String, groups: [String])] = []
      for name in ["Ajax", "PSV", "Kyiv", "Oslo"] { clubs.append(try await world.club(name)) }
      let order = clubs.sorted { $0.id < $1.id }
      var people: [TestPerson] = []
      for (index, club) in order.enumerated() { people.append(try await world.walker("P\(index)", club)) }
      let path = "\(WalkingWorld.area)/seasons/one/league"
      #expect(try await host.put(path, as: people[0]).status == 403)
      #expect(
        try await host.put("\(WalkingWorld.area)/seasons/two/league", as: host.operator).problem == "404 season-unknown"
      )
      #expect(try await host.put(path, as: host.operator).status == 204)
      func tables(_ season: String) async throws -> [[String]] {
        try await host.get("\(WalkingWorld.area)/seasons/\(season)/league").items.map { division in
          (division["rows"]?.array ?? []).compactMap { $0["club"]?["id"]?.string }
        }
      }
      #expect(try await tables("one") == [[order[0].id, order[1].id], [order[2].id, order[3].id]])
      for (index, person) in people.enumerated() {
        try await world.walk(person, at: "2025-08-15T13:00:00Z", steps: 1_000 + index * 1_000)
      }
      try await world.nextDay()
      #expect(try await host.get(path).items.flatMap { $0["rows"]?.array ?? [] }.allSatisfy { $0["played"] == 0 })
      try await host.clock.advance(to: "2025-08-28T12:00:00Z")
      try await host.settled()
      #expect(try await tables("one") == [[order[1].id, order[0].id], [order[3].id, order[2].id]])
      let best = try await host.get(path).items[0]["rows"]?.array?[0]
      #expect(best?["points"] == 3 && best?["won"] == 1 && best?["difference"] == 1)
      #expect(try await host.put(path, as: host.operator).problem == "409 league-runs")
      try await world.season("two", from: "2025-09-15", to: "2025-12-31")
      #expect(try await host.put("\(WalkingWorld.area)/seasons/two/league", as: host.operator).status == 204)
      let next = try await tables("two").map(Set.init)
      #expect(
        next == [[order[1].id, order[3].id], [order[0].id, order[2].id]], "the last goes down, the first goes up")
    }
  }
}

@Suite struct `A session that is shared` {
  @Test(.tags(.pl42, .wc51, .wc53), arguments: TestHost.Engine.available)
  func
    `shows everybody with the link its figures and its form, neither who it was nor where, until it is shared no more`(
      on engine: TestHost.Engine
    ) async throws
  {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let psv = try await world.club("PSV")
      let ann = try await world.walker("Ann", psv)
      try await world.walk(ann, at: "2025-08-15T13:00:00Z", steps: 3_000)
      try await world.nextDay()
      let path = "\(WalkingWorld.area)/me/days/2025-08-15/share"
      #expect(
        try await host.post("\(WalkingWorld.area)/me/days/2025-08-14/share", as: ann).problem == "404 day-unknown")
      let share = try #require(try await host.post(path, as: ann)["share"]?.string)
      let shown = try await host.get("\(WalkingWorld.area)/shared/\(share)")
      #expect(
        shown["steps"] == 3_000 && shown["points"] == 3 && shown["metres"] == 2_100 && shown["day"] == "2025-08-15")
      #expect(shown["club"] == "PSV" && shown["group"] == "PSV walkers" && shown["shape"]?["lines"]?.array?.count == 1)
      #expect(!shown.text.contains("Ann") && !shown.text.contains(ann.id.text) && !shown.text.contains("52."))
      let card = try await host.get("\(WalkingWorld.area)/shared/\(share)/card", headers: ["accept-language": "ar"])
      #expect(card["title"] == "3000 خطوة" && card["value"] == "3 نقطة")
      #expect(card["lines"] == ["2025-08-15", "PSV · PSV walkers", "2.1 كم"])
      let again = try await host.post(path, ["withRoute": false], as: ann)
      #expect(again["share"] == .string(share), "one link for one day")
      #expect(try await host.get("\(WalkingWorld.area)/shared/\(share)")["shape"] == nil)
      #expect(try await world.day("2025-08-15", of: ann)["share"] == .string(share))
      #expect(try await host.delete(path, as: ann).status == 204)
      #expect(try await host.get("\(WalkingWorld.area)/shared/\(share)").problem == "404 share-unknown")
      #expect(try await host.get("\(WalkingWorld.area)/shared/\(share)/card").problem == "404 share-unknown")
    }
  }
}
