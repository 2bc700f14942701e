import FieldhouseKit

@testable import SoccerPredictions

extension SampleSeason {
  /// The season with these lines in the place of its matches.
  static func with(_ lines: String) -> String {
    "\(text().split(separator: "round Matchday 1")[0])\(lines)\n"
  }

  /// The season in another league, with teams of its own: "Albionde1" in "de.1".
  static func league(_ code: String, name: String = "League") -> String {
    let teams = ["ALB Albion", "BOR Borough", "CIT City", "DYN Dynamo"]
    let own = teams.reduce(text()) { $0.replacing($1, with: $1 + code.replacing(".", with: "")) }
    return own.replacing("league en.1", with: "league \(code)")
      .replacing("name English Premier League", with: "name \(name)")
  }
}

extension SoccerWorld {
  /// The matches of a list as the first letters of both teams: "AB" is Albion against Borough.
  func matches(_ query: String = "", of league: String = "en.1") async throws -> [String] {
    let items = try await call(.get, "/leagues/\(league)/matches" + query)["items"]?.array ?? []
    return items.map { match in ["home", "away"].compactMap { match[$0]?["name"]?.string?.prefix(1) }.joined() }
  }
}
