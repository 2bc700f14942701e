/// A club or a national team.
public struct Team: Hashable, Sendable {
  /// The team's id: "eng-arsenal-fc" for a club, "nat-brazil" for a national team. As made from a name it is one spelling of the team,
  /// for which ``Identity`` puts the id that the team has under all its names.
  public let id: String
  /// The name as the feed shows it, without the country in brackets.
  public let name: String

  /// Makes the team called `name` among those of `country`, a FIFA code such as "ENG" or "nat" for national teams.
  public init(name: String, country: String) {
    self.name = name
    id = "\(country.lowercased())-\(Slug.make(name))"
  }

  /// A team as it is stored.
  init(id: String, name: String) { (self.id, self.name) = (id, name) }

  /// False for a placeholder in a fixture whose teams are not known yet: "N.N.", "W101", "1J", "3A/B/C", "Winner Group A".
  public var isDetermined: Bool { !TeamSlot.isOne(name) }
}

/// What stands in a fixture in the place of a team that is not known yet.
enum TeamSlot {
  private static let words: Set = ["N.N.", "TBD", "TBA", "TBC", "?"]
  private static let beginnings = ["Winner ", "Winners ", "Loser ", "Losers ", "Runner-up ", "Runners-up "]

  /// Whether a name stands for a team that a match or a table will tell.
  static func isOne(_ name: String) -> Bool {
    words.contains(name) || beginnings.contains { name.hasPrefix($0) } || isMatch(name) || isPlace(name)
  }

  /// "W101" and "L102": who wins and who loses a match.
  private static func isMatch(_ name: String) -> Bool {
    guard let first = name.first, first == "W" || first == "L" else { return false }
    return (1...3).contains(name.utf8.count - 1) && name.utf8.dropFirst().allSatisfy { (48...57).contains($0) }
  }

  /// "1J" and "3A/B/C/D/F": a place in a group, or in one of several.
  private static func isPlace(_ name: String) -> Bool {
    guard let first = name.utf8.first, (49...52).contains(first), name.utf8.count > 1 else { return false }
    return name.dropFirst().split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      part.utf8.count == 1 && part.utf8.allSatisfy { (65...76).contains($0) }
    }
  }
}

/// Identifies a player of a team: "nat-brazil:neymar".
public struct PlayerID: Hashable, Sendable {
  /// The id of the team the player plays for.
  public let team: String
  /// The player's part of the id: "neymar".
  public let slug: String

  /// The player called `name` of the team with the id `team`.
  public init(name: String, team: String) {
    self.team = team
    slug = Slug.make(name)
  }

  /// The player with this part of the id.
  init(slug: String, team: String) { (self.slug, self.team) = (slug, team) }

  /// Reads "team:player"; nil unless both parts are there and there is exactly one colon.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    team = String(parts[0])
    slug = String(parts[1])
  }

  /// "team:player".
  public var text: String { "\(team):\(slug)" }
}
