/// What a game stands at.
struct GameStanding: Sendable, Equatable {
  let game: GameChoice
  let sides: [Side]
  /// Skins or points of each side; none in a match and where throws decide.
  private(set) var points: [Int] = []
  /// The points of each side by hole, in games that give points for each hole alone.
  private(set) var byHole: [[Int]] = []
  /// Skins that lie on the next hole.
  private(set) var carried = 0
  /// The match; of a Nassau that of the front half, of the back half and of the whole.
  private(set) var matches: [MatchPlay] = []
  /// Throws above par of each side, less its handicap; nil without a score. Only where throws decide.
  private(set) var toPar: [Int?] = []
  /// In a playoff: who is still in it.
  private(set) var isIn: [Bool] = []
  /// Of Wolf: whose turn as the wolf the next hole is, as a place among the sides from 0; nil when all is played.
  private(set) var wolf: Int?

  init(_ game: GameChoice, _ contest: Contest, _ card: Card) {
    (self.game, sides) = (game, contest.sides)
    let (scores, pars) = (contest.scores, contest.pars)
    switch game.kind {
    case .stroke: toPar = contest.toPar
    case .skins:
      let skins = Skins(scores)
      (points, carried) = (skins.won, skins.carried)
    case .match: matches = [MatchPlay(scores.pairs)]
    case .nassau:
      let half = (scores.count + 1) / 2
      matches = [scores[..<half], scores[half...], scores[...]].map { MatchPlay(Array($0).pairs) }
    case .stableford: give { Stableford.points($0, par: $1) }
    case .modified: give { Stableford.modified($0, par: $1) }
    case .birdie: give { BirdieOrDie.points($0, par: $1) }
    case .wolf:
      let game = Wolf(scores, choices: scores.indices.map { card.shared(.wolf, $0 + 1) })
      (points, wolf) = (game.points, game.next)
    case .bingo:
      points = BingoBangoBongo.points(
        sides.count,
        marks: scores.indices.flatMap { hole in [Mark.bingo, .bango, .bongo].map { card.shared($0, hole + 1) } })
    case .suddenDeath: isIn = Playoff.suddenDeath(scores)
    case .aggregate: isIn = Playoff.aggregate(scores, over: game.holes ?? 3)
    }
    func give(_ rule: (Int, Int) -> Int) {
      byHole = zip(scores, pars).map { zip($0, $1).map { score, par in score.map { rule($0, par) } ?? 0 } }
      points = sides.indices.map { side in byHole.map { $0[side] }.reduce(0, +) }
    }
  }
}

extension Contest {
  /// Throws above par on the holes that have a score; nil without any.
  fileprivate var toPar: [Int?] {
    sides.indices.map { side in
      let known = zip(scores, pars).compactMap { score, par in score[side].map { $0 - par[side] } }
      return known.isEmpty ? nil : known.reduce(0, +)
    }
  }
}

extension [[Int?]] {
  /// Of two sides.
  fileprivate var pairs: [(Int?, Int?)] { map { ($0[0], $0[1]) } }
}
