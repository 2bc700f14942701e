import FieldhouseKit

/// Why an entry cannot be taken.
enum Refusal: String, Sendable {
  case playerUnknown = "player-unknown"
  case holeUnknown = "hole-unknown"
  case valueRange = "value-range"
  /// Another entry has this id.
  case differs = "entry-differs"
  /// The cell has as many entries as one may have.
  case full = "cell-full"

  /// What is wrong with an entry by itself; nil for nothing.
  init?(_ entry: Entry, players: [String], layout: Layout) {
    let (place, isFirst) = (entry.place, players.first == entry.place.player)
    if !players.contains(place.player) || place.mark.isShared && !isFirst {
      self = .playerUnknown
    } else if !((place.mark == .throwing ? 0 : 1)...layout.holes.count).contains(place.hole) {
      self = .holeUnknown
    } else if !place.values(players: players.count).contains(entry.value) {
      self = .valueRange
    } else {
      return nil
    }
  }

  /// What an entry that comes alone is answered.
  var problem: Problem {
    switch self {
    case .playerUnknown: .notFound(rawValue, detail)
    case .holeUnknown: .invalid("/hole", rawValue, detail)
    case .valueRange: .invalid("/value", rawValue, detail)
    case .differs, .full: .conflict(rawValue, detail)
    }
  }

  /// The sentence that people read.
  var detail: String {
    switch self {
    case .playerUnknown: "This player is not on the card any more."
    case .holeUnknown: "The card has no such hole."
    case .valueRange: "Enter 1 to 99 throws, or 0 to take a score back; of penalties and putts up to 20."
    case .differs: "Something else was entered under this id."
    case .full: "Too much was entered for this hole."
    }
  }
}
