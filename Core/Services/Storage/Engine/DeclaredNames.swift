public import FieldhouseKit

/// What transactions of a plugin may name, as its manifest declares it.
public struct DeclaredNames: Sendable {
  /// Stands before the names of its events for others.
  public let area: String
  /// The kinds of its notifications.
  public let notifications: Set<String>
  private let events: [String: CompiledSchema?]
  /// Those of its live topics, e.g. `cards/{card}`.
  private let patterns: [TopicPattern]

  /// Names.
  /// - Parameter events: by name the schema of what each carries; nil when anything may be.
  /// - Throws: ``SchemaError`` for what is no schema.
  public init(
    area: String, topics: [String] = [], notifications: Set<String> = [], events: [String: Schema?] = [:]
  ) throws(SchemaError) {
    (self.area, self.notifications) = (area, notifications)
    patterns = topics.map(TopicPattern.init)
    var compiled: [String: CompiledSchema?] = [:]
    for (name, schema) in events {
      if let schema { compiled[name] = try CompiledSchema(schema) } else { compiled[name] = .some(nil) }
    }
    self.events = compiled
  }

  fileprivate func covers(_ topic: String) -> Bool {
    let parts = TopicPattern.parts(of: topic)
    return patterns.contains { $0.covers(parts) }
  }

  fileprivate func full(_ event: Event) throws -> Event {
    guard let declared = events[event.name] else {
      throw Problem.undeclared("event-unknown", "no event '\(event.name)'")
    }
    if let fault = declared?.validate(event.payload).first {
      throw Problem(
        status: 500, code: "event-malformed",
        detail: "The event '\(event.name)' does not carry what the plugin's manifest declares: \(fault)")
    }
    return Event(name: "\(area).\(event.name)", payload: event.payload)
  }
}

// Where nothing is declared, as for the host's own parts, everything may be named.
extension DeclaredNames? {
  /// Checks that events may be published on a topic: one that can be asked for.
  /// - Throws: ``Problem`` 500 `topic-unknown`.
  func check(topic: String) throws {
    let isShort = topic.utf8.count <= LiveTopic.longestName || topic.count <= LiveTopic.longestName
    guard isShort, topic.utf8.allSatisfy({ $0 >= 0x20 }), self?.covers(topic) ?? true else {
      throw Problem.undeclared("topic-unknown", "no topic that covers '\(topic)'")
    }
  }

  /// Checks that notifications of a kind may be sent.
  /// - Throws: ``Problem`` 500 `notification-unknown`.
  public func check(notification kind: String) throws {
    guard self?.notifications.contains(kind) ?? true else {
      throw Problem.undeclared("notification-unknown", "no kind of notification '\(kind)'")
    }
  }

  /// Refuses what no inbox could keep, where its sender learns of it.
  /// - Throws: ``Problem`` 500 `notification-unknown`, `notification-malformed`.
  public func check(_ notification: NotificationRequest) throws {
    try check(notification: notification.kind)
    let people = (notification.recipients + notification.about).map(\.text)
    let texts = [notification.text, notification.link, notification.deduplicationKey].compactMap(\.self) + people
    guard texts.allSatisfy({ !$0.utf8.contains(0) }) else {
      throw Problem(
        status: 500, code: "notification-malformed",
        detail: "A notification's text, link, key and people must not hold the character NUL.")
    }
  }

  /// An event as others know it.
  /// - Throws: ``Problem`` 500 `event-unknown`, `event-malformed`.
  func full(_ event: Event) throws -> Event { try self?.full(event) ?? event }
}

extension Problem {
  fileprivate static func undeclared(_ code: String, _ what: String) -> Problem {
    Problem(status: 500, code: code, detail: "The plugin's manifest declares \(what).")
  }
}
