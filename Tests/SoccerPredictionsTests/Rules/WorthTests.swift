import FieldhouseKit
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `Points and factors` {
  private func worth(_ hundredths: Int) -> Worth { Worth(hundredths: hundredths) }

  @Test(arguments: [
    (149, 1), (150, 2), (151, 2), (50, 1), (49, 0), (0, 0), (-49, 0), (-50, -1), (-149, -1), (-150, -2),
    (100_049, 1000),
  ])
  func `are rounded to whole numbers, a half away from zero`(hundredths: Int, whole: Int) {
    #expect(worth(hundredths).whole == whole)
  }

  @Test(arguments: [
    (100, 1, 3, 33), (100, 2, 3, 67), (25, 1, 8, 3), (100, 1, 200, 1), (-100, 1, 200, -1), (100, 1, 201, 0),
    (10_000, 1, 70, 143), (400, 0, 5, 0), (400, 5, 5, 400),
  ])
  func `are shared to a hundredth, a half away from zero`(whole: Int, part: Int, all: Int, expected: Int) {
    #expect(worth(whole).share(part, of: all) == worth(expected))
  }

  @Test func `are nobody's alone where nobody is there`() {
    #expect(worth(250).share(0, of: 0) == worth(250))
  }

  /// What lies nearest to a fraction; of two that are as near the one that is farther from zero.
  private func nearest(_ numerator: Int, _ denominator: Int) -> Int {
    let around = numerator / denominator
    return (around - 1...around + 1).min { one, other in
      let (left, right) = (abs(one * denominator - numerator), abs(other * denominator - numerator))
      return left == right ? abs(one) > abs(other) : left < right
    } ?? 0
  }

  @Test func `are multiplied and shared as the nearest hundredth says, whatever the sign`() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<2_000 {
      let (one, factor) = (random.next(below: 40_001) - 20_000, 25 * random.next(below: 41))
      #expect(worth(one).times(worth(factor)) == worth(nearest(one * factor, 100)))
      let all = 1 + random.next(below: 300)
      let part = random.next(below: all + 1)
      #expect(worth(one).share(part, of: all) == worth(nearest(one * part, all)))
      #expect(worth(one).whole == nearest(one, 100))
    }
  }

  @Test func `are written as people write them and read again as the same`() throws {
    #expect(
      try [300, 150, -25, 143, 0].map { try JSON(encoding: worth($0)).serialized() } == [
        "3", "1.5", "-0.25", "1.43", "0",
      ])
    for hundredths in -1_000...1_000 {
      let text = try JSON(encoding: worth(hundredths)).serialized()
      #expect(try JSONValueDecoder().decode(Worth.self, from: JSON(parsing: Array(text.utf8))) == worth(hundredths))
    }
  }
}
