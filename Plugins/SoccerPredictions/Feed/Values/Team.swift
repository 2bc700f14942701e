/// A club or a national team.
public struct Team: Hashable, Sendable {
  /// The team's id: "eng-arsenal-fc" for a club, "nat-brazil" for a national team. It does not depend on the
  /// competition or the season; a club that changes its name becomes another team.
  public let id: String
  /// The name as the feed shows it, without the country in brackets.
  public let name: String

  /// Makes the team called `name` among those of `country`, a FIFA code such as "ENG" or "nat" for national teams.
  public init(name: String, country: String) {
    self.name = name
    id = "\(country.lowercased())-\(Slug.make(name))"
  }

  /// False for a placeholder such as "N.N." in a fixture whose teams are not known yet.
  public var isDetermined: Bool { !Self.placeholders.contains(name) }

  private static let placeholders: Set = ["N.N.", "TBD", "TBA", "?"]
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
