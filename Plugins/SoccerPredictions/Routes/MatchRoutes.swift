import FieldhouseKit
import Foundation

/// A match.
struct MatchInput: RouteInput {
  var match: String
  static var schema: Schema { .object([("match", .string(minLength: 1, maxLength: 200))], required: ["match"]) }
}

/// The players of both teams, as far as the feed has named them.
struct SquadsOutput: RouteOutput, Decodable {
  var home: [NamedOutput]
  var away: [NamedOutput]
}

extension Catalogue.Reading {
  fileprivate func squad(of team: String) -> [NamedOutput] {
    players.squad(of: team).map { NamedOutput(id: $0.id, name: $0.name) }
  }
}

extension SoccerPredictions {
  static var unknownMatch: Problem { .notFound("match-unknown", "There is no such match.") }

  func matchRoutes(_ routes: inout Routes) {
    routes.get(
      "/matches/{match}", "A match with averages and highlights", access: .everyone, problems: [Self.unknownMatch]
    ) {
      (input: MatchInput, call) in try await detail(input.match, call)
    }
    routes.get(
      "/matches/{match}/squads", "The players of both teams who can be chosen as scorers", access: .everyone,
      problems: [Self.unknownMatch]
    ) { (input: MatchInput, call) in try squads(input.match) }
  }

  private func squads(_ id: String) throws -> SquadsOutput {
    let reading = catalogue.reading
    let match = try reading.match(id)
    return SquadsOutput(home: reading.squad(of: match.home.id), away: reading.squad(of: match.away.id))
  }

  /// A match that has closed is asked for anew: another host may have opened it.
  private func current(_ match: Match) async throws -> Match {
    guard match.isShut else { return match }
    return try await host.storage.read { [tracker] in try await tracker.current(match, in: $0) }
  }

  private func detail(_ id: String, _ call: Call) async throws -> MatchDetailOutput {
    let reading = catalogue.reading
    let match = try await current(try reading.match(id))
    guard let league = reading.seasons[match.league]?.league else { throw Self.unknownMatch }
    var mine: StoredPrediction?
    if let account = call.principal?.account.id {
      mine = try await host.storage.read { [store] transaction in
        try await store.find(match.id, account, in: transaction)
      }
    }
    let goals = match.view(at: call.now).goals.map {
      GoalOutput(
        minute: $0.minuteText, scorer: $0.scorer, side: $0.side.rawValue, kind: $0.kind.rawValue, assist: $0.assist)
    }
    let isLive = match.view(at: call.now).state == .live
    return MatchDetailOutput(
      match: MatchOutput(match, league: league, now: call.now, prediction: mine),
      averages: AveragesOutput(try await store.averages(match.id)), highlights: goals,
      broadcast: isLive ? try await OperatorStore(storage: host.storage).broadcast(of: match.id) : nil)
  }
}
