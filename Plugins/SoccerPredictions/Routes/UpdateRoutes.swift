import FieldhouseKit
import Foundation

/// Which updates.
struct UpdatesInput: RouteInput {
  var limit: Int?
  var after: String?

  static var schema: Schema {
    .object([("limit", .integer(1...50)), ("after", .string(maxLength: 250))], required: [])
  }
}

/// Something that has happened in a match.
struct UpdateOutput: RouteOutput, Decodable {
  var id: String
  /// `kickOff`, `goal`, `played`, `postponed`, `cancelled`, `abandoned` or `awarded`.
  var kind: String
  /// When, UTC.
  var at: Date
  var match: String
  var league: NamedOutput
  var home: NamedOutput
  var away: NamedOutput
  /// The score from then on; left out where there is none.
  var score: ScoreOutput?
  /// The goal, of a goal.
  var goal: GoalOutput?

  init(_ update: MatchUpdate, league: League) {
    let match = update.match
    id = update.id
    at = update.instant
    self.match = match.id
    self.league = NamedOutput(id: league.id, name: league.name)
    home = NamedOutput(id: match.home.id, name: match.home.name)
    away = NamedOutput(id: match.away.id, name: match.away.name)
    score = update.score.map(ScoreOutput.init)
    switch update.kind {
    case .kickOff: kind = "kickOff"
    case .goal(let scored): (kind, goal) = ("goal", GoalOutput(scored))
    case .ended(let state): kind = state.rawValue
    }
  }
}

extension SoccerPredictions {
  /// So far back updates are told, in seconds: 14 days.
  private static let memory = 14 * 86_400.0

  func updateRoutes(_ routes: inout Routes) {
    routes.get(
      "/me/updates",
      "What has happened lately, the latest first: in my favourite leagues and those matches of others in which a favourite team "
        + "plays or that I have predicted, or in the popular leagues while I have no favourites", access: .everyone
    ) { (input: UpdatesInput, call) in
      let mine = try await myFavourites(call)
      return try await updates(input, call, mine, popular: mine.isEmpty ? popularLeagues(at: call.now) : [])
    }
  }

  /// - Parameters:
  ///   - mine: what the caller favours.
  ///   - popular: the popular leagues, which count where that is nothing.
  func updates(
    _ input: UpdatesInput, _ call: Call, _ mine: [Favourite], popular: [LeagueOutput]
  ) async throws -> Page<UpdateOutput> {
    let reading = catalogue.reading
    let (now, limit) = (call.now, input.limit ?? 3)
    let matches = try await watched(call, reading, mine, popular)
    var updates = matches.flatMap { $0.updates(at: now) }.sorted { $0.isLater(than: $1) }
    if let after = input.after {
      guard let mark = reading.update(after, at: now) else {
        throw Problem.invalid("/after", "cursor", "Use the 'next' of the page before.")
      }
      updates.removeAll { !mark.isLater(than: $0) }
    }
    let items = updates.prefix(limit).compactMap { update in
      reading.seasons[update.match.league].map { UpdateOutput(update, league: $0.league) }
    }
    return Page(items: items, next: updates.count > limit ? items.last?.id : nil)
  }

  /// The matches of the last days that concern the caller.
  private func watched(
    _ call: Call, _ reading: Catalogue.Reading, _ mine: [Favourite], _ popular: [LeagueOutput]
  ) async throws -> [Match] {
    let now = call.now
    let seasons = reading.calendars.keys.compactMap { league in
      reading.rankedSeason(of: league, at: now).flatMap { reading.seasons[$0] }
    }
    let recent = seasons.flatMap { $0.matches(from: now - Self.memory, to: now) }
    guard let account = call.principal?.account.id, !mine.isEmpty else {
      let popular = Set(popular.map(\.id))
      return recent.filter { popular.contains($0.league.league) }
    }
    let leagues = Set(mine.filter { $0.kind == .league }.map(\.id))
    let teams = Set(mine.filter { $0.kind == .team }.map(\.id))
    let isMine = { (match: Match) in
      leagues.contains(match.league.league) || teams.contains(match.home.id) || teams.contains(match.away.id)
    }
    let others = recent.filter { !isMine($0) }
    let predicted = others.isEmpty ? [:] : try await store.predictions(of: account, matches: others.map(\.id))
    return recent.filter { isMine($0) || predicted[$0.id] != nil }
  }
}

extension Catalogue.Reading {
  /// The update with an id or, where a goal was taken back meanwhile, the last one before it that its match still has.
  fileprivate func update(_ id: String, at now: Date) -> MatchUpdate? {
    guard let slash = id.lastIndex(of: "/"), let number = digits(in: id[slash...].dropFirst()),
      let match = try? match(String(id[..<slash]))
    else { return nil }
    return match.updates(at: now).last { $0.number <= number }
  }
}
