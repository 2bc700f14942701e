import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The rounds and months of a season` {
  private func match(_ kickOff: String, round: String? = "Matchday 1", confirmed: Bool = true) throws -> Match {
    let sample = Match.sample()
    return Match(
      id: "\(kickOff) \(round ?? "")", league: sample.league, round: round, group: nil, home: sample.home,
      away: sample.away,
      kickOff: try instant(kickOff), kickOffConfirmed: confirmed, stadium: nil, status: .scheduled, score: Score(),
      goals: nil)
  }

  @Test func `begin with a month of UTC, whatever day it is where people are`() throws {
    // Half past midnight on 1 September in London is still August; clocks are put back on 27 October.
    let matches = try [
      "2024-09-30T23:59:59Z", "2024-08-31T23:30:00Z", "2024-09-01T00:00:00Z", "2024-10-27T01:30:00Z",
      "2025-01-01T00:00:00Z",
    ].map { try match($0) }
    let months = SeasonPeriod.months(matches)
    #expect(months.map(\.name) == ["2024-08", "2024-09", "2024-10", "2025-01"])
    #expect(months.map(\.matches.count) == [1, 2, 1, 1])
    #expect(months.map(\.begins) == [matches[1], matches[2], matches[3], matches[4]].map(\.kickOff))
  }

  @Test func `go by their first match, and by their labels where those begin together`() throws {
    let rounds = SeasonPeriod.rounds(
      try [
        match("2024-08-24T14:00:00Z", round: "B"), match("2024-09-30T14:00:00Z", round: "C"),
        match("2024-08-17T14:00:00Z", round: "C"), match("2024-08-24T14:00:00Z", round: "A"),
        match("2024-08-01T14:00:00Z", round: nil),
      ])
    #expect(rounds.map(\.name) == ["C", "A", "B"])
    #expect(rounds[0].matches.count == 2)
  }

  /// 15 minutes before the first kick-off, or 12 hours before the noon that stands for a day of which nothing else is known.
  @Test func `close with the first of their matches that closes, which need not be the first that begins`() throws {
    let morning = try match("2024-08-24T11:30:00Z")
    #expect(SeasonPeriod.rounds([morning])[0].closes == (try instant("2024-08-24T11:15:00Z")))
    let day = try match("2024-08-24T12:00:00Z", confirmed: false)
    let both = SeasonPeriod.rounds([morning, day])[0]
    #expect(both.begins == morning.kickOff)
    #expect(both.closes == (try instant("2024-08-24T00:00:00Z")))
  }

  @Test func `of a season without matches are none`() {
    #expect(SeasonPeriod.rounds([]).isEmpty && SeasonPeriod.months([]).isEmpty)
  }

  @Test(
    arguments: [
      (24, "24. Round"), (3, "Spieltag 3"), (7, "Regular Season, 7. Round"), (12, "JORNADA 12"), (1, "Gameweek 1"),
      (nil, "Round of 16"), (nil, "Round"), (nil, "Round A"), (nil, "12"), (nil, ""), (nil, "3. Round Replay"),
      (nil, "Heat 4"),
    ] as [(Int?, String)])
  func `are numbered by a word for a round and a number alone`(number: Int?, label: String) {
    #expect(NumberedRounds.number(label) == number)
  }

  @Test(arguments: [
    ([10, 10, 10], true), ([10, 10, 7], true), ([10, 10, 6], false), ([8, 4, 2], false), ([10, 10], false),
  ])
  func `are those of a league where about as many play in the last as in the first of three`(
    sizes: [Int], isLeague: Bool
  ) {
    let matches = sizes.enumerated().flatMap { number, size in
      (0..<size).map { Match.sample("H\($0)", "A\($0)", round: "\(number + 1). Round") }
    }
    #expect(NumberedRounds(matches).areOfLeague == isLeague)
  }
}
