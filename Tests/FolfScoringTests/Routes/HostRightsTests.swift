import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `The host of a game of disc golf` {
  private static let join = "\(FolfWorld.area)/rounds/join"

  @Test(.tags(.pl22), arguments: TestHost.Engine.available)
  func
    `may do at every route what the role says, in the own game alone; who plays may not, and strangers know nothing of it`(
      on engine: TestHost.Engine
    ) async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let (round, other) = (try await world.opened(by: ada), try await world.opened(by: eve))
      let code = try await world.card(round, as: ada)["code"] ?? .null
      #expect(try await host.post(Self.join, ["code": code], as: bob).status == 200)
      let routes = GuardedRoute.all(
        of: try await host.get("/openapi.json").json, below: FolfWorld.area, parameter: "round")
      #expect(routes.count { $0.permission == "host" } >= 5 && routes.count { $0.permission == "play" } >= 5)
      for route in routes {
        // Who hosts, who plays, the host of another game, nobody.
        let wanted = route.permission == "host" ? [nil, "forbidden", "not-found"] : [nil, nil, "not-found"]
        for (person, code) in zip([ada, bob, eve], wanted) {
          let named = FieldhouseKit.Method(name: route.method)
          let method = try #require(named)
          let reply = try await host.call(method, route.target(round), route.body, as: person)
          if let code {
            #expect(reply.code == code, "\(route.name)")
          } else {
            #expect(!["forbidden", "not-found"].contains(reply.code ?? ""), "\(route.name): \(reply.text)")
          }
          #expect(
            try await host.call(method, route.target(round), route.body).code == "unauthenticated", "\(route.name)")
          let elsewhere = try await host.call(method, route.target(other), route.body, as: ada)
          #expect(elsewhere.code == "not-found", "\(route.name)")
        }
      }
    }
  }
}
