import FieldhouseKit
import Foundation

extension SoccerPredictions {
  private static var unknownLeague: [Problem] {
    [Catalogue.unknownLeague, .notFound("season-unknown", "There is no such season.")]
  }

  func leagueRoutes(_ routes: inout Routes) {
    routes.get("/continents", "Continents that have leagues", access: .everyone) { (_: NoInput, call) in
      let all = Dictionary(grouping: catalogue.reading.leagues(at: call.now), by: \.continent)
      return Page(items: all.map { PlaceOutput(id: $0, name: $0, leagues: $1.count) }.sorted { $0.name < $1.name })
    }
    routes.get("/countries", "Countries that have leagues", access: .everyone) { (input: CountriesInput, call) in
      Page(items: countries(of: input.continent, at: call.now))
    }
    routes.get("/leagues", "Leagues by continent, country or name", access: .everyone) { (input: LeaguesInput, call) in
      let reading = catalogue.reading
      let found = reading.leagues(at: call.now).filter { $0.fits(input) }
      return Page(items: found.map { LeagueOutput($0, reading.logos) })
    }
    routes.get("/leagues/{league}", "A league", access: .everyone, problems: Self.unknownLeague) {
      (input: LeagueInput, call) in try league(input, at: call.now)
    }
    routes.get(
      "/leagues/{league}/matches", "A league's matches in the order of their kick-off", access: .everyone,
      problems: Self.unknownLeague
    ) { (input: LeagueMatchesInput, call) in try await matches(input, call) }
    routes.get(
      "/leagues/{league}/standings", "The tables of the teams", access: .everyone, problems: Self.unknownLeague
    ) {
      (input: StandingsInput, call) in Page(items: try standings(input, at: call.now))
    }
    routes.get(
      "/leagues/{league}/seasons", "The seasons of a league, the latest first", access: .everyone,
      problems: [Catalogue.unknownLeague]
    ) { (input: CardInput, call) in Page(items: try seasons(of: input.league, at: call.now)) }
    routes.get("/leagues/{league}/teams", "The teams of the season", access: .everyone, problems: Self.unknownLeague) {
      (input: LeagueInput, call) in Page(items: try teams(input, at: call.now))
    }
    routes.get(
      "/leagues/{league}/leaderboard", "The people who predicted in the league: my row, then the ranks",
      access: .everyone, problems: Self.unknownLeague
    ) { (input: LeagueBoardInput, call) in try await leaderboard(input, call) }
  }

  private func countries(of continent: String?, at now: Date) -> [PlaceOutput] {
    let leagues = catalogue.reading.leagues(at: now).filter { continent == nil || $0.continent == continent }
    let byCountry = Dictionary(grouping: leagues.filter { $0.country != nil }) { $0.country }
    return byCountry.compactMap { country, leagues in
      country.map { PlaceOutput(id: $0.code, name: $0.name, country: $0.alpha2, leagues: leagues.count) }
    }.sorted { $0.name < $1.name }
  }

  private func league(_ input: LeagueInput, at now: Date) throws -> LeagueOutput {
    let reading = catalogue.reading
    if let season = try reading.season(of: input.league, named: input.season, at: now) {
      return LeagueOutput(season.league, reading.logos)
    }
    guard let league = reading.leagues(at: now).first(where: { $0.id == input.league }) else {
      throw Catalogue.unknownLeague
    }
    return LeagueOutput(league, reading.logos)
  }

  private func matches(_ input: LeagueMatchesInput, _ call: Call) async throws -> Page<MatchOutput> {
    guard let season = try catalogue.reading.season(of: input.league, named: input.season, at: call.now) else {
      return Page(items: [])
    }
    var wanted = season.list(input.state, at: call.now)
    if let after = input.after {
      // It may have left the list or the feed meanwhile: what follows is what comes after its place.
      guard let mark = try? catalogue.reading.match(after), mark.league == season.league.key else {
        throw Problem.invalid("/after", "cursor", "Use the 'next' of the page before.")
      }
      wanted = wanted.filter { mark.precedes($0, in: input.state, at: call.now) }
    }
    let page = Array(wanted.prefix(input.limit ?? 50))
    let mine = try await myPredictions(of: page, call)
    let logos = catalogue.reading.logos
    let items = page.map {
      MatchOutput($0, league: season.league, now: call.now, logos: logos, prediction: mine[$0.id])
    }
    return Page(items: items, next: wanted.count > page.count ? page.last?.id : nil)
  }

  func myPredictions(of matches: [Match], _ call: Call) async throws -> [String: StoredPrediction] {
    guard let account = call.principal?.account, !matches.isEmpty else { return [:] }
    return try await store.predictions(of: account.id, matches: matches.map(\.id))
  }

  /// Matches of any leagues with somebody's predictions, by match.
  func outputs(of matches: [Match], with mine: [String: StoredPrediction], at now: Date) -> [MatchOutput] {
    let reading = catalogue.reading
    return matches.compactMap { match in
      reading.seasons[match.league].map {
        MatchOutput(match, league: $0.league, now: now, logos: reading.logos, prediction: mine[match.id])
      }
    }
  }

  private func standings(_ input: StandingsInput, at now: Date) throws -> [TableOutput] {
    guard let season = try catalogue.reading.season(of: input.league, named: input.season, at: now) else { return [] }
    let view = input.view ?? "now"
    // What a provider tells changes by itself.
    if view == "now", tracker.feed.isCalled { return standings(of: season, view, at: now) }
    return tables.tables(of: season, view, at: now) { standings(of: season, view, at: now) }
  }

  private func standings(of season: Catalogue.Season, _ view: String, at now: Date) -> [TableOutput] {
    let isLive = view == "live"
    var playing: Set<String> = []
    let last = view == "form" ? TeamStanding.formLength : nil
    let tables = TeamStandings.tables(season.matches, last: last) { match in
      let view = match.view(at: now)
      if isLive, view.state == .live { playing.formUnion([match.home.id, match.away.id]) }
      return view.state == .played || view.state == .awarded || isLive && view.state == .live ? view.score : nil
    }
    if view == "now" {
      let told = toldStandings(of: season, forms: tables.flatMap(\.rows))
      if !told.isEmpty { return told }
    }
    return tables.map { table in
      TableOutput(
        name: table.name, rows: table.rows.map { StandingOutput($0, isPlaying: playing.contains($0.team.id)) })
    }
  }

  private func seasons(of league: String, at now: Date) throws -> [SeasonOutput] {
    guard let calendar = catalogue.reading.calendars[league] else { throw Catalogue.unknownLeague }
    let current = calendar.current(at: now)
    return calendar.spans.reversed().map { span in
      let state = span.key == current ? "current" : span.end <= now ? "past" : "coming"
      return SeasonOutput(
        id: span.key.season, season: span.key.season.replacing("-", with: "/"), state: state, begins: span.start,
        ends: span.end)
    }
  }

  private func teams(_ input: LeagueInput, at now: Date) throws -> [NamedOutput] {
    let reading = catalogue.reading
    guard let season = try reading.season(of: input.league, named: input.season, at: now) else { return [] }
    let teams = Set(season.matches.flatMap { [$0.home, $0.away] }.filter(\.isDetermined))
    return teams.map { reading.logos.named($0) }.sorted { $0.name < $1.name }
  }

  private func leaderboard(_ input: LeagueBoardInput, _ call: Call) async throws -> BoardPage {
    let reading = catalogue.reading
    let season = try reading.season(of: input.league, named: input.season, at: call.now)?.league.key
    let shown = season ?? reading.rankedSeason(of: input.league, at: call.now)
    return try await host.leaderboards.page(
      BoardQuery(
        board: "league", partition: shown?.description ?? input.league, view: BoardQuery.View(input.view ?? "top"),
        viewer: call.principal?.account.id, limit: input.limit ?? 10, after: input.after))
  }
}

extension League {
  /// Whether the league is among those asked for.
  fileprivate func fits(_ input: LeaguesInput) -> Bool {
    let names = [country?.name, country?.code, country?.alpha2].compactMap { $0.map(Slug.fold) }
    if let wanted = input.continent, Slug.fold(wanted) != Slug.fold(continent) { return false }
    if let wanted = input.country, !names.contains(Slug.fold(wanted)) { return false }
    guard let query = input.query.map({ Slug.fold($0).trimmed }), !query.isEmpty else { return true }
    return Slug.fold(name).contains(query) || names.contains { $0.contains(query) }
  }
}

extension Catalogue.Season {
  /// The matches of a list, `live`, `upcoming` or `played`, in its order; all of them without a name.
  func list(_ name: String?, at now: Date) -> [Match] {
    matches.filter { $0.view(at: now).state.belongs(to: name) }.sorted { $0.precedes($1, in: name, at: now) }
  }
}

extension Match {
  /// Whether it stands before another one in a list: by kick-off, in that of the played ones the last first, and in every other
  /// one those last that the feed has had no result of for long.
  fileprivate func precedes(_ other: Match, in list: String?, at now: Date) -> Bool {
    if list == "played" { return (kickOff, id) > (other.kickOff, other.id) }
    let place = { (match: Match) in
      // A match that has left the list keeps the place that it had there.
      list == "upcoming" && match.kickOff.timeIntervalSince(now) < -MatchTimeline.longest
        && match.view(at: now).state.belongs(to: list) ? 1 : 0
    }
    return (place(self), kickOff, id) < (place(other), other.kickOff, other.id)
  }
}

extension MatchState {
  /// Whether a match of this state belongs into a list; every match belongs into the list without a name.
  fileprivate func belongs(to list: String?) -> Bool {
    switch list {
    case "live": self == .live || self == .suspended
    case "upcoming": self == .upcoming || self == .postponed
    case "played": self == .played || self == .awarded || self == .abandoned || self == .cancelled
    default: true
    }
  }
}
