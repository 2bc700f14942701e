import FieldhouseKit
import Foundation

/// An activity that was recorded in the page or is entered by hand.
struct ActivityInput: RouteInput {
  /// Chosen by the device once, such as a UUID: the same once more changes nothing.
  var id: String
  var kind: Activity.Kind
  var title: String?
  var start: Date
  var end: Date
  /// Counted by hand or by another device.
  var steps: Int?
  var pushes: Int?
  /// In metres; only where nothing was recorded, and not of a walk.
  var metres: Double?
  /// The segments of a recording, each with its points: latitude, longitude, milliseconds since 1970.
  var points: [[[Double]]]?

  static var schema: Schema {
    let point = Schema.array(of: .number(-180...4_102_444_800_000), count: 3...3)
    return .object(
      [
        ("id", .activity), ("kind", .activityKind), ("title", .nullable(.string(maxLength: 80))),
        ("start", .string(format: .dateTime)), ("end", .string(format: .dateTime)), ("steps", .nullable(.steps)),
        ("pushes", .nullable(.steps)), ("metres", .nullable(.metres)),
        ("points", .nullable(.array(of: .array(of: point, count: 0...30_000), count: 1...500))),
      ], required: ["id", "kind", "start", "end"])
  }
}

/// Changes of an activity. Of one that was measured only kind and title are changed.
struct ActivityChange: RouteInput {
  var activity: String
  var kind: Activity.Kind
  var title: String?
  var start: Date?
  var end: Date?
  var steps: Int?
  var pushes: Int?
  var metres: Double?

  static var schema: Schema {
    .object(
      [
        ("activity", .activity), ("kind", .activityKind), ("title", .nullable(.string(maxLength: 80))),
        ("start", .nullable(.string(format: .dateTime))), ("end", .nullable(.string(format: .dateTime))),
        ("steps", .nullable(.steps)), ("pushes", .nullable(.steps)), ("metres", .nullable(.metres)),
      ], required: ["activity", "kind"])
  }
}

struct ActivityName: RouteInput {
  var activity: String
  static var schema: Schema { .object([("activity", .activity)], required: ["activity"]) }
}

struct ActivitiesInput: RouteInput {
  /// The `next` of the page before.
  var after: String?
  /// 1 to 100; 30 unless given.
  var limit: Int?

  static var schema: Schema { .object([("after", .string(maxLength: 100)), ("limit", .integer(1...100))]) }
}

extension Schema {
  static var activity: Schema { .string(minLength: 1, maxLength: 64, pattern: "^[A-Za-z0-9_-]+$") }
  static var activityKind: Schema {
    .enumeration(Activity.Kind.allCases.map { .string($0.rawValue) })
      .withMessage("Choose walk, run, wheelchair, ride, swim or other.")
  }
  static var steps: Schema { .integer(0...200_000).withMessage("Enter a whole number from 0 to 200,000.") }
  static var metres: Schema { .number(0...1_000_000).withMessage("Enter a number from 0 to 1,000,000.") }
}

/// An activity with what counts of it beside others of the same time.
struct ActivityOutput: RouteOutput, Decodable {
  var id: String
  var kind: Activity.Kind
  var source: Activity.Source
  var evidence: Activity.Evidence
  var title: String
  var start: Date
  var end: Date
  /// How long I moved.
  var seconds: Int
  /// 0 where they are unknown.
  var steps: Int
  var pushes: Int
  /// 0 where they are unknown.
  var metres: Double
  var hasRoute: Bool
  /// Whether there was a track of which nothing is kept, as I have not agreed to that or have taken it back.
  var routeLeftOut: Bool
  /// What is hardly possible: `speed`, `cadence`, `jump`, `clock-ahead`.
  var suspect: [String]
  var receivedAt: Date
  var counts: Counts
  /// Latitude and longitude of the route without its ends; only of one activity.
  var points: [[Double]]?

  /// What counts; the rest counts with another source of the same time.
  struct Counts: RouteOutput, Decodable {
    var seconds: Int
    var steps: Int
    var pushes: Int
    var metres: Double
  }

  init(_ activity: Activity, _ share: Counting.Share?, points: [[Double]]? = nil) {
    (id, kind, source, evidence) = (activity.id, activity.kind, activity.source, activity.evidence)
    (title, seconds, steps, pushes) = (activity.title, activity.seconds, activity.steps, activity.pushes)
    (metres, suspect) = (activity.metres, activity.suspect)
    (hasRoute, routeLeftOut) = (activity.hasRoute, activity.routeLeftOut)
    (start, end) = (Date(millisecondsSince1970: activity.start), Date(millisecondsSince1970: activity.end))
    receivedAt = Date(millisecondsSince1970: activity.received)
    counts = Counts(
      seconds: share?.seconds ?? seconds, steps: share?.steps ?? steps, pushes: share?.pushes ?? pushes,
      metres: share?.metres ?? metres)
    self.points = points
  }
}
