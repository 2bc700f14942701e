import FieldhouseKit
import FieldhouseKitTesting
import Testing

@testable import SoccerPredictions

@Suite struct `The soccer routes` {
  /// A path of each route, with things that there are in place of the parameters.
  private func paths(_ world: SoccerWorld) throws -> [(method: FieldhouseKit.Method, path: String)] {
    var routes = Routes()
    try world.plugin.routes(&routes)
    let things = ["league": "en.1", "match": SampleSeason.first, "team": "eng-city"]
    return routes.all.map { route in
      (
        route.method,
        things.reduce("/v1/soccer-predictions" + route.path) { $0.replacing("{\($1.key)}", with: $1.value) }
      )
    }
  }

  private func isOwn(_ path: String) -> Bool { path.contains("/me/") || path.contains("/prediction") }

  private func body(_ method: FieldhouseKit.Method, _ path: String) -> JSON? {
    guard method.hasBody else { return nil }
    return path.hasSuffix("/prediction") ? ["home": 1, "away": 0] : [:]
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `let everybody read, and those with an account have what is theirs`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let (ada, guest) = (try await world.person("ada"), try await world.host.guest())
      let all = try paths(world)
      #expect(all.count == 22)
      for (method, path) in all {
        let answers = try await [nil, guest, ada].asyncMap {
          try await world.host.call(method, path, body(method, path), as: $0).status
        }
        if isOwn(path) {
          #expect(answers[..<2] == [401, 403], "\(method) \(path)")
          #expect(![401, 403].contains(answers[2]), "\(method) \(path)")
        } else {
          #expect(answers == [200, 200, 200], "\(method) \(path)")
        }
      }
    }
  }

  @Test func `refuse what they do not know`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let ada = try await world.person("ada")
      for (method, path) in try paths(world) {
        let body: JSON? = method.hasBody ? ["nonsense": 1] : nil
        let reply = try await world.host.call(method, method.hasBody ? path : path + "?nonsense=1", body, as: ada)
        #expect(reply.problem == "422 invalid-input", "\(method) \(path)")
        #expect(reply.pointers.contains("/nonsense"), "\(method) \(path)")
      }
    }
  }
}

extension Array {
  /// What a body gives for each element, one after the other.
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async throws -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}
