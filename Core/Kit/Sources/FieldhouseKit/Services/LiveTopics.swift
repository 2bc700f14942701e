/// Live updates to the people who watch a topic (`GET /v1/live?topic=…`).
public protocol LiveTopics: Sendable {
  /// Sends an event to everyone who watches. The topic's first part is the plugin's id, the rest is declared in the
  /// manifest with who may watch, e.g. `soccer-predictions/matches/{match}`.
  func publish(topic: String, event: String, payload: JSON) async
}
