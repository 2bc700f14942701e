import FieldhouseKit
import Foundation
import Testing

@Suite struct `A plugin kept out of the tree` {
  private func succeed(_ arguments: [String], in folder: String? = nil) async throws -> Tool {
    let tool = try await Tool.run(arguments, folder: folder)
    try #require(tool.code == 0, "\(arguments): \(tool.output)\(tool.errors)")
    return tool
  }

  /// Makes, builds and packs the plugin; returns the package's file.
  private func package(in folder: TestFolder) async throws -> String {
    let plugin = folder("corner-quiz")
    let kit = "\(Repository.root)/Core/Kit"
    _ = try await succeed([
      Repository.executable, "plugins", "new", "corner-quiz", "--folder", plugin, "--kit", kit,
    ])
    let sources = try PluginCompiler.swiftFiles(in: "\(plugin)/Sources/CornerQuiz")
    let lines = try sources.map { try String(contentsOfFile: $0, encoding: .utf8).split(separator: "\n").count }
    #expect(lines.reduce(0, +) <= 40)
    _ = try await Turn.compilers.take { try await succeed(["swift", "build"], in: plugin) }
    let packed = try await succeed([Repository.executable, "plugins", "package", plugin, "--output", folder.path])
    return packed.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test func `is made, built, packed, installed, enabled and served without touching the host`() async throws {
    let installation = try Installation()
    let file = try await package(in: installation.folder)
    #expect(file.hasSuffix("corner-quiz-0.1.0.fieldhouse"))
    let command = [Repository.executable, "plugins"]
    let installed = try await succeed(command + ["install", file] + installation.flags)
    #expect(installed.output.hasSuffix("0.1.0. Enable it with: fieldhouse plugins enable corner-quiz\n"))
    let before = try await succeed(command + ["list"] + installation.flags)
    #expect(before.output.contains("corner-quiz  0.1.0  disabled"))
    _ = try await succeed(command + ["enable", "corner-quiz"] + installation.flags)
    let again = try await succeed(command + ["install", file] + installation.flags)
    #expect(again.output.hasSuffix("(before: 0.1.0). It is enabled: the next start uses it.\n"), "\(again.output)")
    try await RunningHost.run(installation, clock: "2024-08-17T09:00:00Z") { host in
      let running = try await succeed(command + ["install", file] + installation.flags)
      #expect(running.output.hasSuffix("Restart the host: it is used from then on.\n"), "\(running.output)")
      try await serve(host)
    }
  }

  private func serve(_ host: RunningHost) async throws {
    let people = [try await host.guest(), try await host.guest()]
    for (person, points) in zip(people, [7, 9]) {
      let body: JSON = ["points": .integer(Int64(points))]
      let reply = try await host.call("POST", "/v1/corner-quiz/entries", as: person.token, body: body)
      #expect(reply.status == 201, "\(reply.json) \(host.log)")
    }
    #expect(try await host.get("/v1/corner-quiz/entries/mine", as: people[0]).json == ["points": 7])
    let board = try await host.get("/v1/leaderboards/corner-quiz/best", as: people[0])
    #expect(board.items.map { $0["score"] } == [9, 7])
    #expect(board.items.first?["account"]?["id"] == .string(people[1].id))
    #expect(board["me"]?["rank"] == 2)
    #expect(try await host.soccer("/leagues").status == 200)
  }
}
