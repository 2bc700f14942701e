import Foundation

/// Something that is known with some uncertainty: a normal distribution.
struct Estimate: Sendable, Equatable {
  var mean: Double
  /// The square of the standard deviation.
  var variance: Double

  /// With what another source says of the same, weighed by how certain each is.
  func joined(_ other: Estimate) -> Estimate {
    let sum = variance + other.variance
    return Estimate(
      mean: (mean * other.variance + other.mean * variance) / sum, variance: variance * other.variance / sum)
  }
}

/// How good somebody is, and how hard a layout, in rating points: the higher the better, or harder.
///
/// A round of `t` throws above par on a layout on which par is worth `d` points, played by somebody of rating `r`, is
/// seen as `p · t = d − r + e`. `p` are the points of a throw: 10 at par 72, and more in proportion where par is lower
/// (source: frisbigolf.is, "Um PDGA stigakerfið og forgjöf"); `e` is chance, of a standard deviation of 45 points in 18
/// holes, whose variance falls in proportion to the holes. `d` and `r` are not known: each is an estimate that the
/// other and the round correct, as R. E. Kalman has shown ("A new approach to linear filtering and prediction
/// problems", 1960), each for itself. Between rounds a player changes: the variance grows day by day (M. Glickman,
/// "Parameter estimation in large dynamic paired comparison experiments", 1999). Casual rounds count like others; one
/// round tells something, and the uncertainty says how little.
enum Rating {
  /// Somebody of whom nothing is known.
  static let newPlayer = Estimate(mean: 850, variance: 150 * 150)
  /// A layout on which nobody has played: what par is worth there.
  static let newLayout = Estimate(mean: 900, variance: 80 * 80)
  /// The standard deviation of chance in 18 holes.
  static let chance = 45.0
  /// By how much a player's variance grows in a day: 38 points of standard deviation in a year.
  static let drift = 4.0

  /// What somebody played in a round.
  struct Result: Sendable, Equatable {
    let player: Estimate
    /// Days since the player was rated last; 0 for a new one.
    let days: Double
    let toPar: Int
  }

  /// The points of a throw on a layout of a par.
  static func points(ofThrow par: Int) -> Double { 720 / Double(par) }

  /// What a round is worth: the rating of somebody who is expected to play it.
  static func value(of toPar: Int, par: Int, on layout: Estimate) -> Double {
    layout.mean - points(ofThrow: par) * Double(toPar)
  }

  /// The estimates after a round, whose players are all weighed by what was known before it: their order does not
  /// matter.
  static func rate(_ results: [Result], on layout: Estimate, par: Int, holes: Int) -> (
    players: [Estimate], layout: Estimate
  ) {
    let noise = chance * chance * 18 / Double(holes)
    let before = results.map { result in
      Estimate(mean: result.player.mean, variance: result.player.variance + drift * max(0, result.days))
    }
    let scores = results.map { points(ofThrow: par) * Double($0.toPar) }
    let players = zip(before, scores).map { player, score in
      player.joined(Estimate(mean: layout.mean - score, variance: layout.variance + noise))
    }
    let after = zip(before, scores).reduce(layout) { layout, round in
      layout.joined(Estimate(mean: round.0.mean + round.1, variance: round.0.variance + noise))
    }
    return (players, after)
  }

  /// The throws above par that somebody is expected to need on a layout, which is what a handicap gives.
  static func handicap(of player: Estimate, on layout: Estimate, par: Int) -> Int {
    let expected = ((layout.mean - player.mean) / points(ofThrow: par)).rounded(.toNearestOrAwayFromZero)
    return Int(min(max(expected, Double(Handicap.range.lowerBound)), Double(Handicap.range.upperBound)))
  }
}
