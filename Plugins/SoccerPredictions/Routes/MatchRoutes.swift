import FieldhouseKit
import Foundation

/// A match.
struct MatchInput: RouteInput {
  var match: String
  static var schema: Schema { .object([("match", .string(minLength: 1, maxLength: 200))], required: ["match"]) }
}

extension SoccerPredictions {
  static var unknownMatch: Problem { .notFound("match-unknown", "There is no such match.") }

  func matchRoutes(_ routes: inout Routes) {
    routes.get(
      "/matches/{match}", "A match with averages and highlights", access: .everyone, problems: [Self.unknownMatch]
    ) {
      (input: MatchInput, call) in try await detail(input.match, call)
    }
  }

  private func detail(_ id: String, _ call: Call) async throws -> MatchDetailOutput {
    let reading = catalogue.reading
    let match = try reading.match(id)
    guard let league = reading.seasons[match.league]?.league else { throw Self.unknownMatch }
    var mine: StoredPrediction?
    if let account = call.principal?.account.id {
      mine = try await host.storage.read { [store] transaction in try await store.find(id, account, in: transaction) }
    }
    let goals = match.view(at: call.now).goals.map {
      GoalOutput(minute: $0.minuteText, scorer: $0.scorer, side: $0.side.rawValue, kind: $0.kind.rawValue)
    }
    let isLive = match.view(at: call.now).state == .live
    return MatchDetailOutput(
      match: MatchOutput(match, league: league, now: call.now, prediction: mine),
      averages: AveragesOutput(try await store.averages(id)), highlights: goals,
      broadcast: isLive ? try await OperatorStore(storage: host.storage).broadcast(of: id) : nil)
  }
}
