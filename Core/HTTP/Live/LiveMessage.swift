import FieldhouseKit

/// What a client's stream carries.
enum LiveMessage: Sendable {
  /// An event of a topic; its text is the same for everyone who watches.
  case event(source: String, number: Int64, text: String)
  /// Events of a source are gone that the client has not got: it must start over.
  case reset([String: LivePlace])
  /// Nothing happened; how far all sources have come.
  case comfort([String: LivePlace])

  /// An event as it is sent.
  init(_ event: StoredLiveEvent, source: String, area: String) {
    let topic = JSON.string("\(area)/\(event.topic)").serialized()
    self = .event(
      source: source, number: event.number,
      text: "event: \(event.name)\ndata: {\"topic\":\(topic),\"data\":\(event.payload)}\n\n")
  }

  /// The message as server-sent text, behind which the client stands at `position`.
  func text(_ position: inout LivePosition) -> String {
    switch self {
    case .event(let source, let number, let text):
      position.advance(source, to: number)
      return "id: \(position.id)\n\(text)"
    case .reset(let places):
      position.advance(to: places)
      return Self.reset(at: position)
    case .comfort(let places):
      position.advance(to: places)
      return ": still here\n" + Self.mark(position)
    }
  }

  /// Tells a client to start over.
  static func reset(at position: LivePosition) -> String { "id: \(position.id)\nevent: reset\ndata: {}\n\n" }

  /// Tells a client where it stands: without data it is no event, and only its id is kept.
  static func mark(_ position: LivePosition) -> String { "id: \(position.id)\n\n" }
}
