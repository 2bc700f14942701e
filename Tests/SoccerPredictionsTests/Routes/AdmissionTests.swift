import FieldhouseKit
import FieldhouseKitTesting
import Testing

@testable import SoccerPredictions

@Suite struct `The soccer routes` {
  private typealias Asked = (access: Access, method: FieldhouseKit.Method, path: String)

  /// A path of each route, with things that there are in place of the parameters.
  private func paths(_ world: SoccerWorld) async throws -> [Asked] {
    var routes = Routes()
    try world.plugin.routes(&routes)
    let logo = try await world.storage.write { transaction in
      let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      return try await LogoStore.keep(try #require(Logo(png)), in: transaction)
    }
    let things = [
      "logo": logo, "league": "en.1", "match": SampleSeason.first, "team": "eng-city", "group": "nothing",
      "question": "nothing",
      "person": try await world.person("bob").id.text,
    ]
    let queries = ["/nearby": "?latitude=51.5&longitude=-0.1", "/upcoming": "?country=GB"]
    return routes.all.map { route in
      let path = things.reduce("/v1/soccer-predictions" + route.path) { $0.replacing("{\($1.key)}", with: $1.value) }
      return (route.access, route.method, path + (queries[route.path] ?? ""))
    }
  }

  private func body(_ method: FieldhouseKit.Method, _ path: String) -> JSON? {
    guard method.hasBody else { return nil }
    return path.hasSuffix("/prediction") ? ["home": 1, "away": 0] : [:]
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `let everybody read, and those with an account have what is theirs`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let (ada, guest) = (try await world.person("ada"), try await world.host.guest())
      let all = try await paths(world)
      #expect(all.count == 84)
      for (access, method, path) in all {
        let answers = try await [nil, guest, ada].asyncMap {
          try await world.host.call(method, path, body(method, path), as: $0).status
        }
        switch access.level {
        case .everyone, .guest: #expect(answers == [200, 200, 200], "\(method) \(path)")
        case .account:
          #expect(answers[..<2] == [401, 403], "\(method) \(path)")
          #expect(![401, 403].contains(answers[2]), "\(method) \(path)")
        case .operators: #expect(answers == [401, 403, 403], "\(method) \(path)")
        default: #expect(answers == [401, 404, 404], "\(method) \(path)")
        }
      }
    }
  }

  @Test func `refuse what they do not know`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let ada = try await world.person("ada")
      // What takes a picture says so before it looks at anything else.
      for (access, method, path) in try await paths(world)
      where access.permission == nil && !(method == .put && path.hasSuffix("/logo")) {
        let body: JSON? = method.hasBody ? ["nonsense": 1] : nil
        let caller = access == .operators ? world.host.operator : ada
        let nonsense = method.hasBody ? path : path + (path.contains("?") ? "&" : "?") + "nonsense=1"
        let reply = try await world.host.call(method, nonsense, body, as: caller)
        #expect(reply.problem == "422 invalid-input", "\(method) \(path)")
        #expect(reply.pointers.contains("/nonsense"), "\(method) \(path)")
      }
    }
  }
}
