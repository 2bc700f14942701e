public import Foundation

/// What is known of a competition beside its name: where it is played and by whose clock.
public struct Competition: Hashable, Sendable {
  /// The geographic continent, or "World".
  public let continent: String
  /// The country, or nil for a competition between countries.
  public let country: Country?
  /// The zone of its kick-off times.
  public let zone: TimeZone
  /// The code its teams' ids begin with when a team's name does not carry its country: "ENG", or "nat" between
  /// national teams.
  public let teamCode: String
}

/// Continents, countries and clocks of the competitions, by the codes that openfootball uses ("en.1", "uefa.cl").
///
/// Continents are geographic (UN M49), so a Turkish league is in Asia although its clubs play in UEFA's cups.
public struct CompetitionTable: Sendable {
  struct CountryRow {
    let country: Country
    let continent: String
    let zone: TimeZone
  }

  struct InternationalRow {
    let continent: String
    let zone: TimeZone
    let isBetweenNations: Bool
  }

  var countries: [String: CountryRow] = [:]
  var national: [String: (country: String, zone: TimeZone)] = [:]
  var international: [String: InternationalRow] = [:]
  var editions: [SeasonKey: TimeZone] = [:]
  var aliases: [String: String] = [:]

  /// The lasting code of a competition that a source calls otherwise: "PL" is "en.1".
  public func league(called code: String) -> String { aliases[code] ?? code }

  /// The competition with the code `key.league` as played in `key.season`.
  ///
  /// - Throws: `unknown-league` when neither the code nor the country before its first dot is in the table.
  public func competition(_ key: SeasonKey) throws(FeedProblem) -> Competition {
    if let row = international[key.league] {
      return Competition(
        continent: row.continent, country: nil, zone: editions[key] ?? row.zone,
        teamCode: row.isBetweenNations ? "nat" : "int")
    }
    let special = national[key.league]
    guard let row = countries[special?.country ?? String(key.league.prefix { $0 != "." })] else {
      throw unknown(key.league)
    }
    return Competition(
      continent: row.continent, country: row.country, zone: special?.zone ?? row.zone, teamCode: row.country.code)
  }

  private func unknown(_ league: String) -> FeedProblem {
    FeedProblem(
      code: "unknown-league",
      detail: "no country is known for the league code \"\(league)\"; name the file by a known code such as "
        + "\"en.1.json\" or add the country to competitions.table")
  }
}
