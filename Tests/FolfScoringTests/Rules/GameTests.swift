import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

@Suite struct `Games on the throws of a card` {
  /// redhawkdiscgolf.com, "Spice up your round: skins": the lowest score alone wins the hole, ties carry over and add
  /// up.
  @Test func `skins go to the lowest score alone, and add up over ties`() {
    let skins = Skins([[3, 3, 4], [2, 3, 3], [3, 3, 3], [4, 4, 5], [3, 2, 3], [3, 3, 3]])
    #expect(skins.won == [2, 3, 0] && skins.carried == 1 && skins.holes == 6)
  }

  @Test func `skins wait for the first hole that lacks a score`() {
    let skins = Skins([[3, 3], [nil, 2], [2, 3]])
    #expect(skins.won == [0, 0] && skins.carried == 1 && skins.holes == 1)
    #expect(Skins([]).won == [])
  }

  /// PDGA, Official Rules of Disc Golf, Appendix A: lower score wins the hole, equal ones halve it; up and down.
  @Test func `a match counts holes, not throws`() {
    let match = MatchPlay([(3, 4), (3, 3), (2, 7), (4, 3), (nil, 3), (1, 9)])
    #expect(match.up == 1 && match.left == 2 && !match.isDecided)
  }

  /// As above: who is further up than holes are left has won, such as 3 and 2, and what is played then does not count.
  @Test func `a match is decided when more are won than left`() {
    let match = MatchPlay([(2, 3), (2, 3), (2, 3), (5, 3), (5, 3)])
    #expect(match.up == 3 && match.left == 2 && match.isDecided)
    let square = MatchPlay([(3, 3), (2, 4), (4, 2)])
    #expect(square.up == 0 && square.left == 0 && square.isDecided)
  }

  /// lybstergolfclub.co.uk, "Competition types": 1 for a bogey, 2 for par, 3 for a birdie, 4 for an eagle.
  @Test(arguments: [(2, 4), (3, 3), (4, 2), (5, 1), (6, 0), (9, 0)])
  func `stableford gives points by the score against par`(throwCount: Int, points: Int) {
    #expect(Stableford.points(throwCount, par: 4) == points)
  }

  /// beezergolf.com, "Modified Stableford": birdie, par, birdie, eagle and bogey are 8 points. The other two scores as
  /// golfdistillery.com has them.
  @Test func `modified stableford rewards what is daring`() {
    let round = [(3, 4), (4, 4), (3, 4), (3, 5), (5, 4)]
    #expect(round.map { Stableford.modified($0.0, par: $0.1) }.reduce(0, +) == 8)
    #expect([(2, 5), (1, 5), (6, 4), (9, 4)].map { Stableford.modified($0.0, par: $0.1) } == [8, 8, -3, -3])
  }

  /// discgolf.ultiworld.com, "Tuesday tips: alternative disc golf formats": front, back and total are three contests.
  @Test(.tags(.fs116)) func `a Nassau is three matches`() {
    let rows = [[3, 3, 3, 4], [4, 4, 3, 3]]
    let entries = rows.enumerated().flatMap { player, row in
      row.enumerated().map { hole, value in
        Entry(
          id: "\(player)-\(hole)", place: CellPlace(player: "\(player)", hole: hole + 1), value: value, base: [],
          author: nil, device: "d", enteredAt: .distantPast)
      }
    }
    let card = Card(layout: .plain(4), players: ["0", "1"], entries: entries)
    func standing(_ kind: Game) -> GameStanding? {
      GameChoice(kind: kind).standing(on: card, teams: Teams(format: .own, numbers: [:]), handicaps: [:])
    }
    #expect(standing(.nassau)?.matches.map(\.up) == [2, -1, 2])
    #expect(standing(.nassau)?.matches.map(\.left) == [0, 0, 1], "2 and 1")
    #expect(standing(.stableford)?.points == [7, 6])
    #expect(standing(.skins)?.points == [2, 2])
    #expect(standing(.stroke) == nil)
  }

  @Test func `a match is for two, skins are for more than one`() {
    func fitting(_ count: Int, byTeam: Bool = false, teams: [String: Int] = [:]) -> [Game] {
      let players = (0..<count).map { "\($0)" }
      return Game.allCases.filter {
        GameChoice(kind: $0, byTeam: byTeam).fits(players, Teams(format: .own, numbers: teams))
      }
    }
    #expect(fitting(1) == [.stroke, .stableford, .modified, .birdie])
    #expect(fitting(2) == Game.allCases.filter { $0 != .wolf })
    #expect(fitting(3) == Game.allCases.filter { $0 != .match && $0 != .nassau })
    let pairs = ["0": 1, "1": 2, "2": 1, "3": 2]
    #expect(fitting(4, byTeam: true, teams: pairs) == Game.allCases.filter { !$0.needsMarks })
  }
}
