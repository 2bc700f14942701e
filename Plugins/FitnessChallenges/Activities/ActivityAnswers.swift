public import FieldhouseKit
import Foundation

extension FitnessChallenges {
  public func answers(_ answers: inout Answers) {
    answers.add("activities") { (input: TimeSpan, question) in
      guard let person = question.person else { throw Problem.activityUnknown }
      try input.check()
      return try await told(input, of: person)
    }
    answers.add("places") { (input: TimeSpan, question) in
      guard let person = question.person else { throw Problem.activityUnknown }
      try input.check()
      return try await places(input, of: person)
    }
    answers.add("route") { (input: RouteQuestion, question) in
      guard let person = question.person else { throw Problem.activityUnknown }
      return try await host.storage.read { transaction in
        let activity = try await ActivityStore.activity(input.activity, of: person, in: transaction)
        return RouteAnswer(points: try await ActivityStore.route(of: activity.id, person, in: transaction))
      }
    }
  }

  /// Activities belong to the stretch of time in which they begin.
  private func told(_ span: TimeSpan, of person: AccountID) async throws -> ActivitiesAnswer {
    let limit = ActivitiesAnswer.most
    let (found, shares) = try await host.storage.read { transaction in
      let found = try await ActivityStore.beginning(
        of: person, from: span.from, before: span.before, limit: limit + 1, in: transaction)
      return (found, try await ActivityStore.shares(of: found, person, in: transaction))
    }
    return ActivitiesAnswer(
      activities: found.prefix(limit).map { ActivitiesAnswer.Item($0, shares[$0.id]) }, isComplete: found.count <= limit
    )
  }

  private func places(_ span: TimeSpan, of person: AccountID) async throws -> PlacesAnswer {
    let slot = TrackBuilder.slot
    let (first, last) = (span.from / slot, (span.before - 1) / slot)
    let rows = try await host.storage.read {
      try await $0.query(
        """
        select slot, min(cell) as cell from activity_places
        where account = \(person) and slot >= \(first) and slot <= \(last) group by slot order by slot
        """)
    }
    return PlacesAnswer(
      places: try rows.map { row in
        let number: Int64 = try row["slot"]
        return PlacesAnswer.Item(
          cell: try row["cell"], from: max(span.from, number * slot), before: min(span.before, (number + 1) * slot))
      })
  }
}

/// A stretch of time in milliseconds since 1970.
struct TimeSpan: Codable, Sendable {
  var from: Int64
  /// The first millisecond behind it.
  var before: Int64

  /// - Throws: ``Problem`` 422 for one that is empty or longer than 32 days.
  func check() throws {
    guard from < before, before - from <= Activity.longest else {
      throw Problem.invalid("/before", "span-impossible", "Ask for more than nothing and at most 32 days.")
    }
  }
}

struct RouteQuestion: Codable, Sendable { var activity: String }

struct RouteAnswer: Codable, Sendable { var points: [[Double]] }

struct PlacesAnswer: Codable, Sendable {
  struct Item: Codable, Sendable {
    var cell: String
    var from: Int64
    var before: Int64
  }
  var places: [Item]
}

struct ActivitiesAnswer: Codable, Sendable {
  /// How many activities are told at once.
  static let most = 5_000

  /// An activity with what counts of it.
  struct Item: Codable, Sendable {
    var id: String
    var kind: Activity.Kind
    var source: Activity.Source
    var evidence: Activity.Evidence
    var start: Int64
    var end: Int64
    var seconds: Int
    var steps: Int
    var pushes: Int
    var metres: Double
    var hasRoute: Bool
    var received: Int64
    var suspect: [String]
    /// The steps that count with another source of the same time.
    var overlap: Int

    init(_ activity: Activity, _ share: Counting.Share?) {
      (id, kind, source, evidence) = (activity.id, activity.kind, activity.source, activity.evidence)
      (start, end, received) = (activity.start, activity.end, activity.received)
      (seconds, steps) = (share?.seconds ?? activity.seconds, share?.steps ?? activity.steps)
      (pushes, metres) = (share?.pushes ?? activity.pushes, share?.metres ?? activity.metres)
      (hasRoute, suspect, overlap) = (activity.hasRoute, activity.suspect, activity.steps - steps)
    }
  }

  var activities: [Item]
  /// Whether there are no more.
  var isComplete: Bool
}
