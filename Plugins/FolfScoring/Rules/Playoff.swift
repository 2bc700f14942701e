/// Deciding a tie. Source: PDGA, Competition Manual, 1.09: sudden death, or the throws on up to six announced holes and
/// sudden death then.
enum Playoff {
  /// How many holes may be added up.
  static let aggregates = 1...6

  /// Hole by hole only those with the lowest score stay in, until one is left.
  /// - Parameter scores: by hole and side. It ends at the first hole on which one who is still in lacks a score.
  /// - Returns: who is still in it.
  static func suddenDeath(_ scores: [[Int?]], among first: [Bool]? = nil) -> [Bool] {
    var isIn = first ?? Array(repeating: true, count: scores.first?.count ?? 0)
    for row in scores where isIn.count(where: \.self) > 1 {
      let known = row.indices.filter { isIn[$0] }.map { row[$0] }
      guard !known.contains(nil), let least = known.compactMap(\.self).min() else { return isIn }
      for side in row.indices where isIn[side] && row[side] != least { isIn[side] = false }
    }
    return isIn
  }

  /// The throws on the first holes decide, and sudden death among those who are equal then.
  /// - Parameter count: how many holes, within ``aggregates``.
  static func aggregate(_ scores: [[Int?]], over count: Int) -> [Bool] {
    let all = Array(repeating: true, count: scores.first?.count ?? 0)
    let part = scores.prefix(count)
    guard part.count == count, !part.joined().contains(nil) else { return all }
    let sums = all.indices.map { side in part.compactMap { $0[side] }.reduce(0, +) }
    return suddenDeath(Array(scores.dropFirst(count)), among: sums.map { $0 == sums.min() })
  }
}
