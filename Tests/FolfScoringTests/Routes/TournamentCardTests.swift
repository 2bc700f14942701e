import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `The card of a tournament` {
  @Test(arguments: TestHost.Engine.available)
  func `has nobody on it whom the director has not put there`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada, bob) = (try await host.person("Dee"), try await host.person("Ada"), try await host.person("Bob"))
      let made = try await host.post(
        "\(FolfWorld.area)/events",
        ["name": "Spring Open", "course": "harbour-park", "startsAt": "2025-08-16T09:00:00Z", "isPublic": true], as: dee
      )
      let id = try #require(made["event"]?.string)
      let event = "\(FolfWorld.area)/events/\(id)"
      for person in [ada, bob] {
        #expect(try await host.put("\(event)/entry", ["division": "MPO", "consents": true], as: person).status == 200)
      }
      #expect(try await host.post("\(event)/rounds", [:], as: dee).status == 201)
      let round = try #require(try await host.get(event, as: ada)["cards"]?[0]?["round"]?.string)
      for person in [ada, dee] {
        let path = world.path(round)
        #expect(try await host.post("\(path)/guests", ["name": "Mo"], as: person).problem == "403 forbidden")
        #expect(
          try await host.put("\(path)/guests/row-of-somebody-new", ["name": "Mo"], as: person).problem
            == "403 forbidden")
      }
      #expect(try await world.card(round, as: dee)["players"]?.array?.count == 2)
    }
  }
}
