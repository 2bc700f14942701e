import FieldhouseKit
import Foundation

/// The folders of one installation: manifests, data and, where a test wants its own, match data.
struct Installation: Sendable {
  let folder: TestFolder
  var data: String { folder("data") }
  var manifests: String { folder("manifests") }
  /// Bundles of plugins that are not shipped.
  var plugins: String { folder("plugins") }

  /// An installation with soccer predictions, of the shipped plugins the one with the most parts, and its match data.
  init() throws {
    folder = try TestFolder()
    for file in ["plugin.schema.json", "soccer-predictions.json"] {
      try folder.copy("\(Repository.root)/manifests/\(file)", to: "manifests/\(file)")
    }
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
  }

  /// An installation whose feed is a folder of its own with one season file, read every `pollSeconds`.
  init(season: String, pollSeconds: Int = 60, settings: JSONObject = [:]) throws {
    try self.init()
    try write(season: season)
    var all = settings
    all["feed"] = [
      "provider": "fieldhouse", "directory": .string(folder("feed")), "pollSeconds": .integer(Int64(pollSeconds)),
    ]
    try set(settings: all)
  }

  /// Replaces the season file of the feed.
  func write(season: String) throws { try folder.write("feed/test.season", season) }

  /// Sets the settings of the soccer plugin in its manifest.
  func set(settings: JSONObject) throws {
    guard case .object(var manifest) = try JSON(parsing: try folder.read("manifests/soccer-predictions.json")) else {
      return
    }
    manifest["settings"] = .object(settings)
    try folder.write("manifests/soccer-predictions.json", JSON.object(manifest).serialized(pretty: true))
  }

  /// The flags that name the installation's folders.
  var flags: [String] { ["--data", data, "--manifests", manifests, "--plugins", plugins] }
}
