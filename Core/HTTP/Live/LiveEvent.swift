import FieldhouseKit

/// An event of a topic, numbered so that a client can resume behind it.
public struct LiveEvent: Sendable, Hashable {
  /// The number, rising over all topics of this host process.
  public let sequence: UInt64
  /// The topic.
  public let topic: String
  /// The event's name.
  public let name: String
  /// The content on one line.
  public let payload: String

  /// The event as server-sent text.
  func text(epoch: String) -> String {
    "id: \(epoch)-\(sequence)\nevent: \(name)\ndata: {\"topic\":\(JSON.string(topic).serialized()),\"data\":\(payload)}\n\n"
  }
}
