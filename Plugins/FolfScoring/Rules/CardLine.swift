/// What a player's row of a card adds up to.
struct CardLine: Sendable, Equatable {
  let player: String
  /// On the holes that have a score.
  let throwCount: Int
  /// Throws above the par of these holes; below 0 is better.
  let toPar: Int
  /// How many holes have a score.
  let holes: Int
  /// Whether every hole has one.
  let isComplete: Bool
  /// Whether a cell of the row is in dispute.
  let isDisputed: Bool
  /// Whether the player did not finish.
  let isOut: Bool
  /// The throws of each nine holes in the order of play: front, back, and further ones.
  let nines: [Int]

  init(of player: String, on card: Card) {
    let scored = card.layout.holes.indices.map { (card.par(player, $0 + 1), card.throwCount(player, $0 + 1)) }
    let known = scored.compactMap { par, score in score.map { (par, $0) } }
    self.player = player
    throwCount = known.map(\.1).reduce(0, +)
    toPar = throwCount - known.map(\.0).reduce(0, +)
    holes = known.count
    isComplete = known.count == scored.count
    isDisputed = (0...scored.count).contains { card.cell(player, $0)?.isDisputed == true }
    isOut = card.cell(player, 0)?.value == 1
    nines = stride(from: 0, to: scored.count, by: 9).map { first in
      scored[first..<min(first + 9, scored.count)].compactMap(\.1).reduce(0, +)
    }
  }
}

extension [CardLine] {
  /// The place of each player as the round stands, by the throws above par: equal ones share a place, and as many
  /// places behind it are left out. Who has no score yet, or did not finish, has none.
  var places: [String: Int] {
    let ranked = filter { $0.holes > 0 && !$0.isOut }
    return Dictionary(
      ranked.map { line in (line.player, 1 + ranked.count { $0.toPar < line.toPar }) },
      uniquingKeysWith: { one, _ in one })
  }
}
