import FieldhouseKit
import Testing

@testable import FieldhouseKernel

extension PluginDraft {
  /// A draft of a manifest of which only what differs is given.
  static func made(_ more: JSONObject) throws -> PluginDraft {
    var manifest: JSONObject = [
      "id": "tuned", "name": "A plugin", "version": "1.0.0", "kit": "^1.0.0",
      "library": ["path": "libfixture.so", "symbol": "tuned"],
    ]
    for (key, value) in more { manifest[key] = value }
    let reading = ManifestReading(
      file: "/manifests/tuned.json", bytes: Array(JSON.object(manifest).serialized(pretty: true).utf8))
    try #require(reading.problems == [])
    return PluginDraft(source: try #require(reading.source), manifest: try #require(reading.manifest))
  }
}
