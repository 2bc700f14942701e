internal import FieldhouseKit
internal import Foundation

/// The host's statements about live events that every engine shares.
enum LiveStatements {
  /// The tables, which mean nothing in another database.
  static let tables = ["fieldhouse_live_events", "fieldhouse_live_marks"]

  /// Keeps an event; for engines that number it themselves.
  static let add = HostStatement(
    "insert into fieldhouse_live_events (sequence, topic, event, payload, at) values (?1, ?2, ?3, ?4, ?5)")

  /// Columns epoch, floor, last.
  static let log = HostStatement(
    """
    select coalesce((select value from fieldhouse_live_marks where key = 'epoch'), 0),
      coalesce((select value from fieldhouse_live_marks where key = 'floor'), 0),
      coalesce((\(last)), 0)
    """)

  /// Columns floor and of each event number, topic, name, payload; one row without an event when there is none.
  static let after = page("sequence > ?1", limit: "?2")

  /// How many topics one query asks for; the last name is repeated where there are fewer.
  static let width = 32
  /// The same for some topics, up to the number ?2.
  static let missed = page(
    "sequence > ?1 and sequence <= ?2 and topic in (" + (4..<4 + width).map { "?\($0)" }.joined(separator: ", ") + ")",
    limit: "?3")

  private static func page(_ condition: String, limit: String) -> HostStatement {
    HostStatement(
      """
      select m.value, e.sequence, e.topic, e.event, e.payload
      from (select coalesce((select value from fieldhouse_live_marks where key = 'floor'), 0) as value) m
      left join (
        select sequence, topic, event, payload from fieldhouse_live_events where \(condition)
        order by sequence limit \(limit)) e on 1 = 1
      order by e.sequence
      """)
  }

  /// The events that are too many: answers with the number of the newest of them.
  static let surplus = HostStatement(
    "select sequence from fieldhouse_live_events where sequence > 0 order by sequence desc limit 1 offset ?1")
  /// How many are forgotten at once.
  static let slice = 5_000
  /// Of the oldest the newest that is from before ?1 or not after the number ?2; null when there is none.
  static let expired = HostStatement(
    """
    select max(sequence) from (
      select sequence, at from fieldhouse_live_events where sequence > 0 order by sequence limit \(slice)) as oldest
    where at < ?1 or sequence <= ?2
    """)
  static let newest = HostStatement(last)
  /// Written so that one row of the index is read, whatever the planner expects.
  private static let last =
    "select sequence from fieldhouse_live_events where sequence > 0 order by sequence desc limit 1"
  static let forget = HostStatement("delete from fieldhouse_live_events where sequence <= ?1 returning sequence")
  static let raiseFloor = HostStatement(
    """
    insert into fieldhouse_live_marks as m (key, value) values ('floor', ?1)
    on conflict (key) do update set value = excluded.value where excluded.value > m.value
    """)

  /// Marks a database that has no mark yet; a statement for once, since every database has another one.
  static var mark: String {
    "insert into fieldhouse_live_marks (key, value) values ('epoch', \(Int64.random(in: 1...(1 << 40)))) "
      + "on conflict (key) do nothing"
  }

  /// Milliseconds since 1970 of real time.
  static var now: Int64 { Date().millisecondsSince1970 }
}

extension HostTransaction {
  func publish(_ topic: String, _ event: LiveEvent) async throws {
    try names.check(topic: topic)
    try await keep(try KeptLiveEvent(event, on: topic))
  }

  func reviewWatchers(of topic: String) async throws {
    try names.check(topic: topic)
    try await keep(KeptLiveEvent(reviewing: topic))
  }
}

extension KeptLiveEvent {
  /// From a name and a payload, before it has a number.
  /// - Throws: ``Problem`` 500 `live-event-malformed`.
  init(_ event: LiveEvent, on topic: String) throws {
    guard Self.isName(event.name) else {
      throw Self.malformed("A live event's name is up to 64 lower-case letters, digits and hyphens, and not 'reset'.")
    }
    let payload = event.payload.serialized()
    guard payload.utf8.count <= LiveEvent.longestPayload else {
      throw Self.malformed("A live event carries at most \(LiveEvent.longestPayload) bytes of JSON.")
    }
    self.init(number: 0, topic: topic, name: event.name, payload: payload)
  }

  /// What asks who may watch a topic.
  init(reviewing topic: String) { self.init(number: 0, topic: topic, name: "", payload: "{}") }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, (0x61...0x7A).contains(first), name.utf8.count <= LiveEvent.longestName else {
      return false
    }
    return name != "reset"
      && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
  }

  private static func malformed(_ detail: String) -> Problem {
    Problem(status: 500, code: "live-event-malformed", detail: detail)
  }
}
