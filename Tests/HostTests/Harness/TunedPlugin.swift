import FieldhouseKit
import Foundation

/// The fixture of a plugin with settings of many kinds, one rule about them that no schema can tell, rows, events and a
/// leaderboard; and a plugin that needs it.
enum TunedPlugin {
  private static let fixture = "\(Repository.root)/Tests/Fixtures/TunedPlugin"
  private static let compiled = CompiledPlugin(
    id: "tuned", module: "Tuned", source: (try? String(contentsOfFile: "\(fixture)/Tuned.swift", encoding: .utf8)) ?? ""
  )

  /// Puts it into an installation.
  /// - Parameters:
  ///   - enabled: whether its manifest lets it run.
  ///   - settings: what its manifest says.
  static func install(
    into installation: Installation, enabled: Bool = true, settings: JSON = [:]
  ) async throws {
    try await compiled.install(into: installation)
    try installation.folder.copy("\(fixture)/migrations/0001-notes.sql", to: "plugins/tuned/migrations/0001-notes.sql")
    let text = try String(contentsOfFile: "\(fixture)/manifest.json", encoding: .utf8)
    var manifest = try JSON(parsing: text).object ?? [:]
    manifest["enabled"] = .bool(enabled)
    manifest["settings"] = settings
    try installation.folder.write("manifests/tuned.json", JSON.object(manifest).serialized(pretty: true))
  }

  /// Puts a plugin into an installation that needs it.
  static func installFollower(into installation: Installation) async throws {
    try await LedgerPlugin.install(into: installation)
    var manifest = try JSON(parsing: try installation.folder.read("manifests/ledger.json")).object ?? [:]
    manifest["dependencies"] = ["tuned": "^1.0.0"]
    try installation.folder.write("manifests/ledger.json", JSON.object(manifest).serialized(pretty: true))
  }
}
