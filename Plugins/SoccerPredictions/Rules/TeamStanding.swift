/// How a match ended for one of its teams.
public enum TeamResult: String, Hashable, Sendable, CaseIterable {
  case won, drawn, lost
}

/// A team's row in the standings.
public struct TeamStanding: Hashable, Sendable {
  /// The team.
  public let team: Team
  /// The position, from 1; teams equal in points, goal difference and goals share it.
  public internal(set) var position = 0
  /// Matches won.
  public internal(set) var won = 0
  /// Matches drawn.
  public internal(set) var drawn = 0
  /// Matches lost.
  public internal(set) var lost = 0
  /// Goals scored.
  public internal(set) var goalsFor = 0
  /// Goals conceded.
  public internal(set) var goalsAgainst = 0
  /// How the last matches ended, the latest last; at most ``formLength``.
  public internal(set) var form: [TeamResult] = []

  /// How many matches the form tells of.
  public static let formLength = 5

  init(team: Team) {
    self.team = team
  }

  /// Matches played.
  public var played: Int { won + drawn + lost }

  /// Three points for a win, one for a draw.
  public var points: Int { 3 * won + drawn }

  /// Goals scored less goals conceded.
  public var goalDifference: Int { goalsFor - goalsAgainst }

  mutating func record(scored: Int, conceded: Int) {
    goalsFor += scored
    goalsAgainst += conceded
    let result: TeamResult = scored > conceded ? .won : scored == conceded ? .drawn : .lost
    switch result {
    case .won: won += 1
    case .drawn: drawn += 1
    case .lost: lost += 1
    }
    form = (form + [result]).suffix(Self.formLength)
  }

  /// What ranks a team: points, goal difference, goals.
  var merit: [Int] { [points, goalDifference, goalsFor] }

  static func inOrder(_ left: Self, _ right: Self) -> Bool {
    if left.merit != right.merit { return right.merit.lexicographicallyPrecedes(left.merit) }
    return (left.team.name, left.team.id) < (right.team.name, right.team.id)
  }
}
