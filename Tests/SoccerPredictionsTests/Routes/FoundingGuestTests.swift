import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `Whoever is invited while a group is being founded` {
  private static let root = "/v1/groups/soccer-predictions"

  /// The path at which one person accepts an invitation that somebody makes during a founding.
  private func invite(_ founding: String, by name: String, _ world: SoccerWorld) async throws -> String {
    let offer: JSON = ["places": 1, "subject": .string("soccer-predictions/\(founding)")]
    let made = try await world.host.post("/v1/me/invitations", offer, as: try await world.person(name))
    #expect(made["kind"] == "friend")
    return "/v1/invitations/\(try #require(made["link"]?.string?.split(separator: "=").last))/acceptance"
  }

  private func come(_ name: String, _ path: String, _ world: SoccerWorld) async throws {
    #expect(try await world.host.put(path, as: try await world.person(name)).status == 204)
    try await world.host.settled()
  }

  /// Founds a group of Ada's.
  private func found(_ world: SoccerWorld) async throws -> String {
    let ada = try await world.person("Ada")
    let reply = try await world.host.post("\(Self.root)/", ["kind": "prediction-group", "name": "Tippers"], as: ada)
    return try #require(reply["id"]?.string)
  }

  private func members(_ group: String, _ world: SoccerWorld) async throws -> [String] {
    let page = try await world.host.get("\(Self.root)/\(group)/members", as: try await world.person("Ada"))
    return page.items.compactMap { $0["person"]?["name"]?.string }.sorted()
  }

  private func waiting(_ world: SoccerWorld) async throws -> Int {
    try await world.storage.read { try await $0.query("select account from group_guests").count }
  }

  @Test(.tags(.pl40, .sp117), arguments: TestHost.Engine.allCases)
  func `becomes a member, whether coming before the group is there or after, and a friend all the same`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let (early, late) = (try await invite("f1", by: "Ada", world), try await invite("f1", by: "Ada", world))
      try await come("Bob", early, world)
      let group = try await found(world)
      #expect(try await members(group, world) == ["Ada"])
      for _ in 1...2 { try await world.call(.put, "/groups/\(group)/guests/f1", as: "Ada") }
      #expect(try await members(group, world) == ["Ada", "Bob"])
      try await world.host.settled()
      let inbox = try await world.inbox("Bob")
      #expect(inbox == ["You are in the group Tippers now: you were invited to it."])
      try await come("Cleo", late, world)
      #expect(try await members(group, world) == ["Ada", "Bob", "Cleo"])
      #expect(try await waiting(world) == 0)
      let ada = try await world.person("Ada")
      #expect(try await world.host.get("/v1/me/friends", as: ada).items.count == 2)
    }
  }

  @Test(.tags(.pl40, .sp117), arguments: TestHost.Engine.allCases)
  func `is a friend and no more when it comes to no group, to one of others, or the founder may add nobody any more`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await come("Bob", try await invite("given-up", by: "Ada", world), world)
      try await come("Cleo", try await invite("f1", by: "Eve", world), world)
      let late = try await invite("f1", by: "Ada", world)
      let group = try await found(world)
      #expect(
        await world.problem { try await world.call(.put, "/groups/\(group)/guests/f1", as: "Eve") } == "404 not-found")
      try await world.call(.put, "/groups/\(group)/guests/f1", as: "Ada")
      #expect(try await members(group, world) == ["Ada"])
      let (ada, bob, dan) = (
        try await world.person("Ada"), try await world.person("Bob"), try await world.person("Dan")
      )
      #expect(try await world.host.get("/v1/me/friends", as: bob).items.count == 1)
      let path = "\(Self.root)/\(group)/members"
      #expect(try await world.host.put("\(path)/\(dan.id)", as: ada).status == 204)
      #expect(
        await world.problem { try await world.call(.put, "/groups/\(group)/guests/f2", as: "Dan") } == "403 forbidden")
      #expect(try await world.host.post("\(Self.root)/\(group)/leave", as: ada).status == 204)
      try await come("Fay", late, world)
      let left = try await world.host.get(path, as: dan).items.compactMap { $0["person"]?["name"]?.string }
      #expect(left == ["Dan"])
    }
  }

  @Test(.tags(.sp117), arguments: TestHost.Engine.allCases)
  func `comes into no group when either has ended the friendship before there is one`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      for name in ["Bob", "Cleo", "Dan"] { try await come(name, try await invite("f1", by: "Ada", world), world) }
      let (ada, bob, cleo) = (
        try await world.person("Ada"), try await world.person("Bob"), try await world.person("Cleo")
      )
      #expect(try await world.host.delete("/v1/me/friends/\(bob.id)", as: ada).status == 204)
      #expect(try await world.host.delete("/v1/me/friends/\(ada.id)", as: cleo).status == 204)
      let group = try await found(world)
      try await world.call(.put, "/groups/\(group)/guests/f1", as: "Ada")
      #expect(try await members(group, world) == ["Ada", "Dan"])
      #expect(try await waiting(world) == 0, "nobody waits any more")
      try await world.host.settled()
      #expect(try await world.inbox("Bob").isEmpty)
    }
  }

  @Test(.tags(.pl23), arguments: TestHost.Engine.allCases)
  func `waits under the account that is left, is told so, and waits no more when blocked or gone`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      for name in ["Bob", "Cleo", "Dan"] { try await come(name, try await invite("f1", by: "Ada", world), world) }
      #expect(try await waiting(world) == 3)
      let (ada, bob, cleo) = (
        try await world.person("Ada"), try await world.person("Bob"), try await world.person("Cleo")
      )
      let export = try await world.host.export(of: bob)["plugins"]?["soccer-predictions"]?["data"]
      #expect(export?["groupInvitations"]?.array?.compactMap { $0["by"]?.string } == [ada.id.text])
      try await world.host.merge(bob, into: try await world.person("Bert"))
      #expect(try await world.host.put("/v1/me/blocked/\(ada.id)", as: cleo).status == 204)
      try await world.host.leave(try await world.person("Dan"))
      try await world.host.settled()
      #expect(try await waiting(world) == 1)
      let group = try await found(world)
      try await world.call(.put, "/groups/\(group)/guests/f1", as: "Ada")
      #expect(try await members(group, world) == ["Ada", "Bert"])
      try await world.host.leave(ada)
      try await world.host.settled()
      let left = try await world.storage.read { try await $0.query("select founding from group_foundings").count }
      #expect(left == 0)
    }
  }
}
