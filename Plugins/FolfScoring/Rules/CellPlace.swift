/// A cell of a card: what somebody threw on a hole, or something else that is noted of it.
struct CellPlace: Hashable, Sendable {
  /// The player's id on the card; of a mark that all players share that of the player who came first.
  let player: String
  /// The position in the layout, from 1; 0 is whether the player did not finish.
  let hole: Int
  var mark: Mark = .throwing

  /// What an entry may say there; 0 for "nothing yet".
  /// - Parameter players: how many play.
  func values(players: Int) -> ClosedRange<Int> {
    switch mark {
    case .throwing: hole == 0 ? 0...1 : 0...99
    case .penalties, .putts: 0...20
    case .disc: 0...DiscBag.most
    case .bingo, .bango, .bongo: 0...players
    // 1 says that the wolf goes alone, so that the partner's place is counted one on.
    case .wolf: 0...(players + 1)
    }
  }
}

/// Discs that somebody owns.
enum DiscBag {
  /// How many one may have; they are numbered from 1.
  static let most = 99
  /// How many may be noted of a hole, throw after throw.
  static let mostOfHole = 20
}
