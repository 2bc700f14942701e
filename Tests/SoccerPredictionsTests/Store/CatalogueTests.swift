import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The matches of a season in memory` {
  private let start = Match.sample().kickOff

  private func season(_ minutes: [Int]) -> Catalogue.Season {
    let matches = minutes.sorted().enumerated().map { place, minute -> Match in
      var match = Match.sample("H\(place)", "A\(place)")
      match.kickOff = start + Double(minute) * 60
      return match
    }
    let league = League(key: Match.sample().league, name: "League", continent: "Europe", country: nil)
    return Catalogue.Season(league: league, matches: matches)
  }

  @Test func `are found by when they begin, both ends included, as looking at each of them finds them`() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<300 {
      let season = season((0..<random.next(below: 12)).map { _ in random.next(below: 10) })
      let (from, to) = (
        start + Double(random.next(below: 12) - 1) * 60, start + Double(random.next(below: 12) - 1) * 60
      )
      let expected = season.matches.filter { $0.kickOff >= from && $0.kickOff <= to }
      #expect(Array(season.matches(from: from, to: to)) == expected)
    }
    #expect(season([]).matches(from: .distantPast, to: .distantFuture).isEmpty)
  }
}
