import FieldhouseKit
import Foundation
import Testing

/// A host with the plugin of walking clubs, and calls of its boards.
enum ClubHost {
  /// An installation with the plugin, which is compiled once.
  static func installation() async throws -> Installation {
    let installation = try Installation()
    let fixture = "\(Repository.root)/Tests/Fixtures/ClubPlugin"
    try await PluginCompiler.plugin(
      "club-walks", module: "ClubWalks", sources: try PluginCompiler.swiftFiles(in: fixture), into: installation)
    try installation.folder.copy("\(fixture)/manifest.json", to: "manifests/club-walks.json")
    return installation
  }
}

extension RunningHost {
  /// Adds a walk; `walks` and `days` are the totals that the row shows.
  func walk(
    _ person: Person, _ steps: Int, club: String = "ajax", country: String = "nl", walks: Int = 1, days: Int = 1
  ) async throws {
    let body: JSON = [
      "steps": .integer(Int64(steps)), "club": .string(club), "country": .string(country),
      "walks": .integer(Int64(walks)), "days": .integer(Int64(days)),
    ]
    let reply = try await call("POST", "/v1/club-walks/walks", as: person.token, body: body)
    try #require(reply.status == 201, "\(reply.json) \(log)")
  }

  /// The board of steps.
  func steps(_ query: String = "", as person: Person? = nil) async throws -> Reply {
    try await get("/v1/leaderboards/club-walks/steps\(query)", as: person)
  }

  /// The people of the board of steps in their order.
  func walkers(_ query: String = "", as person: Person? = nil) async throws -> [String] {
    try await steps(query, as: person).items.compactMap { $0["account"]?["id"]?.string }
  }
}
