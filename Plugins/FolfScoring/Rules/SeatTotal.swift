/// What somebody's rows add up to over the rounds of a game.
struct SeatTotal: Sendable, Equatable {
  /// On the holes that have a score.
  var throwCount = 0
  /// Throws above the par of these holes; below 0 is better.
  var toPar = 0
  /// How many holes have a score.
  var holes = 0

  /// The par of the holes that have a score.
  var par: Int { throwCount - toPar }

  mutating func add(_ line: CardLine) {
    throwCount += line.throwCount
    toPar += line.toPar
    holes += line.holes
  }
}
