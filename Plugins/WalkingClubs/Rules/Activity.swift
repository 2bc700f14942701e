import Foundation

/// An activity as fitness challenges tells it: overlaps of sources in time are resolved there, so each carries only what counts.
struct Activity: Codable, Sendable, Hashable {
  enum Kind: String, Codable, Sendable, CaseIterable {
    case walk, run, wheelchair, ride, swim, other
  }

  enum Source: String, Codable, Sendable, CaseIterable {
    case gps, file, device, manual
  }

  enum Evidence: String, Codable, Sendable, CaseIterable {
    case device, track, photo, confirmed, said
  }

  var id: String
  var kind: Kind
  var source: Source
  var evidence: Evidence
  /// Milliseconds since 1970.
  var start: Int64
  /// Milliseconds since 1970.
  var end: Int64
  /// Moving time, in seconds.
  var seconds: Int
  /// 0 where they are not known.
  var steps: Int
  /// Pushes of a wheelchair; 0 where they are not known.
  var pushes: Int
  /// 0 where nothing has measured the way.
  var metres: Double
  var hasRoute: Bool
  /// When it came to the server, in milliseconds since 1970 by the server's clock.
  var received: Int64
  /// What its owner finds suspect in it, by codes.
  var suspect: [String]
  /// Steps that another source had counted already, and that `steps` leaves out.
  var overlap: Int?
}
