import FieldhouseKit
import FieldhouseKitTesting
import Testing

@Suite struct `Calls of a test host` {
  @Test(arguments: TestHost.Engine.allCases)
  func `are admitted as by any host: by session, right and scope`(on engine: TestHost.Engine) async throws {
    try await TestHost.run(SamplePlugins.cards(), on: engine) { host in
      let (ada, bob) = (try await host.person("Ada"), try await host.guest())
      #expect(try await host.post("/v1/card-game/cards", ["card": "c1"]).problem == "401 unauthenticated")
      #expect(try await host.post("/v1/card-game/cards", ["card": "c1"], as: ada).status == 201)
      #expect(try await host.get("/v1/card-game/cards/c1", as: ada)["throws"] == 0)
      #expect(try await host.get("/v1/card-game/cards/c1", as: bob).status == 404)
      #expect(try await host.get("/v1/card-game/totals", as: ada).status == 403)
      try await host.give("card-game.player", to: bob, in: Scope("card", "c1"))
      #expect(try await host.get("/v1/card-game/cards/c1", as: bob).status == 200)
      #expect(try await host.put("/v1/card-game/cards/c1/throws", ["throws": 3], as: bob).status == 403)
      #expect(try await host.services.rights.holders(in: Scope("card", "c1")).map(\.role) == ["player", "scorer"])
      let stale = try await host.get("/v1/card-game/cards/c1", headers: ["authorization": "Bearer unknown"])
      #expect(stale.problem == "401 session-ended")
      #expect(try await host.get("/v1/card-game/totals", as: host.operator).status == 200)
    }
  }

  @Test func `are refused with every mistake of the input, and in whatever else a host refuses`() async throws {
    try await TestHost.run(SamplePlugins.cards()) { host in
      let ada = try await host.guest()
      let wrong = try await host.post("/v1/card-game/cards", ["cart": 1], as: ada)
      #expect(wrong.status == 422)
      #expect(wrong.pointers == ["/card", "/cart"])
      #expect(wrong.headers["content-type"] == "application/problem+json")
      #expect(wrong.headers["x-content-type-options"] == "nosniff")
      #expect(try await host.post("/v1/card-game/nothing", as: ada).status == 404)
      #expect(try await host.delete("/v1/card-game/cards", as: ada).status == 405)
      let text = try await host.post(
        "/v1/card-game/cards", ["card": "c"], as: ada, headers: ["content-type": "text/plain"])
      #expect(text.problem == "415 unsupported-media-type")
      let long = try await host.post(
        "/v1/card-game/cards", ["card": .string(String(repeating: "c", count: 2 << 20))], as: ada)
      #expect(long.status == 413)
      await #expect(throws: TestHostError.self) {
        try await host.get("/v1/card-game/totals", headers: ["not a name": ""])
      }
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `with an idempotency key are done once`(on engine: TestHost.Engine) async throws {
    try await TestHost.run(SamplePlugins.cards(), on: engine) { host in
      let ada = try await host.guest()
      let first = try await host.post("/v1/card-game/cards", ["card": "c1"], as: ada, idempotencyKey: "k")
      let again = try await host.post("/v1/card-game/cards", ["card": "c1"], as: ada, idempotencyKey: "k")
      #expect([first.status, again.status] == [201, 201])
      #expect(again.body == first.body)
      #expect(again.headers["idempotency-replayed"] == "true")
      let other = try await host.post("/v1/card-game/cards", ["card": "c2"], as: ada, idempotencyKey: "k")
      #expect(other.problem == "422 idempotency-key-reused")
      let count = try await host.services.storage.read {
        try await $0.first("select count(*) as n from cards")?["n"] ?? 0
      }
      #expect(count == 1)
    }
  }

  @Test func `are limited as by any host, by the clock of the test`() async throws {
    try await TestHost.run(SamplePlugins.cards()) { host in
      let phone: JSON = ["phone": "+4915112345678"]
      #expect(try await host.post("/v1/auth/otp", phone).status == 202)
      let refused = try await host.post("/v1/auth/otp", phone)
      #expect(refused.status == 429)
      #expect(refused.headers["retry-after"] != nil)
      try await host.clock.advance(by: .seconds(3600))
      #expect(try await host.post("/v1/auth/otp", phone).status == 202)
    }
  }
}
