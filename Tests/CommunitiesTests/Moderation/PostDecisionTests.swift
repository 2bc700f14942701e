import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `What is decided about posts and comments` {
  @Test(.tags(.pl69, .sp182), arguments: TestHost.Engine.allCases, FeedOwner.allCases)
  func `rests on the words with their addresses, where they stand, what is written around them, and why`(
    on engine: TestHost.Engine, of owner: FeedOwner
  ) async throws {
    for thing in TestThing.allCases {
      try await ClubWorld.run(on: engine) { world in
        let (feed, bob, others, moderator) = try await world.rudeFeed(of: owner, "Cleo", "Dan")
        for text in ["why?", "stop", "indeed", "too many"] { try await world.comment(text, on: 2, in: feed, as: bob) }
        try await world.report(thing, in: feed, as: others[0], "bullying", detail: "by Cleo")
        let id = try await world.onlyCase()
        let found = try await world.details(id, as: moderator)
        let report = found["report"]
        #expect(report?["words"] == (thing == .post ? "rude\nhttps://example.org/rude" : "rude"))
        #expect(report?["kind"] == .string(thing.kind) && report?["thing"] == .string(thing.name))
        #expect(report?["author"]?["name"] == "Bob" && report?["reason"] == "bullying")
        #expect(report?["place"] == (owner == .group ? "Lions" : "Clubs"))
        #expect(report?["group"] == feed.whereabouts["group"] && report?["feed"] == feed.whereabouts["feed"])
        let link = owner == .group ? "/groups/clubs/\(feed.id)" : "/clubs/stadiums/wembley/seats"
        #expect(report?["link"] == .string(link))
        let around = found["around"]?.array?.map { "\($0["kind"]?.string ?? ""): \($0["text"]?.string ?? "")" }
        #expect(
          around
            == (thing == .post
              ? ["comment: why?", "comment: stop", "comment: indeed"]
              : ["post: hello", "comment: first", "comment: last"]))
        #expect(found["around"]?[0]?["author"]?["name"] == (thing == .post ? "Bob" : "Ada"))
        #expect(found["now"] == nil)
        #expect(found["flags"]?[0]?["by"]?["name"] == (owner == .group ? nil : "Cleo"))
        let all: [JSON] =
          owner == .group ? ["remove", "warn", "ban", "dismiss"] : ["remove", "warn", "suspend", "dismiss"]
        #expect(found["mayDecide"] == .array(all))
        // What it says now is shown beside what was reported, as long as it stands.
        #expect(try await world.host.patch(feed.path + thing.path, ["text": "sorry"], as: bob).status == 200)
        let edited = try await world.details(id, as: moderator)
        #expect(edited["now"] == (thing == .post ? "sorry\nhttps://example.org/rude" : "sorry"))
        #expect(edited["report"]?["words"] == report?["words"])
        #expect(try await world.host.delete(feed.path + thing.path, as: bob).status == 204)
        let gone = try await world.details(id, as: moderator)
        #expect(gone["now"] == nil && gone["report"]?["words"] == report?["words"])
      }
    }
  }

  @Test(.tags(.pl69, .sp182), arguments: TestHost.Engine.allCases)
  func `in a group is decided by its admins and operators, of a thing by operators alone`(
    on engine: TestHost.Engine
  ) async throws {
    for owner in FeedOwner.allCases {
      try await ClubWorld.run(on: engine) { world in
        let (feed, bob, others, moderator) = try await world.rudeFeed(of: owner, "Cleo", "Zoe")
        _ = try await world.found("club", "Bears", by: others[1])
        try await world.report(.post, in: feed, as: others[0])
        let id = try await world.onlyCase()
        for person in [bob] + others + [try await world.host.guest()] {
          #expect(try await world.details(id, as: person).problem == "404 report-unknown")
          for decision in ["restore", "remove", "warn", "ban", "suspend", "dismiss"] {
            #expect(try await world.decide(decision, id, as: person).problem == "404 report-unknown")
          }
        }
        #expect(try await world.details(id, as: nil).problem == "401 unauthenticated")
        for path in ["/v1/moderation/cases", "\(ClubWorld.moderation)/cases"] {
          let all = try await world.host.get(path, as: world.host.operator)
          #expect(all.items.map { $0["id"] } == [.string(id)])
          #expect(all.items.map { $0["area"] } == ["clubs"])
        }
        if let group = feed.group {
          #expect(try await world.queue(of: group, as: moderator).map { $0["id"] } == [.string(id)])
        } else {
          #expect(try await world.decide("ban", id, as: moderator).problem == "409 report-no-group")
        }
        #expect(try await world.decide("remove", id, as: moderator).status == 200)
        #expect(try await world.seen(.post, in: feed, as: others[0]).problem == "404 post-unknown")
        let trail = try await world.host.get("/v1/audit", as: world.host.operator).items
        #expect(trail.first { $0["action"] == "report.decided" }?["subject"] == .string("clubs/post/\(id)"))
      }
    }
  }

  @Test(.tags(.pl69), arguments: TestHost.Engine.allCases, FeedOwner.allCases)
  func `brings back what was removed, as it stands now, and then three others have to report it`(
    on engine: TestHost.Engine, of owner: FeedOwner
  ) async throws {
    for thing in TestThing.allCases {
      try await ClubWorld.run(on: engine) { world in
        let (feed, bob, others, moderator) = try await world.rudeFeed(of: owner, "C", "D", "E", "F", "G", "H")
        for person in others.prefix(3) { try await world.report(thing, in: feed, as: person) }
        let id = try await world.onlyCase()
        #expect(try await world.host.patch(feed.path + thing.path, ["text": "better"], as: bob).status == 200)
        let watcher = try await world.host.watch(feed.topic, as: others[0])
        let decided = try await world.decide("restore", id, as: moderator, note: "a joke")
        #expect(decided["report"]?["state"] == "decided" && decided["report"]?["isHidden"] == false)
        let seen = try await world.seen(thing, in: feed, as: others[0])
        #expect(seen["text"] == "better" && seen["hiddenAt"] == nil)
        #expect(seen["isFlagged"] == nil && seen["isFlaggedByMe"] == true)
        #expect(try await world.told(watcher) == ["shown \(thing.told)", "unflagged \(thing.told)"])
        #expect(try await world.decide("restore", id, as: moderator).problem == "409 report-not-hidden")
        let place = owner == .group ? "Lions" : "Clubs"
        #expect(
          try await world.news(bob).contains("Something of yours in \(place) that was removed is shown again."))
        let seenBy = "What you reported in \(place) was looked at and decided. Thank you."
        #expect(try await world.news(others[0]) == [seenBy])
        for person in others.prefix(5) { #expect(try await world.report(thing, in: feed, as: person).status == 201) }
        #expect(try await world.seen(thing, in: feed, as: others[0])["isFlagged"] == true)
        #expect(try await world.report(thing, in: feed, as: others[5]).status == 201)
        #expect(try await world.seen(thing, in: feed, as: others[0]).problem == thing.unknown)
        // Those of the round before have reported what it said then.
        let again = try await world.details(id, as: moderator)
        #expect(again["report"]?["reports"] == 3 && again["report"]?["words"]?.string?.hasPrefix("better") == true)
        let log = again["decisions"]?.array ?? []
        #expect(log.map { $0["decision"] } == ["flagged", "restore", "flagged"])
        #expect(log.map { $0["note"] } == ["", "a joke", ""])
      }
    }
  }

  @Test(.tags(.pl69), arguments: TestHost.Engine.allCases, FeedOwner.allCases)
  func `is told to who wrote it, who objects once`(on engine: TestHost.Engine, of owner: FeedOwner) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, bob, others, moderator) = try await world.rudeFeed(of: owner, "Cleo", "Dan", "Eve")
      for person in others { try await world.report(.comment, in: feed, as: person, "inappropriate") }
      let id = try await world.onlyCase()
      let (path, place) = ("\(ClubWorld.moderation)/own/\(id)", owner == .group ? "Lions" : "Clubs")
      let own = try await world.host.get(path, as: bob)
      #expect(own["kind"] == "comment" && own["words"] == "rude" && own["place"] == .string(place))
      #expect(own["isHidden"] == true && own["mayAppeal"] == true)
      try await world.host.settled()
      let told = try #require(try await world.host.inbox(of: bob).first { $0["kind"] == "moderation-removed" })
      #expect(told["link"] == .string("/reports/clubs/\(id)"))
      for person in others {
        #expect(!told.serialized().contains(person.id.text))
        #expect(try await world.host.get(path, as: person).problem == "404 report-unknown")
      }
      #expect(try await world.decide("remove", id, as: moderator).status == 200)
      #expect(try await world.host.post("\(path)/appeal", ["text": "It was a joke."], as: bob).status == 204)
      #expect(
        try await world.host.post("\(path)/appeal", ["text": "It was."], as: bob).problem == "409 report-appealed")
      #expect(try await world.onlyCase() == id)
      #expect(try await world.details(id, as: moderator)["report"]?["appeal"] == "It was a joke.")
      #expect(try await world.decide("warn", id, as: moderator).status == 200)
      let warning = "Those who look after \(place) warn you: something of yours there was reported."
      #expect(try await world.news(bob).contains("\(warning) Reason: inappropriate behaviour."))
      let link = owner == .group ? "/groups/clubs/\(feed.id)" : "/clubs/stadiums/wembley/seats"
      let thanks = try await world.host.inbox(of: others[0]).first { $0["kind"] == "report-decided" }
      #expect(thanks?["link"] == .string(link))
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is told with the reason that those gave who reported it since it was shown last`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, bob, others, moderator) = try await world.rudeFeed(of: .thing, "C", "D", "E", "F", "G", "H")
      for person in others.prefix(3) { try await world.report(.post, in: feed, as: person, "harassment") }
      let id = try await world.onlyCase()
      #expect(try await world.decide("restore", id, as: moderator).status == 200)
      for person in others.dropFirst(3) { try await world.report(.post, in: feed, as: person, "spam") }
      let own = try await world.host.get("\(ClubWorld.moderation)/own/\(id)", as: bob)
      #expect(own["isHidden"] == true && own["reason"] == "spam")
      #expect(try await world.details(id, as: moderator)["report"]?["reason"] == "spam")
      #expect(
        try await world.news(bob).sorted() == [
          "Something of yours in Clubs that was removed is shown again.",
          "Something of yours in Clubs was removed after reports. Reason: harassment.",
          "Something of yours in Clubs was removed after reports. Reason: spam.",
        ])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `counts all reports, and shows the latest hundred one by one`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine, settings: ["postReports": 0]) { world in
      let (feed, _, others, moderator) = try await world.rudeFeed(of: .thing, "Cleo", "Dan")
      try await world.report(.post, in: feed, as: others[0], "harassment", detail: "the first")
      let id = try await world.onlyCase()
      try await world.addReports(150, to: id)
      try await world.report(.post, in: feed, as: others[1], "harassment", detail: "the last")
      let found = try await world.details(id, as: moderator)
      #expect(found["report"]?["reports"] == 152 && found["report"]?["reason"] == "spam")
      let details = found["flags"]?.array?.compactMap { $0["detail"]?.string } ?? []
      #expect(details.count == 100 && details.first == "52" && details.last == "the last")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `brings nothing back that its author has taken back meanwhile, and does not say so`(
    on engine: TestHost.Engine
  ) async throws {
    for thing in TestThing.allCases {
      try await ClubWorld.run(on: engine) { world in
        let (feed, bob, others, moderator) = try await world.rudeFeed(of: .thing, "Cleo", "Dan", "Eve")
        for person in others { try await world.report(thing, in: feed, as: person) }
        let id = try await world.onlyCase()
        #expect(try await world.host.delete(feed.path + thing.path, as: bob).status == 204)
        #expect(try await world.details(id, as: moderator)["report"]?["isHidden"] == true)
        #expect(try await world.decide("restore", id, as: moderator).status == 200)
        for person in [bob, moderator] {
          #expect(try await world.seen(thing, in: feed, as: person).problem == thing.unknown)
        }
        #expect(try await world.host.get("\(feed.path)/1", as: others[0])["comments"] == (thing == .post ? 3 : 2))
        #expect(try await world.news(bob).count == 1)
      }
    }
  }

  @Test(.tags(.pl69), arguments: TestHost.Engine.allCases)
  func `keeps who wrote it out of the group, or shuts the account`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, bob, others, ada) = try await world.rudeFeed(of: .group, "Cleo")
      try await world.report(.comment, in: feed, as: others[0])
      let id = try await world.onlyCase()
      #expect(try await world.decide("ban", id, as: ada).status == 200)
      #expect(try await world.join(try #require(feed.group), as: bob).problem == "403 group-banned")
      #expect(try await world.decide("suspend", id, as: world.host.operator).status == 200)
      try await world.host.settled()
      #expect(try await world.host.get("/v1/me", as: bob).status == 401)
    }
  }

  @Test(.tags(.pl69), arguments: TestHost.Engine.allCases)
  func `is decided also where a plugin has feeds and no groups`(on engine: TestHost.Engine) async throws {
    let plugin = try Clubs.withoutGroups()
    try await TestHost.run(plugin, on: engine) { host in
      let world = ClubWorld(host: host)
      let (feed, bob, others, moderator) = try await world.rudeFeed(of: .thing, "Cleo", "Dan", "Eve")
      #expect(try await host.get(ClubWorld.root + "/", as: bob).status == 404)
      for person in others { #expect(try await world.report(.post, in: feed, as: person).status == 201) }
      #expect(try await host.get("/v1/moderation/cases", as: moderator).items.map { $0["kind"] } == ["post"])
      #expect(try await world.decide("restore", world.onlyCase(), as: moderator).status == 200)
      #expect(try await world.seen(.post, in: feed, as: others[0])["text"] == "rude")
      let export = try await host.export(of: others[0])["plugins"]?["clubs"]
      #expect(export?["groups"] == nil)
      #expect(export?["moderation"]?["reports"]?.array?.map { $0["message"] } == ["spam"])
    }
  }
}

@Suite struct `What reports of posts and comments keep of a person` {
  @Test(arguments: TestHost.Engine.allCases, FeedOwner.allCases)
  func `is in the person's export, with where it lies`(on engine: TestHost.Engine, of owner: FeedOwner) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, bob, others, _) = try await world.rudeFeed(of: owner, "Cleo")
      try await world.report(.comment, in: feed, as: others[0], "bullying", detail: "cleo's words")
      func part(_ person: TestPerson) async throws -> JSON {
        try await world.host.export(of: person)["plugins"]?["clubs"]?["moderation"] ?? .null
      }
      let (reported, own) = (try await part(others[0])["reports"]?[0], try await part(bob)["reported"]?[0])
      #expect(reported?["message"] == "bullying: cleo's words" && own?["message"] == "rude")
      for item in [reported, own] {
        #expect(item?["kind"] == "comment" && item?["at"]?.string != nil)
        #expect(item?["name"] == (owner == .group ? "Lions" : nil))
        #expect(item?["feed"] == feed.whereabouts["feed"])
      }
      #expect(try await !part(bob).serialized().contains("cleo's"))
    }
  }

  @Test(arguments: TestHost.Engine.allCases, FeedOwner.allCases)
  func `goes with who reported or wrote it, and counts on`(on engine: TestHost.Engine, of owner: FeedOwner) async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let (feed, bob, others, _) = try await world.rudeFeed(of: owner, "Cleo", "Dan", "Eve")
      for thing in TestThing.allCases {
        for person in others.prefix(2) {
          try await world.report(thing, in: feed, as: person, detail: "quixotic \(person.name)")
        }
      }
      try await world.host.leave(others[0])
      try await world.host.settled()
      for item in try await world.queue(as: world.host.operator) {
        let found = try await world.details(item["id"]?.string ?? "", as: world.host.operator)
        #expect(found["flags"]?.array?.map { $0["detail"] } == ["", "quixotic Dan"])
        for word in [others[0].id.text, "quixotic Cleo"] { #expect(!found.text.contains(word)) }
      }
      for thing in TestThing.allCases {
        #expect(try await world.report(thing, in: feed, as: others[2]).status == 201)
        #expect(try await world.seen(thing, in: feed, as: others[1]).problem == thing.unknown)
      }
      try await world.host.leave(bob)
      try await world.host.settled()
      let left = try await world.queue(as: world.host.operator)
      #expect(left.count == 2)
      for item in left {
        let id = item["id"]?.string ?? ""
        let found = try await world.details(id, as: world.host.operator)
        for word in ["rude", bob.id.text, "quixotic"] { #expect(!found.text.contains(word), "\(word)") }
        #expect(found["report"]?["author"] == nil && found["now"] == nil)
        #expect(try await world.decide("restore", id, as: world.host.operator).status == 200)
      }
      #expect(try await world.posts(in: feed, as: others[1]) == ["1 Ada: hello, 0 likes, 2 comments"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `becomes another's with the account, and two reports of one are one`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, bob, others, _) = try await world.rudeFeed(of: .thing, "Cleo", "Dan", "Eve", "Fay")
      try await world.post("by dan", in: feed, as: others[1])
      for person in others.prefix(2) { try await world.report(.post, in: feed, as: person) }
      let third: JSON = ["kind": "post", "thing": "3", "reason": "spam", "feed": feed.whereabouts["feed"] ?? .null]
      #expect(try await world.host.post("\(ClubWorld.moderation)/reports", third, as: bob).status == 201)
      try await world.host.merge(others[1], into: others[0])
      try await world.host.settled()
      let found = try await world.queue(as: world.host.operator)
      #expect(found.map { $0["reports"] } == [1, 1])
      #expect(Set(found.compactMap { $0["author"]?["name"]?.string }) == ["Bob", "Cleo"])
      for person in [others[0], others[2]] {
        #expect(try await world.report(.post, in: feed, as: person).status == 201)
        #expect(try await world.seen(.post, in: feed, as: others[3])["text"] == "rude")
      }
      #expect(try await world.report(.post, in: feed, as: others[3]).status == 201)
      #expect(try await world.seen(.post, in: feed, as: others[3]).problem == "404 post-unknown")
    }
  }
}
