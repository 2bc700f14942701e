/// One season of one competition: "en.1" in "2024-25".
public struct SeasonKey: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The competition's opaque id, the same in every season, such as "en.1" or "worldcup".
  public let league: String
  /// The season as "2024-25" or, within one calendar year, "2014".
  public let season: String

  /// Makes a key; the texts are taken as they are.
  public init(league: String, season: String) {
    self.league = league
    self.season = season
  }

  /// "en.1_2024-25": the beginning of the ids of the season's matches.
  public var description: String { "\(league)_\(season)" }

  /// Orders by league, then by season.
  public static func < (left: Self, right: Self) -> Bool {
    (left.league, left.season) < (right.league, right.season)
  }
}

/// A football country. England and Scotland are countries of football inside one country of ISO 3166.
public struct Country: Hashable, Sendable {
  /// FIFA's three-letter code: "ENG".
  public let code: String
  /// The ISO 3166-1 alpha-2 code or, for a part of such a country, the ISO 3166-2 code: "AT", "GB-ENG".
  public let isoCode: String
  /// The English name: "England".
  public let name: String

  /// Makes a country; the codes are taken as they are.
  public init(code: String, isoCode: String, name: String) {
    self.code = code
    self.isoCode = isoCode
    self.name = name
  }

  /// The ISO 3166-1 alpha-2 code, "GB" for England: what a person's profile holds.
  public var alpha2: String { String(isoCode.prefix(2)) }
}

/// A competition in one of its seasons.
public struct League: Hashable, Sendable {
  /// Which competition and season this is.
  public let key: SeasonKey
  /// The name without the season: "English Premier League".
  public let name: String
  /// The geographic continent's English name, or "World".
  public let continent: String
  /// The country, or nil for a competition between countries.
  public let country: Country?

  /// Makes a league; the texts are taken as they are.
  public init(key: SeasonKey, name: String, continent: String, country: Country?) {
    self.key = key
    self.name = name
    self.continent = continent
    self.country = country
  }

  /// The competition's id, the same in every season.
  public var id: String { key.league }

  /// The season as people write it: "2024/25".
  public var season: String { key.season.replacing("-", with: "/") }
}
