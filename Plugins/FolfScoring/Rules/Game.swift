/// What a round is played for, beside the throws. All games are reckoned from the same card.
enum Game: String, Sendable, Codable, CaseIterable {
  /// The fewest throws.
  case stroke
  case skins, match, nassau, stableford
  /// Stableford with points that reward what is daring.
  case modified

  /// Whether so many can play it.
  func fits(_ players: Int) -> Bool {
    switch self {
    case .stroke, .stableford, .modified: players >= 1
    case .skins: players >= 2
    case .match, .nassau: players == 2
    }
  }

  /// What it stands at; nil for the fewest throws, which the card shows itself, and for too few or too many players.
  func standing(on card: Card) -> GameStanding? {
    guard fits(card.players.count) else { return nil }
    let scores = card.scores
    switch self {
    case .stroke: return nil
    case .skins:
      let skins = Skins(scores)
      return GameStanding(points: skins.won, carried: skins.carried)
    case .match: return GameStanding(matches: [MatchPlay(scores.map { ($0[0], $0[1]) })])
    case .nassau:
      let half = (scores.count + 1) / 2
      let parts = [scores[..<half], scores[half...], scores[...]]
      return GameStanding(matches: parts.map { MatchPlay($0.map { ($0[0], $0[1]) }) })
    case .stableford: return GameStanding(points: card.points(Stableford.points))
    case .modified: return GameStanding(points: card.points(Stableford.modified))
    }
  }
}

extension Card {
  /// The points of each player, by what a score on a hole of a par gives.
  fileprivate func points(_ give: (Int, Int) -> Int) -> [Int] {
    players.map { player in
      layout.holes.enumerated().map { index, hole in
        throwCount(player, index + 1).map { give($0, hole.par) } ?? 0
      }.reduce(0, +)
    }
  }
}
