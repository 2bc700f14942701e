@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Looking for people` {
  private static func find(_ world: World, _ query: String, as token: String) async throws -> [JSON] {
    let page = try await world.call(.get, "/people?query=\(query)", token: token)
    #expect(page.status == 200, "\(page.body)")
    return page.body["items"]?.array ?? []
  }

  private static func names(_ world: World, _ query: String, as token: String) async throws -> [String] {
    try await find(world, query, as: token).compactMap { $0["name"]?.string }
  }

  @Test(.tags(.pl37, .pl36, .sp118)) func `shows what the two are to each other`() async throws {
    try await World.with { world in
      let me = try await world.person(0, name: "Zoe Me")
      let names = ["Zoe Asked", "Zoe Asking", "Zoe Fan", "Zoe Friend", "Zoe Star", "Zoe Zero"]
      var people: [Answer] = []
      for (number, name) in names.enumerated() { people.append(try await world.person(number + 1, name: name)) }
      func put(_ path: String, _ other: Answer, as person: Answer) async throws {
        try await world.call(.put, "/me/\(path)/\(other.accountID)", token: person.token)
      }
      try await put("friends", people[0], as: me)
      try await put("friends", me, as: people[1])
      try await put("following", me, as: people[2])
      try await put("friends", people[3], as: me)
      try await put("friends", me, as: people[3])
      try await put("following", people[4], as: me)
      let found = try await Self.find(world, "zoe", as: me.token)
      #expect(found.count == 7)
      func relation(_ following: Bool, _ followsMe: Bool, _ friendship: String) -> JSON {
        [
          "following": .bool(following), "followsMe": .bool(followsMe), "friendship": .string(friendship),
          "blocked": false,
        ]
      }
      let wanted: [String: JSON] = [
        "Zoe Asked": relation(false, false, "requested"), "Zoe Asking": relation(false, false, "received"),
        "Zoe Fan": relation(false, true, "none"), "Zoe Friend": relation(false, false, "friends"),
        "Zoe Star": relation(true, false, "none"), "Zoe Zero": relation(false, false, "none"),
        "Zoe Me": relation(false, false, "none"),
      ]
      for one in found { #expect(one["relation"] == wanted[one["name"]?.string ?? ""], "\(one)") }
      let guest = try await Self.find(world, "zoe", as: try await world.guestToken())
      #expect(guest.count == 7 && guest.allSatisfy { $0["relation"] == relation(false, false, "none") })
      #expect(try await world.call(.get, "/people?query=zoe").status == 401)
    }
  }

  @Test(.tags(.pl38, .pl34)) func `finds neither those one has blocked nor those who have blocked one`() async throws {
    try await World.with { world in
      let (a, b, c) = (
        try await world.person(1, name: "Yara A"), try await world.person(2, name: "Yara B"),
        try await world.person(3, name: "Yara C")
      )
      try await world.call(.put, "/me/blocked/\(b.accountID)", token: a.token)
      #expect(try await Self.names(world, "yara", as: a.token).sorted() == ["Yara A", "Yara C"])
      #expect(try await Self.names(world, "yara", as: b.token).sorted() == ["Yara B", "Yara C"])
      #expect(try await Self.names(world, "yara", as: c.token).sorted() == ["Yara A", "Yara B", "Yara C"])
    }
  }

  @Test(.tags(.pl34)) func `finds nobody who does not want to be found, by no name of theirs`() async throws {
    try await World.with { world in
      let (me, shy) = (try await world.person(0), try await world.person(1, name: "Xenia Shy"))
      try await world.call(.patch, "/me", ["username": "xenia.shy"], token: shy.token)
      #expect(try await Self.names(world, "xenia", as: me.token) == ["Xenia Shy"])
      #expect(try await Self.names(world, "xenia.s", as: me.token) == ["Xenia Shy"])
      for circle in ["nobody", "friends", "followers"] {
        try await world.call(.patch, "/me", ["visibility": ["search": .string(circle)]], token: shy.token)
        #expect(try await Self.names(world, "xenia", as: me.token).isEmpty, "\(circle)")
      }
      #expect(try await world.call(.get, "/people/\(shy.accountID)", token: me.token).status == 200)
      try await world.call(.patch, "/me", ["visibility": ["search": "everyone"]], token: shy.token)
      #expect(try await Self.names(world, "xenia", as: me.token) == ["Xenia Shy"])
      try await world.call(.post, "/me/reset", token: shy.token)
      #expect(try await Self.names(world, "xenia", as: me.token).isEmpty, "a profile that was reset shows nothing")
    }
  }

  @Test(.tags(.pl34)) func `finds somebody once, however many of the words begin so`() async throws {
    try await World.with { world in
      let me = try await world.person(0)
      _ = try await world.person(1, name: "Anna Annabel Ann")
      _ = try await world.person(2, name: "Annabel Best")
      #expect(try await Self.names(world, "ann", as: me.token) == ["Anna Annabel Ann", "Annabel Best"])
      #expect(try await Self.names(world, "ann%20be", as: me.token) == ["Annabel Best"])
      let first = try await world.call(.get, "/people?query=ann&limit=1", token: me.token).body
      let next = try #require(first["next"]?.string)
      let second = try await world.call(.get, "/people?query=ann&limit=1&after=\(next)", token: me.token).body
      #expect(second["items"]?[0]?["name"] == "Annabel Best" && second["next"]?.isNull == true)
    }
  }

  @Test(.tags(.pl34)) func `does not hand out the directory`() async throws {
    var settings = AccountsSettings()
    settings.limits[.searchesPerAccount] = LimitRule(5, every: 10)
    try await World.with(settings: settings) { world in
      let me = try await world.person(0)
      try await world.accounts.context.storage.write { [now = world.clock.now] transaction in
        for number in 0..<(PeopleSearch.deepest + 20) {
          var person = Person(id: AccountID("p\(number)"), kind: .user, now: now)
          person.name = "Walter W\(number)"
          try await PersonStore.insert(person, in: transaction)
          try await PersonStore.update(person, in: transaction)
        }
      }
      var (seen, next): ([String], String?) = ([], nil)
      repeat {
        let after = next.map { "&after=\($0)" } ?? ""
        let page = try await world.call(.get, "/people?query=walter&limit=40\(after)", token: me.token)
        #expect(page.status == 200)
        seen += page.body["items"]?.array?.compactMap { $0["id"]?.string } ?? []
        next = page.body["next"]?.string
      } while next != nil
      #expect(seen.count == PeopleSearch.deepest && Set(seen).count == PeopleSearch.deepest)
      #expect(try await world.call(.get, "/people?query=walter&limit=51", token: me.token).status == 422)
      var statuses: [Int] = []
      for _ in 0..<3 { statuses.append(try await world.call(.get, "/people?query=w", token: me.token).status) }
      #expect(statuses == [200, 200, 429], "three pages before these make five")
    }
  }

  @Test(.tags(.pl34)) func `is counted by address too, whoever signs in there`() async throws {
    var settings = AccountsSettings()
    settings.limits[.searchesPerAddress] = LimitRule(2, every: 10)
    try await World.with(settings: settings) { world in
      var statuses: [Int] = []
      for _ in 0..<3 {
        let guest = try await world.guestToken()
        statuses.append(try await world.call(.get, "/people?query=w", token: guest).status)
      }
      #expect(statuses == [200, 200, 429])
    }
  }
}
