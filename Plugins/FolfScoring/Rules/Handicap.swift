/// Throws that somebody is given on the holes of a layout.
///
/// The hardest hole is given the first one, and so on; who is given more throws than there are holes begins again at
/// the hardest. Who gives throws back (a handicap below 0) does so from the easiest hole on. Source: R&A and USGA,
/// Rules of Handicapping, appendix E (stroke index allocation). Tee signs of disc golf have no stroke index: the
/// hardest is the hole of the highest par, of equal ones the longest, of equal ones the one that is played first.
enum Handicap {
  /// What a handicap may be.
  static let range = -20...60

  /// How many throws are given by hole, in the order of play.
  static func strokes(_ handicap: Int, on layout: Layout) -> [Int] {
    let count = layout.holes.count
    let order = layout.holes.indices.sorted { one, other in
      let (a, b) = (layout.holes[one], layout.holes[other])
      return (-a.par, -(a.length ?? 0), one) < (-b.par, -(b.length ?? 0), other)
    }
    let (each, rest) = abs(handicap).quotientAndRemainder(dividingBy: count)
    var strokes = Array(repeating: handicap < 0 ? -each : each, count: count)
    for hole in handicap < 0 ? order.suffix(rest) : order.prefix(rest) { strokes[hole] += handicap.signum() }
    return strokes
  }

  /// The handicap of a side that has one score: the mean of its members', halves away from zero.
  static func mean(_ handicaps: [Int]) -> Int {
    guard !handicaps.isEmpty else { return 0 }
    return Int((Double(handicaps.reduce(0, +)) / Double(handicaps.count)).rounded(.toNearestOrAwayFromZero))
  }
}
