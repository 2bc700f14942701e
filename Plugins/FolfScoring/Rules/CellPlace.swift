/// A cell of a card: a hole of a player, or whether the player goes on.
struct CellPlace: Hashable, Sendable {
  /// The player's id on the card.
  let player: String
  /// The position in the layout, from 1; 0 is whether the player did not finish.
  let hole: Int

  /// What an entry may say there: throws with penalty throws, 0 for "no score yet"; or 1 for "did not finish" and 0 for
  /// "goes on".
  var values: ClosedRange<Int> { hole == 0 ? 0...1 : 0...99 }
}
