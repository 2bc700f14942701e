import FieldhouseKit
import Foundation

/// The leagues that the operator calls popular.
struct PopularLeaguesInput: RouteInput {
  static let most = 50

  var leagues: [String]

  static var schema: Schema {
    .object(
      [("leagues", .array(of: .string(minLength: 1, maxLength: 60), count: 0...most))], required: ["leagues"])
  }
}

/// The leagues that somebody is shown first.
struct MyLeaguesOutput: RouteOutput, Decodable {
  /// `favourite`, or `popular` for who has no favourites.
  var list: String
  var items: [LeagueOutput]
}

/// Where a match can be watched.
struct BroadcastInput: RouteInput {
  var match: String
  var address: String

  static var schema: Schema {
    let address = Schema.string(minLength: 10, maxLength: 2000, pattern: "^https://[^\\s]+$")
    return .object(
      [
        ("match", .string(minLength: 1, maxLength: 200)),
        ("address", address.withMessage("Enter an address that begins with https://.")),
      ], required: ["match", "address"])
  }
}

extension SoccerPredictions {
  private static var mayNotOpen: Problem {
    .conflict("match-not-shut", "Only a match whose date has moved and lies ahead can be opened again.")
  }

  private var operatorStore: OperatorStore { OperatorStore(storage: host.storage) }

  func operatorRoutes(_ routes: inout Routes) {
    routes.get("/popular-leagues", "The leagues that the operator calls popular", access: .everyone) {
      (_: NoInput, call) in Page(items: try await popularLeagues(at: call.now))
    }
    routes.put("/popular-leagues", "Say which leagues are popular, in their order", access: .operators) {
      (input: PopularLeaguesInput, call, transaction) in
      let known = catalogue.reading.calendars
      let mistakes = input.leagues.enumerated().compactMap { index, league in
        known[league] == nil || input.leagues[..<index].contains(league)
          ? Problem.Field(
            pointer: "/leagues/\(index)", code: "league-unknown", detail: "Name leagues that there are, each once.")
          : nil
      }
      guard mistakes.isEmpty else { throw Problem.invalid(mistakes) }
      try await operatorStore.setPopular(input.leagues, in: transaction)
      return NoContent()
    }
    routes.get("/me/leagues", "My favourite leagues, or the popular ones while I have none", access: .everyone) {
      (_: NoInput, call) in try await shownLeagues(to: try await myFavourites(call), at: call.now)
    }
    routes.put(
      "/matches/{match}/broadcast", "Say where a match can be watched", access: .operators,
      problems: [Self.unknownMatch]
    ) { (input: BroadcastInput, call, transaction) in
      let match = try catalogue.reading.match(input.match)
      try await operatorStore.setBroadcast(input.address, of: match.id, in: transaction)
      return NoContent()
    }
    routes.delete("/matches/{match}/broadcast", "A match cannot be watched any more", access: .operators) {
      (input: MatchInput, _, transaction) in
      let match = try? catalogue.reading.match(input.match)
      try await operatorStore.setBroadcast(nil, of: match?.id ?? input.match, in: transaction)
      return NoContent()
    }
    routes.put(
      "/matches/{match}/opening", "Let people predict a match again that had closed before its date moved",
      access: .operators, problems: [Self.unknownMatch, Self.mayNotOpen]
    ) { (input: MatchInput, call) in try await open(input.match, at: call.now) }
  }

  func popularLeagues(at now: Date) async throws -> [LeagueOutput] {
    let reading = catalogue.reading
    let leagues = reading.leagues(at: now)
    let popular = try await operatorStore.popular()
    let found = popular.compactMap { id in leagues.first { $0.id == id } }
    return (found.isEmpty ? leagues : found).map { LeagueOutput($0, reading.logos) }
  }

  /// The leagues that whoever favours this is shown first.
  func shownLeagues(to favourites: [Favourite], at now: Date) async throws -> MyLeaguesOutput {
    let mine = leagues(of: favourites, at: now)
    guard mine.isEmpty else { return MyLeaguesOutput(list: "favourite", items: mine) }
    return MyLeaguesOutput(list: "popular", items: try await popularLeagues(at: now))
  }

  private func open(_ id: String, at now: Date) async throws -> NoContent {
    var match = try catalogue.reading.match(id)
    guard match.isShut, var known = closings[match.id] else { throw Self.mayNotOpen }
    match.isShut = false
    guard match.isOpen(at: now) else { throw Self.mayNotOpen }
    let before = known
    known.isShut = false
    let change = Closings.Change(match: match.id, before: before, now: known)
    try await ChangeNotes.shared.around {
      try await host.storage.write { transaction in
        try await ClosingStore.save([change.match: change.now], in: transaction)
        try await IdentityStore.note("closing", change.match, at: now, in: transaction)
      }
    }
    closings.apply([change])
    catalogue.setShut(false, [match.id])
    try await tellOpened(match)
    return NoContent()
  }

  /// Tells everybody who has predicted a match that it is open again.
  private func tellOpened(_ match: Match) async throws {
    var last = ""
    while true {
      let after = last
      let page = try await host.storage.write { [store] transaction in
        let page = try await store.page(match.id, after: after, limit: 500, in: transaction)
        guard !page.isEmpty else { return page }
        try await transaction.notify(
          NotificationRequest(
            recipients: page.map(\.account), kind: "match-opened", text: "matchOpened",
            arguments: ["home": match.home.name, "away": match.away.name],
            link: "/soccer-predictions/matches/\(match.id)"))
        return page
      }
      guard page.count == 500, let final = page.last else { return }
      last = final.account.text
    }
  }
}
