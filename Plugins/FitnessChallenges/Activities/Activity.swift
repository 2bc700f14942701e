import FieldhouseKit
import Foundation

/// Something that somebody did with the body at some time: a walk, a run, a ride.
struct Activity: Hashable, Sendable {
  enum Kind: String, Codable, CaseIterable, Sendable {
    case walk, run, wheelchair, ride, swim, other
  }

  /// Where it comes from.
  enum Source: String, Codable, CaseIterable, Sendable {
    /// Recorded with the location in the open page.
    case gps
    /// A file of a device or another app.
    case file
    /// A companion app with a token.
    case device
    /// Entered by hand.
    case manual
  }

  /// How well it is shown that it took place, the best first.
  enum Evidence: String, Codable, CaseIterable, Sendable {
    /// A device counted or measured it.
    case device
    /// There is a track with times.
    case track
    case photo
    /// A coach has confirmed it.
    case confirmed
    /// The person says so.
    case said

    var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
  }

  /// Unique among the activities of its person.
  var id: String
  var kind: Kind
  var source: Source
  var evidence: Evidence
  var title = ""
  /// Milliseconds since 1970.
  var start: Int64
  /// Milliseconds since 1970, not before the start.
  var end: Int64
  /// How long the person moved, in whole seconds.
  var seconds: Int
  /// 0 where they are unknown.
  var steps = 0
  /// Pushes of a wheelchair; 0 where they are unknown.
  var pushes = 0
  /// 0 where they are unknown.
  var metres = 0.0
  /// Codes of what is hardly possible (``Plausibility``), each once, in order.
  var suspect: [String] = []
  var hasRoute = false
  /// Whether there was a track of which nothing is kept, as its person has not agreed to that (``RouteConsent``).
  var routeLeftOut = false
  /// Of two sayings of one id the one with the higher revision counts.
  var revision = 0
  /// When it came to the host, in milliseconds since 1970.
  var received: Int64

  /// How long an activity lasts at most, in milliseconds: 32 days.
  static let longest: Int64 = 32 * 86_400_000
}

extension Activity {
  static let columns: SQL =
    """
    id, kind, source, evidence, title, start_at, end_at, seconds, steps, pushes, metres, suspect, has_route,
    route_left_out, revision, received_at
    """

  init(_ row: Row) throws {
    (id, title) = (try row["id"], try row["title"])
    kind = Kind(rawValue: try row["kind"]) ?? .other
    source = Source(rawValue: try row["source"]) ?? .manual
    evidence = Evidence(rawValue: try row["evidence"]) ?? .said
    (start, end, received) = (try row["start_at"], try row["end_at"], try row["received_at"])
    (seconds, steps, pushes, metres) = (
      try row["seconds"], try row["steps"], try row["pushes"], try row["metres"]
    )
    let codes: String = try row["suspect"]
    suspect = codes.split(separator: " ").map(String.init)
    (hasRoute, routeLeftOut, revision) = (try row["has_route"], try row["route_left_out"], try row["revision"])
  }
}
