import FieldhouseHTTP
import FieldhouseKit
import FieldhouseRuntime

/// Live topics of one plugin: what it publishes is kept to its own area.
struct PluginLive: LiveTopics {
  let hub: LiveHub
  let area: String
  let log: any Log

  func publish(topic: String, event: String, payload: JSON) async {
    guard topic.hasPrefix(area + "/") else {
      log.warning("a live event went to another plugin's topic and was dropped", ["topic": topic])
      return
    }
    hub.publish(topic: topic, event: event, payload: payload)
  }
}

/// Settings that were checked against the manifest's schema.
struct PluginSettings: Settings {
  let values: JSON
}

/// No files: the operator granted none.
struct DeniedMedia: Media {
  private static let problem = Problem.forbidden("This plugin may not keep files: grant it 'media' in its manifest.")
  func store(_ bytes: [UInt8], contentType: String) async throws -> MediaFile { throw Self.problem }
  func file(_ id: String) async throws -> MediaFile? { throw Self.problem }
  func remove(_ id: String) async throws { throw Self.problem }
}
