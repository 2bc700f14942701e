import FieldhouseTestSupport
import Testing

@testable import FolfScoring

@Suite struct `Games at their corners` {
  /// The front half of an uneven number of holes has the one in the middle.
  @Test(
    .tags(.fs116),
    arguments: [(1, [1, 0, 1]), (9, [5, 4, 9]), (18, [9, 9, 18]), (19, [10, 9, 19]), (27, [14, 13, 27])])
  func `a Nassau has a front half, a back half and the whole`(holes: Int, lengths: [Int]) {
    let level = Sample.card(.plain(holes), [[], []])
    let matches = Sample.standing(GameChoice(kind: .nassau), level)?.matches
    #expect(matches?.map(\.left) == lengths)
    var row = Array(repeating: 3, count: holes)
    row[(holes + 1) / 2 - 1] = 2
    let won = Sample.standing(GameChoice(kind: .nassau), Sample.card(.plain(holes), [row, row.map { _ in 3 }]))
    #expect(won?.matches.map(\.up) == [1, 0, 1], "the last hole of the front half")
  }

  /// PDGA, Official Rules of Disc Golf, Appendix A: as many up as holes are left can still be halved.
  @Test(.tags(.fs116)) func `a match of 18 holes ends at 3 and 2, and not while it can be halved`() {
    func holes(_ one: Int?, _ other: Int?, _ count: Int) -> [(Int?, Int?)] {
      Array(repeating: (one, other), count: count)
    }
    let dormie = MatchPlay(holes(2, 3, 3) + holes(3, 3, 12) + holes(nil, nil, 3))
    #expect(dormie.up == 3 && dormie.left == 3 && !dormie.isDecided)
    let over = MatchPlay(holes(2, 3, 3) + holes(3, 3, 15))
    #expect(over.up == 3 && over.left == 2 && over.isDecided)
    #expect(MatchPlay([]).isDecided && MatchPlay([(nil, nil)]).isDecided == false)
  }

  /// R&A and USGA, Rules of Golf (2023), 21.1b: none for two over and more, 1 for one over, 2, 3, 4, 5, 6 for up to four
  /// under.
  @Test(.tags(.fs116)) func `stableford goes by the par of each hole`() {
    for par in 3...5 {
      let thrown = (1...par + 3).map { Stableford.points($0, par: par) }
      #expect(thrown == (1...par + 3).map { [6, 5, 4, 3, 2, 1, 0, 0][$0 - par + 4] }, "par \(par)")
    }
  }

  @Test(.tags(.fs116)) func `a team has what somebody threw before giving up, and waits for none that gave up`() {
    let rows = [[3, 4, 4], [2, 0, 0], [3, 3, 3]]
    let card = Sample.card(.plain(3), rows, out: [1])
    let stroke = Sample.standing(GameChoice(kind: .stroke, byTeam: true), card, teams: [1, 1, 2])
    #expect(stroke?.toPar == [1, 0], "the two counts on the first hole")
    let gone = Sample.card(.plain(3), [[3, 0, 0], [2, 0, 0], [3, 3, 3]], out: [0, 1])
    let skins = Sample.standing(GameChoice(kind: .skins, byTeam: true), gone, teams: [1, 1, 2])
    #expect(skins?.points == [1, 0] && skins?.carried == 0, "a team of which nobody is left has no further score")
  }

  /// R&A and USGA, Rules of Handicapping, 6.2, and appendix C: the lowest handicap plays off nothing.
  @Test(.tags(.fs116, .fs151))
  func `handicaps count by their difference where sides meet, and whole where all add up`() {
    let rows = [[3, 3, 3], [4, 4, 4]]
    let card = Sample.card(.plain(3), rows)
    func standing(_ kind: Game, _ handicaps: [Int]) -> GameStanding? {
      Sample.standing(GameChoice(kind: kind, isNet: true), card, handicaps: handicaps)
    }
    for handicaps in [[0, 2], [5, 7], [-4, -2]] {
      #expect(standing(.skins, handicaps)?.points == [3, 0], "\(handicaps)")
      #expect(standing(.match, handicaps)?.matches.map(\.up) == [1], "the two first holes are halved")
      #expect(standing(.nassau, handicaps)?.matches.map(\.up) == [0, 1, 1])
    }
    #expect(standing(.stroke, [5, 7])?.toPar == [-5, -4])
    #expect(standing(.stroke, [-4, -2])?.toPar == [4, 5], "who gives throws back has them added")
    #expect(standing(.suddenDeath, [0, 3])?.isIn == [true, true])
    #expect(standing(.suddenDeath, [0, 4])?.isIn == [false, true])
  }

  @Test(.tags(.fs116, .fs151)) func `teams that throw together meet by the means of their handicaps`() {
    let card = Sample.card(.plain(4), [[3, 3, 3, 3], [3, 4, 3, 3], [], []])
    // Of 1 and 4 the mean is 3, of 6 and 4 it is 5: two throws, on the two first holes.
    let match = Sample.standing(
      GameChoice(kind: .match, isNet: true), card, .bestShot, teams: [1, 2, 1, 2], handicaps: [1, 6, 4, 4])
    #expect(match?.matches.map(\.up) == [-1] && match?.matches.map(\.left) == [0])
  }

  @Test(.tags(.fs116)) func `an aggregate playoff adds up three holes unless another number is said`() {
    let card = Sample.card(.plain(4), [[2, 3, 4, 3], [3, 3, 3, 2]])
    func isIn(_ holes: Int?) -> [Bool]? {
      Sample.standing(GameChoice(kind: .aggregate, holes: holes), card)?.isIn
    }
    #expect(isIn(1) == [true, false] && isIn(2) == [true, false])
    #expect(isIn(nil) == [false, true] && isIn(3) == isIn(nil), "level after three, and the fourth decides")
    #expect(isIn(4) == [false, true] && isIn(5) == [true, true], "the fifth is not played")
  }

  @Test(.tags(.fs116)) func `wolf goes round the players, and names them by their places`() {
    let rows = [[3, 3, 3, 3, 2], [3, 3, 3, 3, 3], [3, 2, 3, 3, 3], [3, 3, 3, 2, 3]]
    // The first chooses the second, the second the third, the third goes alone, the fourth chooses the first.
    let card = Sample.card(.plain(6), rows.map { $0 + [0] }, marks: [.wolf: [3, 4, 1, 2, 5]])
    let standing = Sample.standing(GameChoice(kind: .wolf), card)
    #expect(standing?.points == [0 + 1 + 1, 1, 1, 1 + 1])
    #expect(standing?.wolf == 1, "of the sixth hole the second one again")
  }

  @Test func `a game is for as many as it says`() {
    func fits(_ kind: Game, _ count: Int, byTeam: Bool = false, format: TeamFormat = .own, teams: Int? = nil) -> Bool {
      let players = (0..<count).map { "\($0)" }
      let numbers = Dictionary(
        uniqueKeysWithValues: teams.map { teams in players.indices.map { ("\($0)", $0 % teams + 1) } } ?? [])
      return GameChoice(kind: kind, byTeam: byTeam).fits(players, Teams(format: format, numbers: numbers))
    }
    #expect(fits(.skins, 20) && !fits(.skins, 21) && fits(.stroke, 20) && !fits(.stroke, 21))
    #expect(fits(.wolf, 3) && !fits(.wolf, 2) && !fits(.wolf, 21))
    #expect(fits(.match, 20, byTeam: true, teams: 2) && !fits(.match, 20, byTeam: true, teams: 3))
    #expect(fits(.match, 4, format: .alternateShot, teams: 2), "who throws together is one side without being asked")
    #expect(!fits(.wolf, 6, format: .bestShot, teams: 3) && !fits(.bingo, 4, byTeam: true, teams: 2))
  }
}
