import Foundation

/// What somebody has entered into a cell, made once on one device and never changed.
struct Entry: Hashable, Sendable {
  /// Chosen by the device, the same however often it is sent.
  let id: String
  let place: CellPlace
  /// Within ``CellPlace/values(players:)``.
  let value: Int
  /// The ids of what the device showed in this cell: the entry takes the place of these, and of no other.
  let base: Set<String>
  /// The account; nil once the person has left.
  let author: String?
  let device: String
  /// By the device's clock, which may be hours off: shown to people, and of no weight in merging.
  let enteredAt: Date
  /// Of discs: those of the throws after the first, in order; each may come again. Empty of everything else.
  var more: [Int] = []
}
