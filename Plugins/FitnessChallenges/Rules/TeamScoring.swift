/// How the points of a team come from those of its members.
///
/// Who has withdrawn leaves the points with the team and is not counted any more. So nobody harms the team by leaving, as long as
/// somebody is left: a sum and the best stay what they are, an average does not fall. A team without anybody has no points.
enum TeamScoring: Codable, Hashable, Sendable {
  case sum
  /// By the number of members who take part.
  case average
  /// The sum of the best few, 1 to 100.
  case best(Int)

  /// The points of a team in thousandths.
  /// - Parameters:
  ///   - scores: those of everybody who has been in the team, in thousandths, 0 or more.
  ///   - active: how many of them take part; 0 gives 0.
  func score(_ scores: [Int64], active: Int) -> Int64 {
    guard active > 0 else { return 0 }
    switch self {
    case .sum: return scores.reduce(0, +)
    case .average: return scores.reduce(0, +) / Int64(active)
    case .best(let count): return scores.sorted(by: >).prefix(count).reduce(0, +)
    }
  }
}
