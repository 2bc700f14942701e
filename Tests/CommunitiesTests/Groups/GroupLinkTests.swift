import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A link to a group` {
  private func link(
    _ group: TestGroup, by person: TestPerson, _ world: ClubWorld, _ more: JSONObject = [:]
  ) async throws -> TestLink {
    let reply = try await world.host.post("\(group.path)/links", .object(more), as: person)
    guard reply.status == 201, let id = reply["id"]?.string, let link = reply["link"]?.string else {
      throw ClubWorld.Unexpected(reply: reply.text)
    }
    return TestLink(id: id, address: link)
  }

  private func people(_ world: ClubWorld, _ names: String...) async throws -> [TestPerson] {
    var people: [TestPerson] = []
    for name in names { people.append(try await world.host.person(name)) }
    return people
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `shows the name of a private group and nothing else, and lets in whoever follows it, once`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let people = try await people(world, "Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      let round = try await world.found("round", "Ours", by: ada, ["about": "Secret"])
      let link = try await link(round, by: ada, world)
      #expect(link.address.hasSuffix("/join/\(link.token)"))
      #expect(link.token.count == 32)
      for person in [nil, bob] {
        let seen = try await world.host.get(link.path, as: person)
        #expect(seen.json == ["area": "clubs", "name": "Ours", "way": "link"])
      }
      #expect(try await world.host.post(link.join).problem == "401 unauthenticated")
      let joined = try await world.host.post(link.join, as: bob)
      #expect(joined.status == 201)
      #expect(joined["me"]?["roles"] == ["guesser"])
      #expect(try await world.host.post(link.join, as: bob)["members"] == 2)
      #expect(try await world.host.post(link.join, as: ada)["members"] == 2)
      #expect(try await world.host.get(link.path, as: bob)["group"]?["about"] == "Secret")
      let listed = try await world.host.get("\(round.path)/links", as: ada)
      #expect(listed.items.map { $0["joined"] } == [1])
      #expect(!listed.text.contains(link.token))
      #expect(try await world.host.post("\(round.path)/leave", as: bob).status == 204)
      #expect(try await world.host.post(link.join, as: bob).problem == "409 group-link-used")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `shows all of a group that strangers may see`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let ada = try await world.host.person("Ada")
      let club = try await world.found("club", "Lions", by: ada, ["admission": "invitation", "about": "We walk."])
      let link = try await link(club, by: ada, world)
      #expect(try await world.host.get(link.path)["group"]?["about"] == "We walk.")
      #expect(try await world.host.get("/v1/group-links/nothing").problem == "404 group-link-unknown")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `ends to the second, when its places are taken, and when it is withdrawn`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let people = try await people(world, "Ada", "Bob", "Cleo", "Dan")
      let (ada, bob, cleo, dan) = (people[0], people[1], people[2], people[3])
      let round = try await world.found("round", "Ours", by: ada)
      let end = try #require(RFC3339.string(from: world.host.clock.now.addingTimeInterval(60.9)))
      let brief = try await link(round, by: ada, world, ["expiresAt": .string(end)])
      let single = try await link(round, by: ada, world, ["places": 1])
      let gone = try await link(round, by: ada, world)
      #expect(try await world.host.post(single.join, as: bob).status == 201)
      #expect(try await world.host.post(single.join, as: bob).status == 201)
      #expect(try await world.host.post(single.join, as: cleo).problem == "410 group-link-used-up")
      #expect(try await world.host.get(single.path).problem == "410 group-link-used-up")
      #expect(try await world.host.delete("\(round.path)/links/\(gone.id)", as: bob).problem == "403 forbidden")
      #expect(try await world.host.delete("\(round.path)/links/\(gone.id)", as: ada).status == 204)
      #expect(try await world.host.delete("\(round.path)/links/\(gone.id)", as: ada).status == 204)
      #expect(try await world.host.delete("\(round.path)/links/none", as: ada).problem == "404 group-link-unknown")
      #expect(try await world.host.post(gone.join, as: cleo).problem == "410 group-link-revoked")
      try await world.host.clock.advance(by: .seconds(59))
      #expect(try await world.host.post(brief.join, as: cleo).status == 201)
      try await world.host.clock.advance(by: .seconds(1))
      #expect(try await world.host.post(brief.join, as: dan).problem == "410 group-link-expired")
      #expect(try await world.host.get(brief.path, as: dan).problem == "410 group-link-expired")
      let states = try await world.host.get("\(round.path)/links", as: ada).items.compactMap { $0["state"]?.string }
      #expect(states.sorted() == ["expired", "revoked", "used-up"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `opens nothing to the banned, a full group or an archived one`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let people = try await people(world, "Ada", "Bob", "Cleo")
      let (ada, bob, cleo) = (people[0], people[1], people[2])
      let club = try await world.found(
        "club", "Lions", by: ada, ["visibility": "private", "admission": "invitation", "capacity": 2])
      let link = try await link(club, by: ada, world)
      #expect(try await world.host.put("\(club.path)/bans/\(bob.id)", as: ada).status == 204)
      #expect(try await world.host.get(link.path, as: bob).problem == "403 group-banned")
      #expect(try await world.host.post(link.join, as: bob).problem == "403 group-banned")
      #expect(try await world.host.post(link.join, as: cleo).status == 201)
      #expect(try await world.host.delete("\(club.path)/bans/\(bob.id)", as: ada).status == 204)
      #expect(try await world.host.post(link.join, as: bob).problem == "409 group-full")
      #expect(try await world.host.get("\(club.path)/links", as: ada).items.first?["joined"] == 1)
      #expect(try await world.host.put("\(club.path)/archive", as: ada).status == 200)
      #expect(try await world.host.post(link.join, as: bob).problem == "409 group-archived")
      #expect(try await world.host.get(link.path, as: bob).problem == "409 group-archived")
      #expect(try await world.host.delete("\(club.path)/archive", as: ada).status == 204)
      #expect(try await world.host.post(link.join, as: bob).problem == "410 group-link-revoked")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is made by those who may invite, for thirty days at most`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let people = try await people(world, "Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      let club = try await world.found("club", "Lions", by: ada)
      try await world.join(club, as: bob)
      #expect(try await world.host.post("\(club.path)/links", as: bob).problem == "403 forbidden")
      #expect(try await world.host.get("\(club.path)/links", as: bob).problem == "403 forbidden")
      let month = world.host.clock.now.addingTimeInterval(30 * 86_400)
      for (seconds, status) in [(-30.0 * 86_400, 422), (0, 201), (1, 422)] {
        let text = try #require(RFC3339.string(from: month.addingTimeInterval(seconds)))
        let reply = try await world.host.post("\(club.path)/links", ["expiresAt": .string(text)], as: ada)
        #expect(reply.status == status)
        if status == 422 { #expect(reply.pointers == ["/expiresAt"]) }
      }
      for wrong: JSONObject in [["places": 0], ["places": 1_000_001], ["expiresAt": "soon"], ["expires": "x"]] {
        #expect(try await world.host.post("\(club.path)/links", .object(wrong), as: ada).status == 422)
      }
      for number in 0..<3 {
        try await world.host.clock.advance(by: .seconds(1))
        _ = try await link(club, by: ada, world, ["places": .integer(Int64(number) + 1)])
      }
      let first = try await world.host.get("\(club.path)/links?limit=2", as: ada)
      #expect(first.items.map { $0["places"] } == [3, 2])
      let next = try #require(first["next"]?.string)
      #expect(
        try await world.host.get("\(club.path)/links?after=\(next)", as: ada).items.map { $0["places"] } == [1, nil])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is drawn for those who may invite, and so is a code`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let people = try await people(world, "Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      let club = try await world.found("club", "Lions", by: ada)
      let other = try await world.found("club", "Bears", by: ada)
      try await world.join(club, as: bob)
      let link = try await link(club, by: ada, world)
      let drawn = try await world.host.get("\(club.path)/qr/\(link.token)", as: ada)
      #expect(drawn.status == 200)
      #expect(drawn.headers["content-type"] == "image/svg+xml")
      #expect(drawn.text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "))
      #expect(try await world.host.get("\(club.path)/qr/\(link.token)", as: bob).problem == "403 forbidden")
      #expect(try await world.host.get("\(other.path)/qr/\(link.token)", as: ada).problem == "404 group-link-unknown")
      #expect(try await world.host.get("\(club.path)/qr/ABCD2345", as: ada).problem == "404 group-link-unknown")
      let code = try #require(try await world.host.put("\(club.path)/code", as: ada)["code"]?.string)
      let ofCode = try await world.host.get("\(club.path)/qr/\(code)", as: ada)
      #expect(ofCode.status == 200)
      #expect(ofCode.text != drawn.text)
      #expect(try await world.host.get("\(club.path)/qr/\(code)", as: bob).problem == "403 forbidden")
      #expect(try await world.host.delete("\(club.path)/links/\(link.id)", as: ada).status == 204)
      #expect(try await world.host.get("\(club.path)/qr/\(link.token)", as: ada).problem == "410 group-link-revoked")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is told in exports, and forgets who has left`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let people = try await people(world, "Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      let club = try await world.found("club", "Lions", by: ada)
      let link = try await link(club, by: ada, world)
      #expect(try await world.host.post(link.join, as: bob).status == 201)
      let made = try await world.host.export(of: ada)["plugins"]?["clubs"]?["groups"]
      #expect(made?["links"]?.array?.map { $0["name"] } == ["Lions"])
      let used = try await world.host.export(of: bob)["plugins"]?["clubs"]?["groups"]
      #expect(used?["joinedThroughLinks"]?.array?.map { $0["name"] } == ["Lions"])
      try await world.host.leave(ada)
      try await world.host.settled()
      let listed = try await world.host.get("\(club.path)/links", as: bob)
      #expect(listed.items.map { $0["by"] } == [nil])
      #expect(!listed.text.contains(ada.id.text))
    }
  }
}

private struct TestLink {
  let id: String
  let address: String

  var token: String { String(address.split(separator: "/").last ?? "") }
  var path: String { "/v1/group-links/\(token)" }
  var join: String { "/v1/group-links/clubs/\(token)" }
}
