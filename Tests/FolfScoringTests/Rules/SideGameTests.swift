import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

/// Cards and games for tests of rules.
enum Sample {
  /// A card with the throws of each player by hole, 0 for none, and what all share of a hole.
  static func card(
    _ layout: Layout, _ rows: [[Int]], tees: [String: TeeColour] = [:], marks: [Mark: [Int]] = [:], out: [Int] = []
  ) -> Card {
    var places = rows.enumerated().flatMap { player, row in row.enumerated().map { (player, $0 + 1, Mark.throwing, $1) }
    }
    places += out.map { ($0, 0, .throwing, 1) }
    places += marks.flatMap { mark, values in values.enumerated().map { (0, $0 + 1, mark, $1) } }
    let entries = places.map { player, hole, mark, value in
      Entry(
        id: "\(player)-\(hole)-\(mark)", place: CellPlace(player: "\(player)", hole: hole, mark: mark), value: value,
        base: [],
        author: nil, device: "d", enteredAt: .distantPast)
    }
    return Card(layout: layout, players: rows.indices.map { "\($0)" }, tees: tees, entries: entries)
  }

  static func standing(
    _ game: GameChoice, _ card: Card, _ format: TeamFormat = .own, teams: [Int?] = [], handicaps: [Int] = []
  ) -> GameStanding? {
    let numbers = teams.enumerated().compactMap { player, team in team.map { ("\(player)", $0) } }
    let given = handicaps.enumerated().map { ("\($0)", $1) }
    return game.standing(
      on: card, teams: Teams(format: format, numbers: Dictionary(numbers) { one, _ in one }),
      handicaps: Dictionary(given) { one, _ in one })
  }
}

@Suite struct `Games that need more than throws` {
  /// cr.today, "Switch up the game", Wolf: with a partner each of the winners has one point; alone it is double; all
  /// others have one when a lone wolf loses.
  @Test(.tags(.fs3, .fs116)) func `wolf gives the winners of a hole one point, and a lone wolf two`() {
    let scores = [[2, 3, 3, 4], [3, 4, 4, 2], [3, 3, 2, 3], [2, 3, 3, 4], [3, 3, 3, 3]]
    // 0 with 1 wins; 1 with 2 loses; 2 alone wins; 3 alone loses; 0 with 3 ties.
    let game = Wolf(scores, choices: [3, 4, 1, 1, 5])
    #expect(game.points == [1 + 1 + 1, 1 + 1, 2 + 1, 1])
    #expect(game.next == nil)
  }

  @Test func `wolf waits for the wolf's choice and for all scores, and says whose turn it is`() {
    #expect(Wolf([[3, 3, 3], [2, 3, 3]], choices: [nil, 1]).next == 0)
    #expect(Wolf([[3, 3, 3], [2, nil, 3]], choices: [1, 1]).next == 1)
    #expect(Wolf([[2, 3, 3]], choices: [2]).points == [0, 0, 0], "nobody is his own partner")
    #expect(
      Wolf([[2, 3, 3], [3, 2, 3]], choices: [nil, 1]).points == [0, 2, 0], "a hole that waits holds up no other")
    #expect(Wolf([], choices: []).points == [])
  }

  /// cr.today, "Switch up the game", Bingo Bango Bongo: a point each for the longest drive, the closest approach and
  /// the first to hole out.
  @Test(.tags(.fs3, .fs116)) func `bingo bango bongo gives three points a hole`() {
    let card = Sample.card(
      .plain(2), [[3, 3], [4, 3]], marks: [.bingo: [1, 2], .bango: [2, 2], .bongo: [1, 0]])
    #expect(Sample.standing(GameChoice(kind: .bingo), card)?.points == [2, 3])
    #expect(BingoBangoBongo.points(2, marks: [3, nil, 0]) == [0, 0], "what names nobody counts for nobody")
  }

  /// cr.today, "Switch up the game", Birdie or Die: one point for a birdie, three for an eagle, zero for par and worse.
  @Test(.tags(.fs3, .fs116), arguments: [(1, 3), (2, 3), (3, 1), (4, 0), (5, 0), (12, 0)])
  func `birdie or die rewards birdies and eagles alone`(throwCount: Int, points: Int) {
    #expect(BirdieOrDie.points(throwCount, par: 4) == points)
  }

  /// PDGA, Competition Manual, 1.09: sudden death goes on hole by hole until one has the lowest score.
  @Test(.tags(.fs116)) func `sudden death leaves those with the lowest score of each hole in`() {
    #expect(Playoff.suddenDeath([[3, 3, 4], [3, 3, 2], [2, 3, 1]]) == [true, false, false])
    #expect(Playoff.suddenDeath([[3, 3, 4], [3, nil, 2]]) == [true, true, false])
    #expect(Playoff.suddenDeath([[2, 3], [9, 1]]) == [true, false], "who has won has won")
    #expect(Playoff.suddenDeath([]) == [])
  }

  /// As above: or the throws on up to six announced holes, and sudden death then.
  @Test(.tags(.fs116)) func `an aggregate playoff adds up its holes before that`() {
    let scores: [[Int?]] = [[3, 3, 3], [3, 2, 4], [2, 3, 2], [3, 2, 9]]
    #expect(Playoff.aggregate(scores, over: 3) == [false, true, false])
    #expect(Playoff.aggregate([[3, 3], [3, 3], [2, 3]], over: 2) == [true, false])
    #expect(Playoff.aggregate([[3, 3], [nil, 3]], over: 2) == [true, true], "it is not decided yet")
    #expect(Playoff.aggregates == 1...6)
  }
}

@Suite struct `Teams and handicaps` {
  /// pdga.com/clubs/teamformat, Best Disc (Best Score): the score of the team on a hole is the best of its players.
  @Test(.tags(.fs116)) func `best score counts the best of each team, hole by hole`() {
    let card = Sample.card(.plain(3), [[3, 4, 3], [4, 3, 3], [2, 4, 3], [5, 5, 2]])
    let skins = Sample.standing(GameChoice(kind: .skins, byTeam: true), card, teams: [1, 2, 2, 1])
    #expect(skins?.sides == [Side(players: ["0", "3"]), Side(players: ["1", "2"])])
    #expect(skins?.points == [1, 2])
    #expect(Sample.standing(GameChoice(kind: .stroke, byTeam: true), card, teams: [1, 2, 2, 1])?.toPar == [0, -1])
    #expect(Sample.standing(GameChoice(kind: .match), card, teams: [1, 2, 2, 1]) == nil, "four alone play no match")
    let match = Sample.standing(GameChoice(kind: .match, byTeam: true), card, teams: [1, 2, 2, 1])
    #expect(match?.matches.map(\.up) == [-2] && match?.matches[0].left == 1, "a team match, 2 and 1")
  }

  /// pdga.com/clubs/teamformat: in best shot, worst shot, tough shot and alternate shot the team has one score.
  @Test(.tags(.fs116), arguments: [TeamFormat.bestShot, .worstShot, .toughShot, .alternateShot])
  func `a team that throws together has one score, in the row of who came first`(format: TeamFormat) {
    let card = Sample.card(.plain(2), [[2, 3], [3, 3], [0, 0], [0, 0], [0, 0]])
    let teams = Teams(format: format, numbers: ["0": 1, "1": 2, "2": 1, "3": 2, "4": 1])
    #expect(teams.rows(of: card.players) == ["0", "1"], "three play as two do")
    let stroke = Sample.standing(GameChoice(kind: .stroke), card, format, teams: [1, 2, 1, 2, 1])
    #expect(stroke?.toPar == [-1, 0])
    #expect(Sample.standing(GameChoice(kind: .match), card, format, teams: [1, 2, 1, 2, 1])?.matches.map(\.up) == [1])
    #expect(Sample.standing(GameChoice(kind: .bingo), card, format, teams: [1, 2, 1, 2, 1]) == nil)
  }

  @Test func `who has no team is a side alone, and who has given up holds up nobody`() {
    #expect(Teams(format: .bestShot, numbers: ["b": 3]).rows(of: ["a", "b", "c"]) == ["a", "b", "c"])
    let card = Sample.card(.plain(2), [[3, 3], [4, 0], [3, 3]], out: [1])
    #expect(Sample.standing(GameChoice(kind: .stroke, byTeam: true), card, teams: [1, 1, 2])?.toPar == [0, 0])
    let waits = Sample.card(.plain(2), [[3, 3], [4, 0], [3, 3]])
    #expect(Sample.standing(GameChoice(kind: .skins, byTeam: true), waits, teams: [1, 1, 2])?.points == [0, 0])
  }

  private let uneven = Layout(
    name: "",
    holes: [(3, 90), (4, 150), (3, 110), (5, 200)].enumerated().map { Hole(number: $0 + 1, par: $1.0, length: $1.1) })

  /// R&A and USGA, Rules of Handicapping, appendix E: the first throw is given at the hardest hole, a second one on all
  /// begins there again; throws are given back from the easiest on.
  @Test(
    .tags(.fs151),
    arguments: [
      (0, [0, 0, 0, 0]), (1, [0, 0, 0, 1]), (2, [0, 1, 0, 1]), (3, [0, 1, 1, 1]), (5, [1, 1, 1, 2]),
      (-1, [-1, 0, 0, 0]),
      (-6, [-2, -1, -2, -1]),
    ])
  func `a handicap gives its throws at the hardest holes`(handicap: Int, strokes: [Int]) {
    #expect(Handicap.strokes(handicap, on: uneven) == strokes)
  }

  @Test(.tags(.fs151)) func `points with a handicap are given hole by hole`() {
    let card = Sample.card(uneven, [[4, 5, 3, 6]])
    let plain = Sample.standing(GameChoice(kind: .stableford), card, handicaps: [2])
    #expect(plain?.byHole.map { $0[0] } == [1, 1, 2, 1] && plain?.points == [5])
    let net = Sample.standing(GameChoice(kind: .stableford, isNet: true), card, handicaps: [2])
    #expect(net?.byHole.map { $0[0] } == [1, 2, 2, 2] && net?.points == [7])
    #expect(Sample.standing(GameChoice(kind: .stroke, isNet: true), card, handicaps: [2])?.toPar == [1])
  }

  /// R&A and USGA, Rules of Handicapping, 6.2: in a match the difference of the handicaps counts.
  @Test func `in a match the difference of the handicaps counts`() {
    let card = Sample.card(uneven, [[3, 4, 3, 5], [3, 4, 3, 6]])
    let match = Sample.standing(GameChoice(kind: .match, isNet: true), card, handicaps: [5, 7])
    #expect(match?.matches.map(\.up) == [-1], "two throws, at the two hardest holes")
    let even = Sample.standing(GameChoice(kind: .match, isNet: true), card, handicaps: [7, 7])
    #expect(even?.matches.map(\.up) == [1])
  }

  @Test func `a team that throws together is given the mean of its members' handicaps`() {
    #expect(Handicap.mean([3, 6]) == 5 && Handicap.mean([-3, -6]) == -5 && Handicap.mean([]) == 0)
    let card = Sample.card(.plain(9), [Array(repeating: 3, count: 9), Array(repeating: 0, count: 9)])
    let net = Sample.standing(
      GameChoice(kind: .stroke, isNet: true), card, .bestShot, teams: [1, 1], handicaps: [3, 6])
    #expect(net?.toPar == [-5])
  }

  @Test(.tags(.fs111, .fs112))
  func `each player has the par of the own tee, and the normal one where the course has no other`() {
    var layout = Layout.plain(2)
    layout.holes[0].tees = [Tee(colour: .white, par: 4)]
    #expect(layout.colours == [.red, .white] && layout.tee(.white) == .white && layout.tee(.blue) == .red)
    let card = Sample.card(layout, [[3, 3], [3, 3]], tees: ["1": .white])
    #expect(card.lines.map(\.toPar) == [0, -1])
    #expect(card.lines.places == ["0": 2, "1": 1])
  }
}
