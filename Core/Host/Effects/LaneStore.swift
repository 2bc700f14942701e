import FieldhouseKit
import FieldhouseStorage
import Foundation

/// An event in a subscriber's lane.
struct LaneEvent: Sendable, Hashable {
  let subscriber: String
  /// Rises in each lane in the order in which the events are handed over.
  let place: Int64
  /// Names the emission: plugin and number.
  let source: String
  let event: Event
  /// How often it has failed.
  let tries: Int
  /// When it may be tried, in real time.
  let dueAt: Date
}

/// The lanes of events that wait for their subscribers, in the host's own namespace: so they are there whether a
/// subscriber is switched on or not.
struct LaneStore: Sendable {
  /// What the host's namespace needs, in order.
  static let migrations = [
    (
      "0002-event-lanes",
      """
      create table event_subscribers (subscriber text not null primary key, last_place integer not null);
      create table event_subscriptions (
        subscriber text not null, name text not null, seen_at integer not null, primary key (subscriber, name));
      create index event_subscriptions_by_name on event_subscriptions (name, seen_at, subscriber);
      create index event_subscriptions_by_age on event_subscriptions (seen_at);
      create table event_lanes (
        subscriber text not null, place integer not null, source text not null, name text not null,
        payload text not null, state text not null, tries integer not null, due_at integer not null,
        changed_at integer not null, fault text, primary key (subscriber, place));
      create unique index event_lanes_by_source on event_lanes (subscriber, source);
      create index event_lanes_by_state on event_lanes (state, subscriber, place);
      create index event_lanes_by_change on event_lanes (state, changed_at);
      """
    ), ("0003-failing-events", "alter table event_lanes add column failed_at integer"),
  ]

  let storage: any Storage

  /// Notes what a subscriber wants to hear of from now on.
  func subscribe(_ subscriber: String, to names: [String], at now: Date) async throws {
    try await storage.write { transaction in
      try await transaction.execute(
        "delete from event_subscriptions where subscriber = \(subscriber) and name not in (\(list: names + [""]))")
      for name in names {
        try await transaction.execute(
          """
          insert into event_subscriptions (subscriber, name, seen_at) values (\(subscriber), \(name), \(now))
          on conflict (subscriber, name) do update set seen_at = excluded.seen_at
          """)
      }
      try await transaction.execute(
        """
        insert into event_subscribers (subscriber, last_place) values (\(subscriber), \(0))
        on conflict (subscriber) do nothing
        """)
    }
  }

  /// Puts events into the lanes of their subscribers; those that are there already stay where they are.
  /// - Parameters:
  ///   - events: in their order, with their sources.
  ///   - oldest: only subscriptions that were seen since then count,
  ///   - present: and those of these subscribers.
  /// - Returns: whose lanes they are in.
  func add(
    _ events: [(source: String, event: Event)], since oldest: Date, present: [String]
  ) async throws -> Set<String> {
    try await storage.write { transaction in
      var subscribers: [String: [String]] = [:]
      for name in Set(events.map(\.event.name)) {
        subscribers[name] = try await transaction.query(
          """
          select subscriber from event_subscriptions
          where name = \(name) and (seen_at >= \(oldest) or subscriber in (\(list: present))) order by subscriber
          """
        ).map { try $0[0] }
      }
      var lanes: [String: [(source: String, event: Event)]] = [:]
      for item in events {
        for subscriber in subscribers[item.event.name] ?? [] { lanes[subscriber, default: []].append(item) }
      }
      for (subscriber, items) in lanes.sorted(by: { $0.key < $1.key }) {
        try await Self.append(items, to: subscriber, in: transaction)
      }
      return Set(lanes.keys)
    }
  }

  private static func append(
    _ items: [(source: String, event: Event)], to subscriber: String, in transaction: any Transaction
  ) async throws {
    var place = try await lastPlace(subscriber, transaction)
    let now = Date()
    for (source, event) in items {
      let added = try await transaction.execute(
        """
        insert into event_lanes (subscriber, place, source, name, payload, state, tries, due_at, changed_at)
        values (\(subscriber), \(place + 1), \(source), \(event.name), \(event.payload.serialized()), 'waiting', \(0),
          \(now), \(now))
        on conflict (subscriber, source) do nothing
        """)
      place += Int64(added)
    }
    try await raise(subscriber, to: place, transaction)
  }

  static func lastPlace(_ subscriber: String, _ transaction: any Transaction) async throws -> Int64 {
    try await transaction.first("select last_place from event_subscribers where subscriber = \(subscriber)")
      .map { try $0[0] } ?? 0
  }

  static func raise(_ subscriber: String, to place: Int64, _ transaction: any Transaction) async throws {
    try await transaction.execute(
      "update event_subscribers set last_place = \(place) where subscriber = \(subscriber)")
  }
}

// The lane of one subscriber.
extension LaneStore {
  /// The event that comes next; nil when none waits.
  func next(of subscriber: String) async throws -> LaneEvent? {
    try await storage.read { transaction in
      try await transaction.first(
        """
        select place, source, name, payload, tries, due_at from event_lanes
        where state = 'waiting' and subscriber = \(subscriber) order by place limit 1
        """
      ).map { row in
        LaneEvent(
          subscriber: subscriber, place: try row[0], source: try row[1],
          event: Event(name: try row[2], payload: try JSON(parsing: row[3] as String)), tries: try row[4],
          dueAt: try row[5])
      }
    }
  }

  /// Notes that an event has been received. What it carried is forgotten.
  func settle(_ event: LaneEvent) async throws {
    try await storage.write { transaction in
      try await transaction.execute(
        """
        update event_lanes set state = 'delivered', payload = '', fault = null, failed_at = null,
          changed_at = \(Date())
        where subscriber = \(event.subscriber) and place = \(event.place)
        """)
    }
  }

  /// Notes that an event has failed.
  /// - Parameter isOver: whether it is put aside.
  func fail(_ event: LaneEvent, _ fault: String, dueAt: Date, isOver: Bool) async throws {
    let now = Date()
    try await storage.write { transaction in
      try await transaction.execute(
        """
        update event_lanes set state = \(isOver ? "parked" : "waiting"), tries = \(event.tries + 1), due_at = \(dueAt),
          changed_at = \(now), failed_at = coalesce(failed_at, \(now)), fault = \(String(fault.prefix(500)))
        where subscriber = \(event.subscriber) and place = \(event.place) and state = 'waiting'
        """)
    }
  }
}
