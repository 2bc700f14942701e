import FieldhouseKit
import Foundation

/// What is wrong in the lane of one subscriber.
struct LaneTrouble: Sendable {
  let subscriber: String
  /// The event that fails again and again and is still tried.
  var failing: FailingEvent?
  /// How many were put aside.
  var parked = 0
  /// The first of those.
  var firstParked: ParkedEvent?
}

/// An event that its subscriber has failed at more than once.
struct FailingEvent: Sendable {
  let subscriber: String
  let name: String
  /// The emission: plugin and number.
  let source: String
  /// How often it was tried.
  let tries: Int
  /// When it failed first, real time.
  let since: Date
  /// What went wrong the last time.
  let fault: String
  /// When it is tried next, real time.
  let dueAt: Date
}

// What keeps events from their subscribers, as every process sees it.
extension LaneStore {
  /// Everything that is wrong, by subscriber.
  func troubles() async throws -> [LaneTrouble] {
    var troubles: [String: LaneTrouble] = [:]
    for event in try await failing() {
      troubles[event.subscriber, default: LaneTrouble(subscriber: event.subscriber)].failing = event
    }
    for (subscriber, count) in try await parkedCounts() {
      guard let first = try await parked(subscriber).first else { continue }
      troubles[subscriber, default: LaneTrouble(subscriber: subscriber)].parked = count
      troubles[subscriber]?.firstParked = first
    }
    return troubles.values.sorted { $0.subscriber < $1.subscriber }
  }

  /// The first event of each lane that has failed more than once: the first failure may have been a moment's.
  private func failing() async throws -> [FailingEvent] {
    try await storage.read { transaction in
      let firsts = try await transaction.query(
        """
        select s.subscriber, (
          select min(w.place) from event_lanes w where w.state = 'waiting' and w.subscriber = s.subscriber) as place
        from event_subscribers s order by s.subscriber
        """)
      var failing: [FailingEvent] = []
      for first in firsts {
        guard let place: Int64 = try first["place"] else { continue }
        failing += try await Self.failing(first["subscriber"], at: place, in: transaction)
      }
      return failing
    }
  }

  private static func failing(
    _ subscriber: String, at place: Int64, in transaction: any ReadTransaction
  ) async throws -> [FailingEvent] {
    try await transaction.query(
      """
      select name, source, tries, coalesce(failed_at, changed_at) as since, fault, due_at from event_lanes
      where subscriber = \(subscriber) and place = \(place) and tries >= \(LaneRules.triesUntilShown)
      """
    ).map { row in
      FailingEvent(
        subscriber: subscriber, name: try row[0], source: try row[1], tries: try row[2], since: try row[3],
        fault: try row[4] ?? "", dueAt: try row[5])
    }
  }

  private func parkedCounts() async throws -> [(subscriber: String, count: Int)] {
    try await storage.read { transaction in
      try await transaction.query(
        "select subscriber, count(*) from event_lanes where state = 'parked' group by subscriber"
      ).map { (try $0[0], try $0[1]) }
    }
  }
}
