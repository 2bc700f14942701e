import FieldhouseKit
import Foundation

/// How many updates come with today.
struct TodayInput: RouteInput {
  var updates: Int?

  static var schema: Schema { .object([("updates", .integer(1...50))], required: []) }
}

/// What the page of today shows of soccer predictions.
struct TodayOutput: RouteOutput, Decodable {
  /// `favourite`, or `popular` for who has no favourite league.
  var list: String
  /// All favourite leagues, or the first eight popular ones. The matches are of the first four.
  var leagues: [LeagueOutput]
  /// My favourite teams.
  var teams: [NamedOutput]
  /// How many matches can be predicted and close within 48 hours, but for those that I have predicted.
  var open: Int
  /// The one of them that closes first; left out where there is none.
  var next: MatchOutput?
  /// Matches that go on, three at most: the first leagues' first, of a league those that began first.
  var live: [MatchOutput]
  /// The latest match that is over and that I have predicted; left out where there is none among each league's last twelve.
  var last: MatchOutput?
  var updates: UpdatesOutput
}

/// What has happened lately, as `/me/updates` tells it.
struct UpdatesOutput: RouteOutput, Decodable {
  /// The latest first.
  var items: [UpdateOutput]
  /// The `after` with which `/me/updates` goes on; left out at the end.
  var next: String?

  init(_ page: Page<UpdateOutput>) { (items, next) = (page.items, page.next) }
}

extension SoccerPredictions {
  private static let (watchedLeagues, shownPopular, shownLive, remembered) = (4, 8, 3, 12)
  /// So far ahead it is told that a match closes, in seconds: 48 hours.
  private static let soon = 48 * 3600.0

  func todayRoutes(_ routes: inout Routes) {
    routes.get("/today", "What of soccer predictions concerns me now, in one answer", access: .everyone) {
      (input: TodayInput, call) in try await today(input, call)
    }
  }

  private func today(_ input: TodayInput, _ call: Call) async throws -> TodayOutput {
    let mine = try await myFavourites(call)
    let shown = try await shownLeagues(to: mine, at: call.now)
    let seasons = try shown.items.prefix(Self.watchedLeagues).compactMap {
      try catalogue.reading.season(of: $0.id, named: nil, at: call.now)
    }
    let soon = seasons.flatMap { closing($0, at: call.now) }.sorted { $0.closes($1) }
    let live = seasons.flatMap { $0.list("live", at: call.now) }.prefix(Self.shownLive)
    let played =
      call.principal == nil ? [] : seasons.flatMap { $0.list("played", at: call.now).prefix(Self.remembered) }
    let predictions = try await myPredictions(of: soon + live + played, call)
    let open = soon.filter { predictions[$0.id] == nil }
    let last = played.filter { predictions[$0.id] != nil }.max { ($0.kickOff, $0.id) < ($1.kickOff, $1.id) }
    let output = { (matches: [Match]) in outputs(of: matches, with: predictions, at: call.now) }
    return TodayOutput(
      list: shown.list, leagues: shown.list == "popular" ? Array(shown.items.prefix(Self.shownPopular)) : shown.items,
      teams: teams(of: mine), open: open.count, next: output(Array(open.prefix(1))).first, live: output(Array(live)),
      last: output([last].compactMap(\.self)).first,
      updates: UpdatesOutput(try await updates(UpdatesInput(limit: input.updates), call, mine, popular: shown.items)))
  }

  /// The matches of a season that can be predicted and close soon.
  private func closing(_ season: Catalogue.Season, at now: Date) -> [Match] {
    season.matches.filter { $0.isOpen(at: now) && PredictionWindow.closing(of: $0) < now + Self.soon }
  }
}

extension Match {
  /// Whether its predictions close before those of another one.
  fileprivate func closes(_ other: Match) -> Bool {
    (PredictionWindow.closing(of: self), id) < (PredictionWindow.closing(of: other), other.id)
  }
}
