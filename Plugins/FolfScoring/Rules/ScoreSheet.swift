public import Foundation

/// What a file of scores tells, for checks over folders of files.
public struct ScoreSheet: Sendable {
  /// What a player's row adds up to.
  public struct Line: Sendable {
    public let name: String
    /// Throws, and throws above par, on the holes that have a score.
    public let total, toPar: Int
    /// How many holes have a score.
    public let holes: Int
    /// Whether every hole has one.
    public let isComplete: Bool
    /// On how many holes one throw was enough.
    public let aces: Int
    /// On how many holes there were fewer throws than par.
    public let underPar: Int
    /// The place by throws above par; nil for who did not finish.
    public let place: Int?
  }

  /// A round of the file.
  public struct Round: Sendable {
    public let course, layout: String
    public let startedAt: Date
    /// Of all holes.
    public let par: Int
    public let lines: [Line]
  }

  public let rounds: [Round]

  /// - Parameter text: as ``ScoreFile`` reads it.
  /// - Throws: why it cannot be read.
  public init(_ text: String) throws {
    rounds = try ScoreFile(text).rounds.map(Round.init)
  }
}

extension ScoreSheet.Round {
  fileprivate init(_ played: ScoreFile.PlayedRound) {
    // A name can stand on a card twice.
    let players = played.lines.indices.map(String.init)
    let entries = zip(players, played.lines).flatMap { player, line in
      line.throwCounts.enumerated().compactMap { hole, value in
        value.map { Self.entry(player, hole + 1, $0, played.startedAt) }
      } + (line.isOut ? [Self.entry(player, 0, 1, played.startedAt)] : [])
    }
    let card = Card(layout: played.layout, players: players, entries: entries)
    let places = card.lines.places
    (course, layout, startedAt) = (played.course, played.layout.name, played.startedAt)
    par = played.layout.holes.map(\.par).reduce(0, +)
    lines = zip(played.lines, card.lines).map { line, sum in
      let scores = zip(played.layout.holes, line.throwCounts).compactMap { hole, value in value.map { (hole.par, $0) } }
      return ScoreSheet.Line(
        name: line.name, total: sum.throwCount, toPar: sum.toPar, holes: sum.holes, isComplete: sum.isComplete,
        aces: scores.count { $0.1 == 1 }, underPar: scores.count { $0.1 < $0.0 }, place: places[sum.player])
    }
  }

  private static func entry(_ player: String, _ hole: Int, _ value: Int, _ time: Date) -> Entry {
    Entry(
      id: "\(player)-\(hole)", place: CellPlace(player: player, hole: hole), value: value, base: [], author: nil,
      device: "file", enteredAt: time)
  }
}
