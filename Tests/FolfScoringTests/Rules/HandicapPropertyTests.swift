import FieldhouseTestSupport
import Testing

@testable import FolfScoring

@Suite struct `Throws that are given` {
  private func layout(_ random: inout SeededRandom) -> Layout {
    Layout(
      name: "",
      holes: (1...1 + random.next(below: 27)).map { number in
        let length = random.next(below: 4) == 0 ? nil : 50 + random.next(below: 4)
        return Hole(number: number, par: 3 + random.next(below: 3), length: length)
      })
  }

  /// R&A and USGA, Rules of Handicapping, appendix E: one throw a hole before a second one anywhere, the hardest first.
  @Test(.tags(.fs151), arguments: 0..<4)
  func `are as many as the handicap, and never two before all have one`(seed: Int) {
    for run in 0..<50 {
      var random = SeededRandom(seed: UInt64(seed * 1_000 + run))
      let layout = layout(&random)
      let handicap = Handicap.range.lowerBound + random.next(below: Handicap.range.count)
      let strokes = Handicap.strokes(handicap, on: layout)
      #expect(strokes.count == layout.holes.count && strokes.reduce(0, +) == handicap)
      #expect((strokes.max() ?? 0) - (strokes.min() ?? 0) <= 1)
      // A harder hole never has fewer throws given, nor more given back.
      let order = layout.holes.indices.sorted { one, other in
        let (a, b) = (layout.holes[one], layout.holes[other])
        if a.par != b.par { return a.par > b.par }
        return (a.length ?? 0, other) > (b.length ?? 0, one)
      }
      let sorted = order.map { strokes[$0] }
      #expect(sorted == sorted.sorted(by: >), "\(handicap) on \(layout.holes)")
    }
  }

  @Test(.tags(.fs151)) func `begin again at the hardest hole on a short layout, up to the most that is given`() {
    let short = Layout(name: "", holes: [Hole(number: 1, par: 3), Hole(number: 2, par: 4), Hole(number: 3, par: 3)])
    #expect(Handicap.strokes(60, on: short) == [20, 20, 20] && Handicap.strokes(-20, on: short) == [-7, -6, -7])
    #expect(Handicap.strokes(4, on: short) == [1, 2, 1] && Handicap.strokes(5, on: short) == [2, 2, 1])
    #expect(Handicap.strokes(0, on: short) == [0, 0, 0])
  }

  @Test(
    .tags(.fs151),
    arguments: [
      ([1, 2], 2), ([0, 1], 1), ([-1, 0], -1), ([3, 3, 4], 3), ([3, 4, 4], 4), ([-20, 60], 20), ([7], 7),
    ])
  func `to a side are the mean of its members'`(handicaps: [Int], mean: Int) {
    #expect(Handicap.mean(handicaps) == mean)
  }

  /// A tee of another colour changes the par of a player, and not where throws are given: tee signs say one order.
  @Test(.tags(.fs113, .fs151)) func `go by the normal tee, whoever plays from another one`() {
    var layout = Layout.plain(3)
    layout.holes[2].tees = [Tee(colour: .blue, par: 5, length: 300)]
    #expect(Handicap.strokes(1, on: layout) == [1, 0, 0])
    let card = Sample.card(layout, [[3, 3, 5], [3, 3, 5]], tees: ["1": .blue])
    let net = Sample.standing(GameChoice(kind: .stableford, isNet: true), card, handicaps: [1, 1])
    #expect(net?.byHole == [[3, 3], [2, 2], [0, 2]], "five throws are par from the blue tee")
  }
}
