/// A score card that many phones write: what a set of entries makes of each cell.
struct Card: Sendable {
  let layout: Layout
  let players: [String]
  private let cells: [CellPlace: Cell]

  /// - Parameter entries: in any order, each however often.
  init(layout: Layout, players: [String], entries: some Sequence<Entry>) {
    (self.layout, self.players) = (layout, players)
    cells = Dictionary(grouping: entries, by: \.place).mapValues { Cell($0) }
  }

  /// The cell; nil when nobody has entered anything there.
  func cell(_ player: String, _ hole: Int) -> Cell? { cells[CellPlace(player: player, hole: hole)] }

  /// Throws on a hole; nil while there are none, or a dispute.
  func throwCount(_ player: String, _ hole: Int) -> Int? { cell(player, hole)?.value }

  /// Throws by hole and player, for the games.
  var scores: [[Int?]] {
    layout.holes.indices.map { index in players.map { throwCount($0, index + 1) } }
  }

  /// The totals of each player.
  var lines: [CardLine] { players.map { CardLine(of: $0, on: self) } }
}
