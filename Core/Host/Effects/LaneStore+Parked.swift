import FieldhouseKit
import Foundation

/// An event that was put aside, as operators see it.
struct ParkedEvent: RouteOutput, Decodable {
  /// The plugin that could not receive it.
  var subscriber: String
  /// Names it in its subscriber's lane.
  var place: Int
  /// The event's full name.
  var name: String
  /// The emission: plugin and number.
  var source: String
  /// How often it has failed.
  var tries: Int
  /// What went wrong the last time.
  var fault: String
  /// Since when it is put aside, real time.
  var since: Date
}

// Events that were put aside.
extension LaneStore {
  /// The first hundred, by subscriber and place.
  /// - Parameter subscriber: only this one's.
  func parked(_ subscriber: String? = nil) async throws -> [ParkedEvent] {
    let whose: SQL = subscriber.map { "and subscriber = \($0)" } ?? ""
    return try await storage.read { transaction in
      try await transaction.query(
        """
        select subscriber, place, name, source, tries, fault, changed_at from event_lanes
        where state = 'parked' \(whose) order by subscriber, place limit 100
        """
      ).map { row in
        ParkedEvent(
          subscriber: try row[0], place: try row[1], name: try row[2], source: try row[3], tries: try row[4],
          fault: try row[5] ?? "", since: try row[6])
      }
    }
  }

  /// Puts events behind the others of their lane, to be tried anew.
  /// - Parameter place: only this one; nil for all of the subscriber.
  /// - Returns: how many.
  func resend(_ subscriber: String, _ place: Int?) async throws -> Int {
    let which: SQL = place.map { "and place = \($0)" } ?? ""
    return try await storage.write { transaction in
      let places: [Int64] = try await transaction.query(
        "select place from event_lanes where state = 'parked' and subscriber = \(subscriber) \(which) order by place"
      ).map { try $0[0] }
      guard !places.isEmpty else { return 0 }
      let last = try await Self.lastPlace(subscriber, transaction)
      for (index, place) in places.enumerated() {
        try await transaction.execute(
          """
          update event_lanes set state = 'waiting', place = \(last + Int64(index) + 1), tries = \(0), due_at = \(Date()),
            failed_at = null
          where subscriber = \(subscriber) and place = \(place)
          """)
      }
      try await Self.raise(subscriber, to: last + Int64(places.count), transaction)
      return places.count
    }
  }

  /// Throws events away that were put aside.
  /// - Returns: how many.
  func discard(_ subscriber: String, _ place: Int?) async throws -> Int {
    let which: SQL = place.map { "and place = \($0)" } ?? ""
    return try await storage.write { transaction in
      try await transaction.execute(
        "delete from event_lanes where state = 'parked' and subscriber = \(subscriber) \(which)")
    }
  }

  /// Throws away what waits, or was put aside, that carries a text, but for the platform's own events.
  func forget(carrying text: String) async throws {
    let pattern = "%\(text)%"
    try await storage.write { transaction in
      try await transaction.execute(
        """
        delete from event_lanes where state in ('waiting', 'parked') and name not like 'accounts.%'
          and payload like \(pattern)
        """)
    }
  }

  /// Forgets a plugin that is gone for good: what waits for it, and what it has told others.
  func forget(plugin: String) async throws {
    try await storage.write { transaction in
      try await transaction.execute("delete from event_subscriptions where subscriber = \(plugin)")
      try await transaction.execute("delete from event_subscribers where subscriber = \(plugin)")
      try await transaction.execute("delete from event_lanes where subscriber = \(plugin)")
      try await transaction.execute("delete from event_lanes where source like \("\(plugin)/%")")
    }
  }

  /// Forgets what was delivered long enough ago, and the subscribers that have been away for too long with all that waits
  /// for them.
  func tidy(deliveredBefore: Date, seenBefore: Date) async throws {
    try await storage.write { transaction in
      try await transaction.execute(
        "delete from event_lanes where state = 'delivered' and changed_at < \(deliveredBefore)")
      let gone: [String] = try await transaction.query(
        "select distinct subscriber from event_subscriptions where seen_at < \(seenBefore)"
      ).map { try $0[0] }
      for subscriber in gone {
        try await transaction.execute("delete from event_subscriptions where subscriber = \(subscriber)")
        try await transaction.execute("delete from event_lanes where subscriber = \(subscriber)")
      }
    }
  }
}
