/// Skins: the lowest score of a hole, when one player alone has it, wins what the hole is worth; else it is added to the next
/// hole. Source: redhawkdiscgolf.com, "Spice up your round: skins".
struct Skins: Sendable, Equatable {
  /// What each player has won, in the order of the players.
  private(set) var won: [Int]
  /// What the next hole is worth beside its own skin.
  private(set) var carried = 0
  /// How many holes are decided.
  private(set) var holes = 0

  /// - Parameter scores: the throws by hole and player. It ends at the first hole that lacks one.
  init(_ scores: [[Int?]]) {
    won = Array(repeating: 0, count: scores.first?.count ?? 0)
    for hole in scores {
      let known = hole.compactMap(\.self)
      guard known.count == hole.count, let least = known.min() else { return }
      holes += 1
      let winners = known.indices.filter { known[$0] == least }
      guard winners.count == 1 else {
        carried += 1
        continue
      }
      won[winners[0]] += carried + 1
      carried = 0
    }
  }
}
