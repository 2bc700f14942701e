/// What a round is played for, beside the throws. All games are reckoned from the same card, any number at once.
enum Game: String, Sendable, Codable, CaseIterable {
  /// The fewest throws.
  case stroke
  case skins, match, nassau, stableford
  /// Stableford with points that reward what is daring.
  case modified
  case wolf
  case bingo = "bingo-bango-bongo"
  case birdie = "birdie-or-die"
  /// The fewest throws on the first holes, then sudden death.
  case aggregate
  case suddenDeath = "sudden-death"

  /// How many sides can play it.
  var sides: ClosedRange<Int> {
    switch self {
    case .stroke, .stableford, .modified, .birdie: 1...20
    case .skins, .bingo, .aggregate, .suddenDeath: 2...20
    case .match, .nassau: 2...2
    case .wolf: 3...20
    }
  }

  /// Whether it needs what is not on a card of throws, and whose each player is a side.
  var needsMarks: Bool { self == .wolf || self == .bingo }

  /// Whether handicaps count as far as they differ.
  var isByDifference: Bool { self == .match || self == .nassau || self == .skins }
}

/// A game that was chosen for a round.
struct GameChoice: Codable, Sendable, Hashable {
  var kind: Game
  /// Whether the handicaps of the players count.
  var isNet: Bool?
  /// Whether teams play.
  var byTeam: Bool?
  /// Of an aggregate playoff how many holes are added up, 1 to 6; 3 unless given.
  var holes: Int?

  /// How many games a round may be played for.
  static let most = 12

  /// Whether the sides that there are can play it.
  func fits(_ players: [String], _ teams: Teams) -> Bool {
    let isByTeam = byTeam == true || teams.format.isShared
    if kind.needsMarks && isByTeam { return false }
    return kind.sides.contains(teams.sides(of: players, byTeam: isByTeam).count)
  }

  /// What it stands at; nil for the fewest throws without handicaps and teams, which the card shows itself, and for too
  /// few or too many sides.
  func standing(on card: Card, teams: Teams, handicaps: [String: Int]) -> GameStanding? {
    guard fits(card.players, teams) else { return nil }
    let isPlain = isNet != true && byTeam != true && !teams.format.isShared
    if kind == .stroke && isPlain { return nil }
    let contest = Contest(
      card, teams, byTeam: byTeam == true, handicaps: isNet == true ? handicaps : nil, isDifference: kind.isByDifference
    )
    return GameStanding(self, contest, card)
  }
}
