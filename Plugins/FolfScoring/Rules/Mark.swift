/// What a cell of a card is about.
enum Mark: String, Codable, Sendable, CaseIterable {
  /// Throws with penalty throws; at hole 0 whether the player did not finish.
  case throwing = "throws"
  /// How many of the throws are penalty throws.
  case penalties
  /// How many of the throws were putts.
  case putts
  /// The number of the disc in the bag of the row's account with which the hole was begun; those of the further throws
  /// are the entry's ``Entry/more``.
  case disc
  /// Who drove farthest, came to lie closest, holed out first (``BingoBangoBongo``).
  case bingo, bango, bongo
  /// Whom the wolf has chosen (``Wolf``).
  case wolf

  /// Whether it is about all players of a hole. Such a cell stands in the row of the player who came first, and its
  /// value is a place in the order of the players, from 1.
  var isShared: Bool {
    switch self {
    case .throwing, .penalties, .putts, .disc: false
    case .bingo, .bango, .bongo, .wolf: true
    }
  }
}
