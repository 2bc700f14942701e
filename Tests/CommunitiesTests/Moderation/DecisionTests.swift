import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `What moderators decide` {
  /// A club whose message 2 three people have reported.
  private func hidden(
    _ world: ClubWorld
  ) async throws -> (group: TestGroup, ada: TestPerson, bob: TestPerson, others: [TestPerson], id: String) {
    let (club, ada, bob, others) = try await world.rudeClub("Cleo", "Dan", "Eve", "Fay", "Gil", "Hal")
    for (person, reason) in zip(others, ["spam", "bullying", "bullying"]) {
      #expect(try await world.flag(2, in: club, as: person, reason, detail: "by \(person.name)").status == 201)
    }
    return (club, ada, bob, others, try await world.onlyCase())
  }

  @Test(.tags(.pl69, .sp182), arguments: TestHost.Engine.allCases)
  func `rests on the words, what was said around them, why and, for operators alone, by whom`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, _, id) = try await hidden(world)
      for person in [ada, world.host.operator] {
        let found = try await world.details(id, as: person)
        #expect(found["report"]?["words"] == "rude")
        #expect(found["report"]?["author"]?["name"] == "Bob")
        #expect(found["report"]?["place"] == "Lions")
        #expect(found["report"]?["group"] == .string(club.id))
        #expect(found["report"]?["reason"] == "bullying")
        #expect(found["around"]?.array?.map { $0["text"] } == ["hello", "bye"])
        #expect(found["flags"]?.array?.map { $0["reason"] } == ["spam", "bullying", "bullying"])
        #expect(found["flags"]?.array?.map { $0["detail"] } == ["by Cleo", "by Dan", "by Eve"])
        let names = found["flags"]?.array?.map { $0["by"]?["name"] }
        #expect(names == (person.id == ada.id ? [nil, nil, nil] : ["Cleo", "Dan", "Eve"]))
      }
      #expect(try await world.details(id, as: ada)["mayDecide"] == ["restore", "remove", "warn", "ban"])
      #expect(
        try await world.details(id, as: world.host.operator)["mayDecide"]
          == ["restore", "remove", "warn", "ban", "suspend"])
      #expect(try await world.news(bob).count == 1)
    }
  }

  @Test(.tags(.pl69), arguments: TestHost.Engine.allCases)
  func `is decided by the admins of the group and by operators, and nobody else learns of it`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, others, id) = try await hidden(world)
      let zoe = try await world.host.person("Zoe")
      let bears = try await world.found("club", "Bears", by: zoe)
      #expect(try await world.host.put("\(club.path)/members/\(others[4].id)/roles/steward", as: ada).status == 204)
      for person in [bob, zoe, others[0], others[4], try await world.host.guest()] {
        #expect(try await world.details(id, as: person).problem == "404 report-unknown", "\(person.name)")
        for decision in ["restore", "remove", "warn", "ban", "suspend", "dismiss"] {
          #expect(try await world.decide(decision, id, as: person).problem == "404 report-unknown")
        }
        let queue = try await world.host.get("\(ClubWorld.moderation)/cases?group=\(club.id)", as: person)
        #expect(["403 forbidden", "404 group-unknown"].contains(queue.problem ?? ""), "\(person.name)")
        #expect(try await world.host.get("\(ClubWorld.moderation)/cases", as: person).problem == "403 forbidden")
        let all = try await world.host.get("/v1/moderation/cases", as: person)
        #expect(all.status == 403)
      }
      #expect(try await world.details(id, as: nil).problem == "401 unauthenticated")
      #expect(try await world.queue(of: bears, as: zoe).isEmpty)
      #expect(try await world.host.get("\(ClubWorld.moderation)/cases", as: ada).problem == "403 forbidden")
      #expect(try await world.decide("suspend", id, as: ada).problem == "403 forbidden")
      #expect(try await world.queue(of: club, as: ada).count == 1)
      #expect(try await world.lines(in: club, as: ada)[1] == "2 removed")
      #expect(try await world.details("nothing", as: world.host.operator).problem == "404 report-unknown")
      #expect(try await world.decide("praise", id, as: ada).pointers == ["/decision"])
    }
  }

  @Test(.tags(.pl69), arguments: TestHost.Engine.allCases)
  func `brings back what was removed, live, and then three others have to report it`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, others, id) = try await hidden(world)
      let watcher = try await world.host.watch("clubs/groups/club/\(club.id)/chat", as: others[5])
      #expect(try await world.decide("dismiss", id, as: ada).problem == "409 report-hidden")
      let decided = try await world.decide("restore", id, as: ada, note: "a joke")
      #expect(decided.status == 200)
      #expect(decided["report"]?["state"] == "decided" && decided["report"]?["isHidden"] == false)
      #expect(try await world.lines(in: club, as: others[5])[1] == "2 Bob: rude")
      #expect(try await world.messages(in: club, as: others[5])[1]["isFlagged"] == nil)
      #expect(try await world.messages(in: club, as: others[0])[1]["isFlaggedByMe"] == true)
      try await world.host.settled()
      #expect(watcher.events.map(\.name).contains("restored"))
      #expect(try await world.decide("restore", id, as: ada).problem == "409 report-not-hidden")
      #expect(try await world.decide("dismiss", id, as: ada).problem == "409 report-decided")
      for person in others.prefix(3) { #expect(try await world.flag(2, in: club, as: person).status == 201) }
      #expect(try await world.queue(as: world.host.operator).isEmpty)
      for person in others.dropFirst(3).prefix(2) {
        #expect(try await world.flag(2, in: club, as: person).status == 201)
        #expect(try await world.lines(in: club, as: ada)[1] == "2 Bob: rude")
      }
      #expect(try await world.details(id, as: ada)["report"]?["reports"] == 2)
      #expect(try await world.flag(2, in: club, as: others[5]).status == 201)
      #expect(try await world.lines(in: club, as: ada)[1] == "2 removed")
      let log = try await world.details(id, as: ada)["decisions"]?.array ?? []
      #expect(log.map { $0["decision"] } == ["flagged", "restore", "flagged"])
      #expect(log.map { $0["by"]?["name"] } == [nil, "Ada", nil])
      #expect(log.map { $0["note"] } == ["", "a joke", ""])
      #expect(try await world.news(bob).count == 3)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `keeps away what was removed, takes away what was not, or leaves it be`(on engine: TestHost.Engine) async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, others, id) = try await hidden(world)
      #expect(try await world.decide("remove", id, as: ada).status == 200)
      #expect(try await world.decide("remove", id, as: ada).problem == "409 report-hidden")
      #expect(try await world.lines(in: club, as: ada)[1] == "2 removed")
      #expect(try await world.news(bob).count == 1)
      for text in ["also rude", "fine"] { try await world.say(text, in: club, as: bob) }
      #expect(try await world.flag(4, in: club, as: others[0]).status == 201)
      #expect(try await world.decide("remove", world.onlyCase(), as: ada).status == 200)
      #expect(try await world.flag(5, in: club, as: others[0]).status == 201)
      let fine = try await world.onlyCase()
      #expect(try await world.decide("dismiss", fine, as: ada).status == 200)
      #expect(try await world.lines(in: club, as: others[1]).suffix(2) == ["4 removed", "5 Bob: fine"])
      #expect(try await world.messages(in: club, as: ada)[4]["isFlagged"] == nil)
      // It counts anew: two are not enough, and who has reported it has.
      for person in others[0...2] { #expect(try await world.flag(5, in: club, as: person).status == 201) }
      #expect(try await world.lines(in: club, as: ada)[4] == "5 Bob: fine")
      #expect(try await world.details(fine, as: ada)["report"]?["reports"] == 2)
      #expect(try await world.queue("decided", of: club, as: ada).count == 2)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `warns who wrote it, keeps them out of the group or shuts the account`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, others, id) = try await hidden(world)
      #expect(try await world.decide("warn", id, as: ada).status == 200)
      #expect(
        try await world.news(bob).contains(
          "Those who look after Lions warn you: something of yours there was reported. Reason: bullying."))
      #expect(try await world.news(others[0]).count == 1)
      #expect(try await world.decide("ban", id, as: ada).status == 200)
      #expect(try await world.join(club, as: bob).problem == "403 group-banned")
      #expect(try await world.host.get("/v1/me", as: bob).status == 200)
      #expect(try await world.decide("suspend", id, as: world.host.operator).status == 200)
      try await world.host.settled()
      #expect(try await world.host.get("/v1/me", as: bob).status == 401)
      #expect(try await world.news(others[0]).count == 1)
      let log = try await world.details(id, as: world.host.operator)["decisions"]?.array ?? []
      #expect(log.map { $0["decision"] } == ["flagged", "warn", "ban", "suspend"])
      let trail = try await world.host.get("/v1/audit", as: world.host.operator)
      let decided = trail.items.filter { $0["action"] == "report.decided" }
      #expect(decided.map { $0["detail"] } == ["suspend", "ban", "warn"])
      #expect(decided.allSatisfy { $0["subject"] == .string("clubs/message/\(id)") })
      #expect(trail["firstBroken"] == nil)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is not for who wrote it, and for one of two at once`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, others) = try await world.rudeClub("Cleo", "Dan", "Eve")
      #expect(try await world.host.put("\(club.path)/members/\(bob.id)/roles/admin", as: ada).status == 204)
      for person in others { try await world.flag(2, in: club, as: person) }
      let id = try await world.onlyCase()
      #expect(try await world.queue(of: club, as: bob).isEmpty)
      #expect(try await world.details(id, as: bob).problem == "404 report-unknown")
      let statuses = try await withThrowingTaskGroup(of: Int.self) { tasks in
        for person in [ada, world.host.operator, ada, world.host.operator] {
          tasks.addTask { try await world.decide("restore", id, as: person).status }
        }
        return try await tasks.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(statuses.sorted() == [200, 409, 409, 409])
      #expect(try await world.details(id, as: ada)["decisions"]?.array?.count == 2)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is decided where an admin deletes the message in the chat, and not where its author does`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, others) = try await world.rudeClub("Cleo")
      try await world.say("worse", in: club, as: bob)
      try await world.flag(2, in: club, as: others[0])
      #expect(try await world.host.delete("\(club.path)/chat/2", as: bob).status == 204)
      let first = try await world.onlyCase()
      #expect(try await world.details(first, as: ada)["report"]?["words"] == "rude")
      #expect(try await world.decide("remove", first, as: ada).status == 200)
      #expect(try await world.lines(in: club, as: ada)[1] == "2 deleted")
      try await world.flag(4, in: club, as: others[0])
      #expect(try await world.host.delete("\(club.path)/chat/4", as: ada).status == 204)
      #expect(try await world.queue(as: world.host.operator).isEmpty)
      #expect(try await world.news(others[0]).count == 2)
      #expect(try await world.news(bob).count == 1)
      let second = try await world.queue("decided", of: club, as: ada).first { $0["thing"] == "4" }?["id"]?.string
      #expect(try await world.decide("restore", second ?? "", as: ada).status == 200)
      #expect(try await world.lines(in: club, as: others[0])[3] == "4 Bob: worse")
    }
  }
}

@Suite struct `The queue of what was reported` {
  @Test(.tags(.pl46, .pl69), arguments: TestHost.Engine.allCases)
  func `begins with what waits longest, page by page, of one group or of all`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, others) = try await world.rudeClub("Cleo")
      let bears = try await world.found("club", "Bears", by: others[0])
      for person in [ada, bob] { try await world.join(bears, as: person) }
      for number in 4...8 {
        try await world.host.clock.advance(by: .seconds(20))
        let group = number == 6 ? bears : club
        let said = try await world.say("m\(number)", in: group, as: bob)
        try await world.flag(said["number"]?.int ?? 0, in: group, as: ada)
      }
      for (path, person, words) in [
        ("\(ClubWorld.moderation)/cases?group=\(club.id)", ada, ["m4", "m5", "m7", "m8"]),
        ("\(ClubWorld.moderation)/cases?group=\(bears.id)", others[0], ["m6"]),
        ("\(ClubWorld.moderation)/cases?state=open", world.host.operator, ["m4", "m5", "m6", "m7", "m8"]),
        ("/v1/moderation/cases?state=open", world.host.operator, ["m4", "m5", "m6", "m7", "m8"]),
      ] {
        var (seen, next): ([JSON], String?) = ([], "")
        while let after = next {
          let page = try await world.host.get("\(path)&limit=2" + (after.isEmpty ? "" : "&after=\(after)"), as: person)
          #expect(page.items.count <= 2)
          seen += page.items
          next = page["next"]?.string
        }
        #expect(seen.compactMap { $0["words"]?.string } == words)
        #expect(try await world.host.get("\(path)&after=x", as: person).pointers == ["/after"])
      }
      for item in try await world.queue(as: world.host.operator) {
        try await world.host.clock.advance(by: .seconds(1))
        try await world.decide("dismiss", item["id"]?.string ?? "", as: world.host.operator)
      }
      let decided = try await world.host.get("/v1/moderation/cases?state=decided", as: world.host.operator)
      #expect(decided.items.compactMap { $0["words"]?.string } == ["m8", "m7", "m6", "m5", "m4"])
      #expect(decided.items.allSatisfy { $0["area"] == "clubs" })
      #expect(try await world.queue(as: world.host.operator).isEmpty)
    }
  }
}
