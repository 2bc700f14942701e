import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What a plugin has told people` {
  private static func texts(_ person: Person, _ host: RunningHost, count: Int) async throws -> [String?] {
    try await eventually {
      try await host.call("GET", "/v1/me/notifications", as: person.token).items.count == count
    }
    return try await host.call("GET", "/v1/me/notifications", as: person.token).items.map { $0["text"]?.string }
  }

  @Test(arguments: TestEngine.allCases)
  func `stays readable while it is switched off, and is a plain sentence once it is gone`(on engine: TestEngine)
    async throws
  {
    try await CardHost.run(on: engine) { installation, environment in
      let told = try await RunningHost.run(installation, clock: nil, environment: environment) {
        host -> (Person, [String?]) in
        let people = [try await host.guest(), try await host.guest()]
        try await host.begin("c1", as: people[0])
        try await host.play(people[1], on: "c1", by: people[0])
        return (people[1], try await Self.texts(people[1], host, count: 1))
      }
      #expect(told.1.first??.contains("c1") == true)
      let manifest = try installation.folder.read("manifests/card-game.json")
      try installation.folder.write(
        "manifests/card-game.json", manifest.replacing("\"enabled\": true", with: "\"enabled\": false"))
      let off = try await RunningHost.run(installation, clock: nil, environment: environment) { host in
        try await Self.texts(told.0, host, count: 1)
      }
      #expect(off == told.1)
      try FileManager.default.removeItem(atPath: "\(installation.manifests)/card-game.json")
      let gone = try await RunningHost.run(installation, clock: nil, environment: environment) { host in
        try await Self.texts(told.0, host, count: 1)
      }
      #expect(gone == ["What this says is gone: the part of the site that told you of it is not there any more."])
    }
  }
}
