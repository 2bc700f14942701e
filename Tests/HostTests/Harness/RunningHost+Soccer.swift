import FieldhouseKit
import Foundation
import Testing

/// A predicted score with scorers, as a request body.
func prediction(_ home: Int, _ away: Int, scorers: [String]? = nil) -> JSON {
  var body: JSONObject = ["home": .integer(Int64(home)), "away": .integer(Int64(away))]
  if let scorers { body["scorers"] = .array(scorers.map(JSON.string)) }
  return .object(body)
}

extension RunningHost {
  /// Calls a route of the soccer plugin.
  func soccer(
    _ path: String, _ method: String = "GET", as person: Person? = nil, body: JSON? = nil
  ) async throws -> Reply {
    try await call(method, "/v1/soccer-predictions" + path, as: person?.token, body: body)
  }

  /// Calls a route about a person's prediction.
  func prediction(
    _ method: String, _ match: String, as person: Person?, body: JSON? = nil
  ) async throws -> Reply {
    try await soccer("/matches/\(match)/prediction", method, as: person, body: body)
  }

  /// Signs in and predicts the first match of the test season.
  func predictor(
    _ phone: String, _ home: Int, _ away: Int, scorers: [String]? = nil, match: String = TestSeason.first
  ) async throws -> Person {
    let person = try await signIn(phone)
    try await predict(home, away, scorers: scorers, match: match, as: person)
    return person
  }

  /// Saves a prediction that is allowed.
  func predict(
    _ home: Int, _ away: Int, scorers: [String]? = nil, match: String = TestSeason.first, as person: Person
  ) async throws {
    let body = HostTests.prediction(home, away, scorers: scorers)
    let reply = try await prediction("PUT", match, as: person, body: body)
    try #require(reply.status == 200, "\(reply.json)")
  }

  /// The points of a person's prediction; nil until it is settled.
  func points(of person: Person, match: String = TestSeason.first) async throws -> Int? {
    try await prediction("GET", match, as: person)["points"]?.int
  }

  /// Expects that a person's prediction of the first match has so many goals of the home team.
  func expect(home goals: Int, of person: Person, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let found = try await prediction("GET", TestSeason.first, as: person)["home"]?.int
    #expect(found == goals, sourceLocation: sourceLocation)
  }

  /// The league's leaderboard.
  func leaderboard(_ query: String = "", as person: Person? = nil) async throws -> Reply {
    try await soccer("/leagues/en.1/leaderboard\(query)", as: person)
  }

  /// A person's row of the league's leaderboard.
  func standing(of person: Person) async throws -> (rank: Int?, score: Int?, predictions: Int?) {
    let me = try await leaderboard(as: person)["me"]
    return (me?["rank"]?.int, me?["score"]?.int, me?["details"]?["predictions"]?.int)
  }
}
