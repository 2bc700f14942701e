import FieldhouseKit

/// What somebody has earned in the season of a league that is shown.
struct PersonStandingOutput: RouteOutput, Decodable {
  var league: NamedOutput
  /// As people write it: "2024/25".
  var season: String
  var predictions: Int
  var points: Int
  /// On the league's leaderboard.
  var rank: Int?
}

extension SoccerPredictions {
  func standingRoutes(_ routes: inout Routes) {
    routes.get(
      "/people/{person}/standing", "What a person has earned in this season, league by league", access: .everyone,
      problems: [.personUnknown]
    ) { (input: PersonInput, call) in
      let person = AccountID(input.person)
      guard try await host.authentication.account(person) != nil, try await isShown(person, call) else {
        throw Problem.personUnknown
      }
      return Page(items: try await standing(of: person, call))
    }
  }

  /// Whether no block keeps the caller from seeing a person.
  private func isShown(_ person: AccountID, _ call: Call) async throws -> Bool {
    guard let me = call.principal?.account.id, me != person else { return true }
    return try await !host.authentication.blocks(between: me, and: person)
  }

  private func standing(of person: AccountID, _ call: Call) async throws -> [PersonStandingOutput] {
    let totals = try await host.storage.read { [store] in try await store.totals(of: person, in: $0) }
    let reading = catalogue.reading
    var items: [PersonStandingOutput] = []
    for league in reading.leagues(at: call.now) {
      guard let season = reading.rankedSeason(of: league.id, at: call.now), let total = totals[season.description]
      else {
        continue
      }
      let entries = try await host.leaderboards.entries(of: [person], on: "league", partition: season.description)
      items.append(
        PersonStandingOutput(
          league: NamedOutput(id: league.id, name: league.name), season: season.season.replacing("-", with: "/"),
          predictions: total.predictions, points: total.points, rank: entries.first?.rank))
    }
    return items
  }
}
