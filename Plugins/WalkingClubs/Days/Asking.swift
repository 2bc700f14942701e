import FieldhouseKit

/// What is asked of fitness challenges.
struct SpanInput: Encodable, Sendable {
  /// Milliseconds since 1970.
  var from: Int64
  /// Milliseconds since 1970, at most 32 days behind `from`.
  var before: Int64
}

struct ActivitiesAnswer: Decodable, Sendable {
  var activities: [Activity]
  var isComplete: Bool
}

struct PlacesAnswer: Decodable, Sendable {
  struct Place: Decodable, Sendable {
    /// A cell of about 500 m.
    var cell: String
    var from: Int64
    var before: Int64
  }

  var places: [Place]

  /// The places in buckets.
  var marks: Set<Companions.Mark> {
    var marks: Set<Companions.Mark> = []
    for place in places where place.before > place.from && place.before - place.from <= 86_400_000 {
      for bucket in place.from / PresenceStore.bucket...(place.before - 1) / PresenceStore.bucket {
        marks.insert(Companions.Mark(bucket: Int(bucket), cell: place.cell))
      }
    }
    return marks
  }
}

struct RouteInputOfActivity: Encodable, Sendable {
  var activity: String
}

struct RouteAnswer: Decodable, Sendable {
  /// Latitude and longitude in degrees.
  var points: [[Double]]
}

enum Asked {
  static let activities = "fitness-challenges.activities"
  static let places = "fitness-challenges.places"
  static let route = "fitness-challenges.route"
}
