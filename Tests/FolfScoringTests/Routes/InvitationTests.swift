import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `An invitation to a game` {
  @Test(.tags(.pl37, .pl47, .fs102, .fs103, .fs105, .fs106, .fs107, .fs110), arguments: TestHost.Engine.available)
  func `comes to a friend, who is in the lobby by it until the game has started`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let sam = try await host.person("Sam")
      for friend in [bob, sam] { try await world.befriend(ada, friend) }
      let round = try await world.opened(by: ada)
      let (path, accepting) = ("\(world.path(round))/invitations", "\(world.path(round))/acceptance")
      #expect(try await host.post(path, ["account": .string("\(eve.id)")], as: ada).problem == "409 not-friends")
      #expect(try await host.post(path, ["account": .string("\(bob.id)")], as: eve).problem == "404 not-found")
      #expect(try await host.post(accepting, as: bob).problem == "404 not-found", "nobody has invited him yet")
      for friend in [bob, sam] {
        for _ in 1...2 {
          #expect(try await host.post(path, ["account": .string("\(friend.id)")], as: ada).status == 204)
        }
      }
      try await host.settled()
      let inbox = try await host.inbox(of: bob).filter { $0["kind"]?.string?.contains("invitation") == true }
      #expect(inbox.map { $0["text"] } == ["Ada invites you to play disc golf on Harbour Park."])
      #expect(inbox.first?["link"]?.string == "/folf-scoring/rounds/\(round)/invitation")
      #expect(try await world.card(round, as: ada)["invited"]?.array?.count == 2)
      for _ in 1...2 { #expect(try await host.post(accepting, as: bob)["round"]?.string == round) }
      #expect(try await world.card(round, as: ada)["players"]?.array?.map { $0["name"] } == ["Ada", "Bob"])
      #expect(try await host.post("\(world.path(round))/start", as: ada).status == 204)
      let late = try await host.post(accepting, as: sam)
      #expect(late.problem == "409 invitation-expired" && late["detail"] == "Invitation expired")
      #expect(try await host.post(path, ["account": .string("\(sam.id)")], as: ada).problem == "409 round-started")
      #expect(try await host.post(accepting, as: eve).problem == "404 not-found")
      #expect(try await world.card(round, as: bob)["state"] == "running", "who came by it plays")
      let export = try await host.export(of: sam)["plugins"]?["folf-scoring"]?["data"]
      #expect(export?["invitations"]?[0]?["round"]?.string == round)
      try await host.leave(sam)
      try await host.settled()
      let left = try await host.services.storage.read {
        try await $0.query("select round from invitations where account = \(sam.id)").count
      }
      #expect(left == 0)
    }
  }
}
