import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseKitTesting

@Suite struct `A test host that is used wrongly` {
  private struct Stop: Error {}

  private func complaint(_ body: () async throws -> Void) async -> String {
    let error = await #expect(throws: TestHostError.self) { try await body() }
    return error?.description ?? ""
  }

  @Test func `says that it has no plugin, or one twice`() async {
    let none = await complaint { try await TestHost.run { _ in _ = Issue.record("It runs.") } }
    #expect(none == "A host has at least one plugin here. Name it.")
    let twice = await complaint {
      try await TestHost.run(SamplePlugins.diary(), SamplePlugins.cards(), SamplePlugins.diary()) { _ in
        _ = Issue.record("It runs.")
      }
    }
    #expect(twice == "2 plugins have the id diary. Change it in all manifests but one.")
  }

  @Test(arguments: [Double.nan, .infinity, -62_167_219_201, 253_402_300_800])
  func `says that no clock starts at such a time`(seconds: Double) async {
    let said = await complaint {
      try await TestHost.run(SamplePlugins.cards(), at: Date(timeIntervalSince1970: seconds)) { _ in
        _ = Issue.record("It runs.")
      }
    }
    #expect(said.hasPrefix("The clock starts in a year from 0 to 9999, not "))
  }

  @Test func `says what a plugin's settings lack`() async {
    let said = await complaint {
      let plugin = try SamplePlugins.cards { manifest in
        manifest["settings"] = ["points": "many"]
        manifest["settingsSchema"] = ["type": "object", "properties": ["points": ["type": "integer"]]]
      }
      try await TestHost.run(plugin) { _ in _ = Issue.record("It runs.") }
    }
    #expect(said.hasPrefix("A plugin does not start. ") && said.contains("points"))
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `fails with what the test throws, and is gone all the same`(on engine: TestHost.Engine) async throws {
    let names = EmittedNames()
    await #expect(throws: Stop.self) {
      try await TestHost.run(SamplePlugins.cards(), on: engine) { host in
        names.add(host.installation.root.path)
        throw Stop()
      }
    }
    let path = try #require(names.all.first)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `says what roles there are not, and not there`() async throws {
    try await TestHost.run(SamplePlugins.cards()) { host in
      let ada = try await host.guest()
      for (role, scope) in [
        ("card-game.umpire", Scope.host), ("marshal", .host), ("card-game.player", .host),
        ("card-game.marshal", Scope("card", "c1")), ("card-game.player", Scope("team", "c1")), ("", .host),
        ("card-game.marshal?x=1", .host), ("card-game.marshal/", .host), ("card-game marshal", .host),
      ] {
        let said = await complaint { try await host.give(role, to: ada, in: scope) }
        #expect(said.hasPrefix("Giving \(role) was answered 4"), "\(said)")
      }
      #expect(try await host.services.rights.grants(of: ada.id).isEmpty)
      try await host.give("card-game.marshal", to: ada)
      #expect(try await host.services.rights.grants(of: ada.id).map(\.role) == ["marshal"])
    }
  }

  @Test func `says that there is no board, no plugin and no such person`() async throws {
    try await TestHost.run(SamplePlugins.diary()) { host in
      let problem = await #expect(throws: Problem.self) { try await host.board("Words") }
      #expect(problem?.status == 404 && problem?.code == "board-unknown")
      #expect(await host.services(of: "gossip") == nil)
      #expect(await host.services(of: "diary")?.pluginID == "diary")
      let nobody = TestPerson(id: AccountID("x"), name: "X", token: "", phone: nil, address: "198.18.0.1")
      #expect(await complaint { _ = try await host.inbox(of: nobody) }.hasPrefix("The inbox was answered 401"))
      #expect(await complaint { _ = try await host.export(of: nobody) }.hasPrefix("The export was answered 401"))
      #expect(await complaint { try await host.leave(nobody) }.hasPrefix("Leaving was answered 401"))
      let (ada, guest) = (try await host.person("Ada"), try await host.guest())
      #expect(await complaint { try await host.merge(guest, into: ada) } == "\(guest.name) has no phone number.")
      #expect(await complaint { try await host.merge(ada, into: guest) } == "\(guest.name) has no phone number.")
      #expect(
        await complaint { try await host.merge(ada, into: ada) }.contains(" was answered 4"))
    }
  }
}

/// Names that a closure leaves behind.
private final class EmittedNames: @unchecked Sendable {
  private(set) var all: [String] = []
  func add(_ name: String) { all.append(name) }
}
