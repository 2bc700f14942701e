import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Guesses at codes and links` {
  private static let settings: JSONObject = [
    "limitGroupGuessesPerAddress": "4/60", "limitGroupGuessesPerAccount": "2/60",
  ]

  @Test(arguments: TestHost.Engine.allCases)
  func `are few for an account, wherever it calls from, and right ones take nothing`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine, settings: Self.settings) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let round = try await world.found("round", "Ours", by: ada)
      let code = try #require(try await world.host.put("\(round.path)/code", as: ada)["code"]?.string)
      for _ in 0..<6 { #expect(try await world.host.get("/v1/group-codes/clubs/\(code)", as: bob).status == 200) }
      for path in ["/v1/group-codes/clubs/AAAA", "/v1/group-links/clubs/aaaa"] {
        #expect(try await world.host.post(path, as: bob).status == 404)
      }
      for path in ["/v1/group-codes/clubs/\(code)", "/v1/group-links/clubs/aaaa"] {
        let refused = try await world.host.post(path, as: bob)
        #expect(refused.problem == "429 too-many-attempts")
        #expect(refused.headers["retry-after"] == "60")
      }
      let elsewhere = bob.calling(from: "203.0.113.9")
      #expect(try await world.host.get("/v1/group-links/\(code)", as: elsewhere).problem == "429 too-many-attempts")
      try await world.host.clock.advance(by: .seconds(60))
      #expect(try await world.host.post("/v1/group-codes/clubs/\(code)", as: bob).status == 201)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `are few for an address, whoever calls from there`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine, settings: Self.settings) { world in
      let ada = try await world.host.person("Ada")
      let round = try await world.found("round", "Ours", by: ada)
      let code = try #require(try await world.host.put("\(round.path)/code", as: ada)["code"]?.string)
      for number in 0..<4 {
        #expect(try await world.host.get("/v1/group-links/guess\(number)").problem == "404 group-link-unknown")
      }
      let refused = try await world.host.get("/v1/group-links/\(code)")
      #expect(refused.problem == "429 too-many-attempts")
      #expect(refused.headers["retry-after"] == "60")
      #expect(try await world.host.get("/v1/group-links/\(code)", as: ada)["name"] == "Ours")
      try await world.host.clock.advance(by: .seconds(60))
      #expect(try await world.host.get("/v1/group-links/\(code)")["name"] == "Ours")
    }
  }
}
