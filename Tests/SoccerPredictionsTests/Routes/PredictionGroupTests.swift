import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A prediction group` {
  private static let root = "/v1/groups/soccer-predictions"
  private static let png = SamplePicture.png(width: 40, height: 30, comment: "")

  private func people(_ host: TestHost, _ names: String...) async throws -> [TestPerson] {
    var people: [TestPerson] = []
    for name in names { people.append(try await host.person(name)) }
    return people
  }

  /// Founds a group, of which `members` become members.
  private func found(_ host: TestHost, _ members: [TestPerson]) async throws -> String {
    let reply = try await host.post(
      "\(Self.root)/", ["kind": "prediction-group", "name": "Tippers"], as: members[0])
    let path = "\(Self.root)/\(try #require(reply["id"]?.string))"
    for person in members.dropFirst() {
      try await host.clock.advance(by: .seconds(1))
      #expect(try await host.put("\(path)/members/\(person.id)", as: members[0]).status == 204)
    }
    return path
  }

  @Test(
    .tags(.pl43, .sp120),
    arguments: [
      ("A", 201), (String(repeating: "ن", count: 25), 201), (String(repeating: "n", count: 26), 422), (" ", 422),
    ])
  func `has a name of 1 to 25 characters`(name: String, status: Int) async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let ada = try await world.host.person("Ada")
      let reply = try await world.host.post(
        "\(Self.root)/", ["kind": "prediction-group", "name": .string(name)], as: ada)
      #expect(reply.status == status)
      if status == 422 { #expect(reply.pointers == ["/name"]) }
    }
  }

  @Test(.tags(.pl43, .sp121, .sp124, .sp127), arguments: TestHost.Engine.allCases)
  func `needs no picture; any member gives it one and changes its name`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let host = world.host
      let people = try await people(host, "Ada", "Bob", "Cleo", "Dan")
      let path = try await found(host, people)
      func listed() async throws -> JSON? { try await host.get("/v1/me/groups", as: people[3]).items.first?["group"] }
      let plain = try await listed()
      #expect(plain?["picture"] == nil)
      #expect(plain?["name"] == "Tippers")
      #expect(plain?["others"]?.array?.map { $0["name"] } == ["Ada", "Bob"])
      #expect(plain?["members"] == 4)
      #expect(try await host.upload("\(path)/picture", Self.png, type: "image/png", as: people[1]).status == 204)
      let picture = try #require(try await listed()?["picture"]?.string)
      #expect(try await host.get(picture, as: people[2]).status == 200)
      #expect(try await host.patch(path, ["name": "Prophets"], as: people[2])["name"] == "Prophets")
      #expect(try await host.delete("\(path)/picture", as: people[3]).status == 204)
      #expect(try await listed()?["picture"] == nil)
      #expect(try await listed()?["name"] == "Prophets")
      let stranger = try await host.person("Stranger")
      #expect(try await host.patch(path, ["name": "X"], as: stranger).problem == "404 group-unknown")
    }
  }

  @Test(.tags(.sp127), arguments: TestHost.Engine.allCases)
  func `keeps its name and picture to its admins while they say so`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let host = world.host
      let people = try await people(host, "Ada", "Bob", "Cleo")
      let (ada, bob) = (people[0], people[1])
      let path = try await found(host, [ada, bob])
      let limits = "/v1/soccer-predictions/groups/\(path.split(separator: "/").last ?? "")/limits"
      #expect(try await host.get(limits, as: bob)["onlyAdminsEdit"] == false)
      #expect(try await host.put(limits, ["onlyAdminsEdit": true], as: bob).problem == "403 forbidden")
      #expect(try await host.put(limits, ["onlyAdminsEdit": true], as: ada).status == 204)
      try await host.settled()
      #expect(try await host.inbox(of: bob).contains { $0["text"]?.string?.contains("Tippers") == true })
      #expect(try await host.get(limits, as: bob)["onlyAdminsEdit"] == true)
      #expect(try await host.patch(path, ["name": "Mine"], as: bob).problem == "403 forbidden")
      let picture = try await host.upload("\(path)/picture", Self.png, type: "image/png", as: bob)
      #expect(picture.problem == "403 forbidden")
      #expect(try await host.get(path, as: bob)["name"] == "Tippers")
      #expect(try await host.get(path, as: bob)["picture"] == nil)
      #expect(try await host.patch(path, ["name": "Ours"], as: ada)["name"] == "Ours")
      #expect(try await host.put(limits, ["onlyAdminsEdit": false], as: ada).status == 204)
      #expect(try await host.patch(path, ["name": "Mine"], as: bob)["name"] == "Mine")
      #expect(try await host.get(limits, as: people[2]).status == 404, "strangers see nothing of the group")
    }
  }

  @Test(.tags(.pl22, .pl43, .sp123, .sp168, .sp128, .sp129, .sp130, .sp131), arguments: TestHost.Engine.allCases)
  func `is for its admins to fill and to empty, and anybody leaves it`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let host = world.host
      let people = try await people(host, "Ada", "Bob", "Cleo")
      let (ada, bob, cleo) = (people[0], people[1], people[2])
      let path = try await found(host, [ada, bob])
      try await host.settled()
      #expect(try await host.inbox(of: bob).map { $0["text"] } == ["Ada has added you to the group Tippers."])
      #expect(try await host.get("/v1/me/groups", as: bob).items.map { $0["group"]?["name"] } == ["Tippers"])
      for path in ["\(path)/members/\(cleo.id)", "\(path)/invitations/\(cleo.id)", "\(path)/code"] {
        #expect(try await host.put(path, as: bob).problem == "403 forbidden")
      }
      #expect(try await host.post("\(path)/links", as: bob).problem == "403 forbidden")
      #expect(try await host.delete("\(path)/members/\(ada.id)", as: bob).problem == "403 forbidden")
      #expect(try await host.put("\(path)/members/\(bob.id)/roles/admin", as: bob).problem == "403 forbidden")
      #expect(try await host.put("\(path)/members/\(cleo.id)", as: ada).status == 204)
      #expect(try await host.delete("\(path)/members/\(cleo.id)", as: ada).status == 204)
      #expect(try await host.get("/v1/me/groups", as: cleo).items.isEmpty)
      #expect(try await host.put("\(path)/members/\(bob.id)/roles/admin", as: ada).status == 204)
      #expect(try await host.put("\(path)/members/\(cleo.id)", as: bob).status == 204)
      #expect(try await host.post("\(path)/leave", as: cleo).status == 204)
      #expect(try await host.get(path, as: cleo).problem == "404 group-unknown")
    }
  }
}
