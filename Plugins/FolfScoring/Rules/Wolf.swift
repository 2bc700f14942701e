/// Wolf: in turn one player is the wolf of a hole, who chooses one of the others as partner, or goes alone against all.
/// The side whose best score is lower wins: each of its players gets one point, a lone wolf two; equal ones get
/// nothing. Source: cr.today, "Switch up the game: Wolf" (solo is double, everyone else gains one point when a lone
/// wolf loses).
struct Wolf: Sendable, Equatable {
  private(set) var points: [Int]
  /// Whose turn it is on the first hole that is not decided, from 0; nil when all are.
  private(set) var next: Int?

  /// - Parameters:
  ///   - scores: by hole and player.
  ///   - choices: by hole: 1 for alone, else the partner's place from 1 and one on; nil while the wolf has not chosen.
  /// A hole
  ///     that lacks a score or a choice, or whose partner is the wolf, is not decided.
  init(_ scores: [[Int?]], choices: [Int?]) {
    let count = scores.first?.count ?? 0
    points = Array(repeating: 0, count: count)
    for (hole, (row, choice)) in zip(scores, choices).enumerated() {
      let wolf = hole % max(1, count)
      let known = row.compactMap(\.self)
      guard known.count == count, let choice, choice - 2 != wolf, choice - 2 < count else {
        next = next ?? wolf
        continue
      }
      let pack = choice == 1 ? [wolf] : [wolf, choice - 2]
      let others = known.indices.filter { !pack.contains($0) }
      guard let best = pack.map({ known[$0] }).min(), let theirs = others.map({ known[$0] }).min() else { continue }
      if best < theirs {
        for player in pack { points[player] += pack.count == 1 ? 2 : 1 }
      } else if theirs < best {
        for player in others { points[player] += 1 }
      }
    }
  }
}
