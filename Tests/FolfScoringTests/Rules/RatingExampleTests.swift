import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

@Suite struct `A rating by hand` {
  private func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-6 }

  /// At par on a new layout a new player is 50 points better than expected, of which 22,500 parts in 22,500 + 6,400 +
  /// 2,025 are believed; and the layout is as much easier, of which 6,400 parts in the same are.
  @Test(.tags(.fs150)) func `is moved by the part of a surprise that its own uncertainty has`() {
    let result = Rating.Result(player: Rating.newPlayer, days: 0, toPar: 0)
    let (players, layout) = Rating.rate([result], on: Rating.newLayout, par: 72, holes: 18)
    let (ofPlayer, ofLayout): (Double, Double) = (22_500.0 / 30_925, 6_400.0 / 30_925)
    #expect(isNear(players[0].mean, 850 + 50 * ofPlayer) && isNear(players[0].variance, 8_425 * ofPlayer))
    #expect(isNear(layout.mean, 900 - 50 * ofLayout) && isNear(layout.variance, 24_525 * ofLayout))
  }

  /// Half as many holes have twice the variance of chance, and of half the par a throw is worth twice as much.
  @Test(.tags(.fs150)) func `is moved less by nine holes, of which each throw counts for more`() {
    func mean(_ toPar: Int, par: Int, holes: Int) -> Double {
      let result = Rating.Result(player: Rating.newPlayer, days: 0, toPar: toPar)
      return Rating.rate([result], on: Rating.newLayout, par: par, holes: holes).players[0].mean
    }
    // 22,500 parts in 22,500 + 6,400 + 4,050 are believed.
    let believed: Double = 50 * 22_500.0 / 32_950
    #expect(isNear(mean(0, par: 36, holes: 9), 850 + believed))
    #expect(isNear(mean(5, par: 36, holes: 9), 850 - believed), "100 points above par")
    #expect(isNear(mean(5, par: 72, holes: 18), 850), "50 points above par, as expected")
  }

  /// Estimates add up by their certainty, which is one over the variance: that of the layout and what each player says.
  @Test(.tags(.fs150)) func `of a layout is what all players say together, each by how well they are known`() {
    let results = [
      Rating.Result(player: Rating.newPlayer, days: 0, toPar: 0),
      Rating.Result(player: Estimate(mean: 1_000, variance: 400), days: 100, toPar: -10),
    ]
    let layout = Rating.rate(results, on: Rating.newLayout, par: 72, holes: 18).layout
    // 2,825 are 400, 100 days and the chance of 18 holes.
    let said: [(mean: Double, variance: Double)] = [(900, 6_400), (850, 24_525), (900, 2_825)]
    let certainty = said.map { 1 / $0.variance }.reduce(0, +)
    #expect(isNear(layout.variance, 1 / certainty))
    #expect(isNear(layout.mean, said.map { $0.mean / $0.variance }.reduce(0, +) / certainty))
  }

  @Test(.tags(.fs150)) func `grows uncertain by the day, and not backwards in time`() {
    func variance(_ days: Double) -> Double {
      let known = Rating.Result(player: Estimate(mean: 900, variance: 100), days: days, toPar: 0)
      return Rating.rate([known], on: Estimate(mean: 900, variance: 75), par: 72, holes: 18).players[0].variance
    }
    let (fresh, later): (Double, Double) = (100 * 2_100.0 / 2_200, 400 * 2_100.0 / 2_500)
    #expect(isNear(variance(0), fresh) && isNear(variance(75), later))
    #expect(isNear(variance(-30), variance(0)), "a round that was brought along later")
    #expect(isNear((Rating.drift * 365).squareRoot(), 38.2099463491), "38 points in a year")
  }

  /// 720 points are shared among the throws of par: 10 each at 72, 12 at 60.
  @Test(
    .tags(.fs150),
    arguments: [
      (0, 60, 930), (5, 60, 870), (-5, 60, 990), (5, 72, 880), (0, 27, 930), (3, 27, 850),
    ] as [(Int, Int, Double)])
  func `of a round is that of whoever would be expected to play it`(toPar: Int, par: Int, value: Double) {
    #expect(isNear(Rating.value(of: toPar, par: par, on: Estimate(mean: 930, variance: 1)), value))
  }

  @Test(
    .tags(.fs150),
    arguments: [
      (906, 930, 60, 2), (900, 930, 60, 3), (936, 900, 60, -3), (906, 900, 60, -1), (905, 900, 60, 0),
      (915, 930, 72, 2), (916, 930, 72, 1),
    ] as [(Double, Double, Int, Int)])
  func `suggests whole throws, halves away from none`(mean: Double, layout: Double, par: Int, handicap: Int) {
    let (player, layout) = (Estimate(mean: mean, variance: 9), Estimate(mean: layout, variance: 9))
    #expect(Rating.handicap(of: player, on: layout, par: par) == handicap)
  }

  @Test(.tags(.fs150)) func `is shown with the range in which it lies nineteen times out of twenty`() {
    let known = RatingStore.Known(
      estimate: Estimate(mean: 899.5, variance: 400), rounds: 7, ratedAt: Date(timeIntervalSince1970: 0))
    let shown = RatingOutput(known)
    #expect(shown.value == 900 && shown.least == 860 && shown.most == 940 && shown.rounds == 7)
  }
}
