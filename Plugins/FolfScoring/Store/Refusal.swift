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
    } else if !place.values(players: players.count).contains(entry.value) || !entry.hasGoodMore {
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
    case .valueRange: "Enter 1 to 99 throws, or 0 to take a score back; of penalties, putts and discs up to 20."
    case .differs: "Something else was entered under this id."
    case .full: "Too much was entered for this hole."
    }
  }
}

extension Entry {
  /// Whether what follows the first disc is within a bag and a hole; nothing else is followed.
  fileprivate var hasGoodMore: Bool {
    more.isEmpty
      || place.mark == .disc && value > 0 && more.count < DiscBag.mostOfHole
        && more.allSatisfy { (1...DiscBag.most).contains($0) }
  }
}
