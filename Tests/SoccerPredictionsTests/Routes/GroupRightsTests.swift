import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `The admin of a prediction group` {
  private static let root = "/v1/groups/soccer-predictions"

  @Test(.tags(.pl22), arguments: TestHost.Engine.allCases)
  func
    `may do at every route what the role says, in the own group alone; members may not, and strangers know nothing of it`(
      on engine: TestHost.Engine
    ) async throws
  {
    try await SoccerWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      var groups: [String] = []
      for admin in [ada, eve] {
        let made = try await host.post("\(Self.root)/", ["kind": "prediction-group", "name": "Tippers"], as: admin)
        groups.append(try #require(made["id"]?.string))
      }
      #expect(try await host.put("\(Self.root)/\(groups[0])/members/\(bob.id)", as: ada).status == 204)
      let document = try await host.get("/openapi.json").json
      let routes = GuardedRoute.all(of: document, below: "/v1/soccer-predictions/", parameter: "group")
      #expect(
        routes.contains { $0.permission == "manage-leagues" } && routes.contains { $0.permission == "see-leagues" })
      for route in routes {
        let named = FieldhouseKit.Method(name: route.method)
        let method = try #require(named)
        let ofMembers = ["manage-leagues", "manage-rules"].contains(route.permission) ? "forbidden" : nil
        for (person, code) in zip([ada, bob, eve], [nil, ofMembers, "not-found"]) {
          let reply = try await host.call(method, route.target(groups[0]), route.body, as: person)
          if let code {
            #expect(reply.code == code, "\(route.name)")
          } else {
            #expect(!["forbidden", "not-found"].contains(reply.code ?? ""), "\(route.name): \(reply.text)")
          }
        }
        #expect(
          try await host.call(method, route.target(groups[0]), route.body).code == "unauthenticated", "\(route.name)")
        let elsewhere = try await host.call(method, route.target(groups[1]), route.body, as: ada)
        #expect(elsewhere.code == "not-found", "\(route.name)")
      }
    }
  }
}
