internal import FieldhouseKit

/// How notifications and events are written into the outbox.
enum OutboxCodec {
  static let notification = "notification"
  static let event = "event"

  static func body(of notification: NotificationRequest) throws -> String {
    var bytes: [UInt8] = []
    try JSONOutput.encode(notification, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func body(of event: Event) -> String {
    JSON.object(["name": .string(event.name), "payload": event.payload]).serialized()
  }

  /// The effect of a row with the columns sequence, kind and body.
  static func effect(_ row: Row) throws -> CommittedEffect {
    let sequence: Int64 = try row[0]
    let kind: String = try row[1]
    let body = try JSON(parsing: try row[2] as String)
    if kind == notification {
      return .notification(sequence: sequence, try JSONValueDecoder().decode(NotificationRequest.self, from: body))
    }
    guard kind == event, let name = body["name"]?.string, let payload = body["payload"] else {
      throw StorageError(.corrupt, "The outbox row \(sequence) cannot be read. Restore the namespace from a backup.")
    }
    return .event(sequence: sequence, Event(name: name, payload: payload))
  }
}
