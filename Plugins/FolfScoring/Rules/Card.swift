/// A score card that many phones write: what a set of entries makes of each cell.
struct Card: Sendable {
  let layout: Layout
  let players: [String]
  /// Where players throw from; the normal tee unless named.
  let tees: [String: TeeColour]
  private let cells: [CellPlace: Cell]

  /// - Parameter entries: in any order, each however often.
  init(layout: Layout, players: [String], tees: [String: TeeColour] = [:], entries: some Sequence<Entry>) {
    (self.layout, self.players, self.tees) = (layout, players, tees)
    cells = Dictionary(grouping: entries, by: \.place).mapValues { Cell($0) }
  }

  /// The cell; nil when nobody has entered anything there.
  func cell(_ player: String, _ hole: Int, _ mark: Mark = .throwing) -> Cell? {
    cells[CellPlace(player: player, hole: hole, mark: mark)]
  }

  /// Throws on a hole; nil while there are none, or a dispute.
  func throwCount(_ player: String, _ hole: Int) -> Int? { cell(player, hole)?.value }

  /// What a mark that all players share says of a hole; nil while there is none, or a dispute.
  func shared(_ mark: Mark, _ hole: Int) -> Int? { players.first.flatMap { cell($0, hole, mark)?.value } }

  /// The par of a hole from the tee of a player.
  func par(_ player: String, _ hole: Int) -> Int { layout.holes[hole - 1].par(from: tees[player] ?? .red) }

  /// Throws by hole and player.
  var scores: [[Int?]] {
    layout.holes.indices.map { index in players.map { throwCount($0, index + 1) } }
  }

  /// The totals of each player.
  var lines: [CardLine] { players.map { CardLine(of: $0, on: self) } }
}
