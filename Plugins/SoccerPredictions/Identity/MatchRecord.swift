/// A match as it is stored: what is known of it, and how the feed called it last.
struct MatchRecord: Sendable {
  /// Whether the feed has it.
  enum State: String, Sendable {
    case present
    /// The feed has it no longer: it earns nobody points as long as that is so.
    case removed
    /// The feed has it no longer, but perhaps another match is the same: an operator is to say so.
    case missing
  }

  /// With its lasting id, and the teams' lasting ids.
  var match: Match
  var state: State
  /// The id that was made of what the feed said when it was last read.
  var source: String

  var id: String { match.id }

  /// The match as it is shown: one that the feed has no longer is said to be removed.
  var shown: Match {
    guard state != .present else { return match }
    var shown = match
    (shown.status, shown.isDoubtful) = (.removed, state == .missing)
    return shown
  }
}

/// Two matches or teams that may be one, which only an operator can tell.
struct Doubt: Hashable, Sendable {
  enum Kind: String, Sendable {
    case match, team
  }

  let kind: Kind
  /// The season, as ``SeasonKey/description``.
  let season: String
  /// The id of the one that was known.
  let one: String
  /// The id of the one that the feed has now.
  let other: String
  /// Whether home and away have changed places.
  var isTurned = false

  /// The same for the same two.
  var id: String { "\(kind.rawValue):\(one):\(other)" }

  /// Whether it is about a match that was known, or about a team of it.
  func concerns(_ match: Match) -> Bool {
    kind == .match ? match.id == one : match.home.id == one || match.away.id == one
  }
}
