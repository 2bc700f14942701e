import FieldhouseKit
import FieldhouseKitTesting
import Foundation

@testable import SoccerPredictions

extension SoccerWorld {
  /// Saves a person's prediction.
  @discardableResult
  func predict(
    _ home: Int, _ away: Int, of match: String = SampleSeason.first, scorers: [String]? = nil, as person: String
  ) async throws -> JSON {
    var body: JSONObject = ["home": .integer(Int64(home)), "away": .integer(Int64(away))]
    if let scorers { body["scorers"] = .array(scorers.map { .string($0) }) }
    return try await call(.put, "/matches/\(match)/prediction", .object(body), as: person)
  }

  /// What a person's prediction earned, nil while the match is pending.
  func points(of person: String, match: String = SampleSeason.first) async throws -> Int? {
    try await call(.get, "/matches/\(match)/prediction", as: person)["points"]?.int
  }

  /// The people on the league's board as "rank name score", best first, those of one rank by their names.
  func board(_ query: String = "") async throws -> [String] {
    let page = try await call(.get, "/leagues/en.1/leaderboard?season=2024-25" + query)
    let rows = (page["items"]?.array ?? []).map { row in
      (row["rank"]?.int ?? 0, name(row["account"]?["id"]?.string), row["score"]?.int ?? -1)
    }
    return rows.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { "\($0.0) \($0.1) \($0.2)" }
  }

  /// What a person reads in the inbox, the newest first.
  func inbox(_ name: String) async throws -> [String] {
    try await host.settled()
    return try await host.inbox(of: try await person(name)).compactMap { $0["text"]?.string }
  }

  /// How the plugin says it is doing, as the console shows it.
  func health() async throws -> String {
    let plugins = try await host.get("/v1/console/plugins", as: host.operator).items
    return plugins.first { $0["id"] == "soccer-predictions" }?["detail"]?.string ?? ""
  }
}

extension Sequence {
  /// What a body gives for each element, one after the other.
  func asyncMap<Value>(_ body: (Element) async throws -> Value) async throws -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}

extension PredictionStore {
  /// Stores one prediction, new or changed.
  func save(
    _ prediction: Prediction, match: Match, account: AccountID, now: Date, in transaction: any Transaction
  ) async throws {
    let new = NewPrediction(match: match, prediction: prediction, account: account, now: now)
    _ = try await save([new], in: transaction)
  }
}
