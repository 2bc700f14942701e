import FieldhouseKit

/// An event of a topic, numbered so that a client can resume behind it.
struct LiveEvent: Sendable, Hashable {
  /// The number, rising over all topics of this host process.
  let sequence: UInt64
  /// The event as server-sent text, the same for everyone who watches.
  let text: String

  /// - Parameters:
  ///   - payload: The content on one line.
  ///   - epoch: Marks the process whose number it is.
  init(sequence: UInt64, topic: String, name: String, payload: String, epoch: String) {
    self.sequence = sequence
    let topic = JSON.string(topic).serialized()
    text = "id: \(epoch)-\(sequence)\nevent: \(name)\ndata: {\"topic\":\(topic),\"data\":\(payload)}\n\n"
  }
}
