import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

@Suite struct `A rating` {
  private func result(_ toPar: Int, of player: Estimate = Rating.newPlayer, days: Double = 0) -> Rating.Result {
    Rating.Result(player: player, days: days, toPar: toPar)
  }

  /// frisbigolf.is, "Um PDGA stigakerfið og forgjöf": 10 points a throw at par 72, scaled by the par of the course.
  @Test(.tags(.fs150), arguments: [(72, 10.0), (54, 40.0 / 3), (27, 80.0 / 3)])
  func `has ten points for a throw at par 72, and more in proportion where par is lower`(par: Int, points: Double) {
    #expect(abs(Rating.points(ofThrow: par) - points) < 1e-9)
  }

  /// The product of two normal distributions: of equal variances the mean lies in the middle and the variance is half
  /// of theirs.
  @Test func `joins two sources by how certain they are`() {
    let joined = Estimate(mean: 900, variance: 100).joined(Estimate(mean: 1_000, variance: 100))
    #expect(joined == Estimate(mean: 950, variance: 50))
    let certain = Estimate(mean: 900, variance: 1).joined(Estimate(mean: 1_000, variance: 9_999))
    #expect(abs(certain.mean - 900.01) < 1e-9 && certain.variance < 1)
  }

  /// By hand: par 72 over 18 holes, 5 above par are 50 points; d = 900 with variance 6,400, chance 2,025: the round
  /// says 850 with variance 8,425, of which a player of 850 learns nothing but certainty: 22,500 · 8,425 / 30,925 =
  /// 6,129.75.
  @Test func `is corrected by what a round says, and grows more certain`() {
    let (players, layout) = Rating.rate([result(5)], on: Rating.newLayout, par: 72, holes: 18)
    #expect(abs(players[0].mean - 850) < 1e-9 && abs(players[0].variance - 6_129.749) < 0.001)
    #expect(abs(layout.mean - 900) < 1e-9 && layout.variance < Rating.newLayout.variance)
    let better = Rating.rate([result(0)], on: Rating.newLayout, par: 72, holes: 18)
    #expect(better.players[0].mean > 850 && better.layout.mean < 900)
    let short = Rating.rate([result(0)], on: Rating.newLayout, par: 36, holes: 9)
    #expect(short.players[0].variance > better.players[0].variance, "nine holes say less")
  }

  @Test func `grows less certain while somebody does not play`() {
    let known = Estimate(mean: 900, variance: 100)
    let soon = Rating.rate([result(0, of: known)], on: Rating.newLayout, par: 54, holes: 18).players[0]
    let late = Rating.rate([result(0, of: known, days: 365)], on: Rating.newLayout, par: 54, holes: 18).players[0]
    #expect(late.variance > soon.variance)
  }

  @Test func `does not depend on the order of the players of a round`() {
    let results = [result(3), result(-4, of: Estimate(mean: 990, variance: 400)), result(9, days: 3)]
    let one = Rating.rate(results, on: Rating.newLayout, par: 54, holes: 18)
    let other = Rating.rate(results.reversed(), on: Rating.newLayout, par: 54, holes: 18)
    #expect(one.players == other.players.reversed())
    #expect(abs(one.layout.mean - other.layout.mean) < 1e-9)
  }

  /// Players of known strength on layouts of known difficulty, with chance: the estimates come near, and the ranges
  /// hold what they promise.
  @Test(arguments: 0..<4) func `finds out how good people are`(part: Int) {
    var (inside, count) = (0, 0)
    for run in 0..<12 {
      var random = SeededRandom(seed: UInt64(part * 100 + run))
      let strengths = (0..<8).map { _ in Double.random(in: 750...1_000, using: &random) }
      let layouts = (0..<3).map { _ in Double.random(in: 850...950, using: &random) }
      var players = Array(repeating: Rating.newPlayer, count: 8)
      var known = Array(repeating: Rating.newLayout, count: 3)
      for _ in 0..<40 {
        let (place, four) = (Int.random(in: 0..<3, using: &random), (0..<8).shuffled(using: &random).prefix(4))
        let played = four.map { player in
          let chance = (0..<12).map { _ in Double.random(in: -0.5...0.5, using: &random) }.reduce(0, +) * Rating.chance
          let throwCount = (layouts[place] - strengths[player] + chance) / Rating.points(ofThrow: 54)
          return result(Int(throwCount.rounded()), of: players[player])
        }
        let rated = Rating.rate(played, on: known[place], par: 54, holes: 18)
        for (index, player) in four.enumerated() { players[player] = rated.players[index] }
        known[place] = rated.layout
      }
      // Only differences between people can be seen: all of them and the layouts may be off together.
      let offset = zip(players, strengths).map { $0.mean - $1 }.reduce(0, +) / 8
      for (player, strength) in zip(players, strengths) {
        count += 1
        if abs(player.mean - offset - strength) <= 2 * player.variance.squareRoot() { inside += 1 }
      }
    }
    #expect(Double(inside) / Double(count) > 0.9, "\(inside) of \(count)")
  }

  @Test(.tags(.fs150)) func `suggests as a handicap what somebody is expected to need above par`() {
    let layout = Estimate(mean: 900, variance: 100)
    #expect(Rating.handicap(of: Estimate(mean: 800, variance: 1), on: layout, par: 72) == 10)
    #expect(Rating.handicap(of: Estimate(mean: 950, variance: 1), on: layout, par: 72) == -5)
    #expect(Rating.handicap(of: Estimate(mean: -900, variance: 1), on: layout, par: 72) == 60)
    #expect(Rating.handicap(of: Estimate(mean: 1_900, variance: 1), on: layout, par: 72) == -20)
  }

  @Test(arguments: [(0.0, 10_800.0), (10_799, 10_800), (10_800, 97_200), (86_399, 97_200)])
  func `is brought up to date at three in the night`(instant: Double, night: Double) {
    #expect(FolfScoring.nextNight(after: Date(timeIntervalSince1970: instant)) == Date(timeIntervalSince1970: night))
  }
}
