/// Who plays together in a game: one player, or a team.
struct Side: Sendable, Equatable {
  /// Their ids on the card, in the order in which they came.
  let players: [String]
}

/// How a team throws. In all but the first the team has one score a hole, which stands in the row of the member who
/// came first. Source: PDGA, "Potential formats for team / doubles disc golf competition" (pdga.com/clubs/teamformat);
/// teams of three and more play in the same way (wvdiscgolf.net, "Doubles rules and formats").
enum TeamFormat: String, Codable, Sendable, CaseIterable {
  /// Everybody throws alone; a game by team counts the best score of each.
  case own
  /// All throw from each lie, and the team plays on from one that it chooses.
  case bestShot = "best-shot"
  /// All throw from each lie, and the opponents choose; done when all have holed out from one lie.
  case worstShot = "worst-shot"
  /// As worst shot, but done as soon as one has holed out.
  case toughShot = "tough-shot"
  /// The members throw in turn.
  case alternateShot = "alternate-shot"

  /// Whether a team has one score a hole.
  var isShared: Bool { self != .own }
}

/// Who is on which team.
struct Teams: Sendable, Equatable {
  /// How many there may be.
  static let most = 10

  let format: TeamFormat
  /// The number of each player's team, from 1; who has none is a side alone.
  let numbers: [String: Int]

  /// The sides of a game.
  /// - Parameter byTeam: whether teams play; in formats in which a team has one score they always do.
  func sides(of players: [String], byTeam: Bool) -> [Side] {
    guard byTeam || format.isShared else { return players.map { Side(players: [$0]) } }
    var sides: [[String]] = []
    var places: [Int: Int] = [:]
    for player in players {
      if let number = numbers[player], let place = places[number] {
        sides[place].append(player)
      } else {
        if let number = numbers[player] { places[number] = sides.count }
        sides.append([player])
      }
    }
    return sides.map { Side(players: $0) }
  }

  /// Those in whose rows throws are entered.
  func rows(of players: [String]) -> [String] {
    format.isShared ? sides(of: players, byTeam: true).map { $0.players[0] } : players
  }
}
