/// What a game stands at.
struct GameStanding: Sendable, Equatable {
  /// Skins or points of each player, in the order of the players; none in a match.
  var points: [Int] = []
  /// Skins that lie on the next hole.
  var carried = 0
  /// The match; of a Nassau that of the front half, of the back half and of the whole.
  var matches: [MatchPlay] = []
}
