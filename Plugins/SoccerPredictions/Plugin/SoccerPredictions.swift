public import FieldhouseKit
import Foundation

/// Predictions of football matches: leagues and matches from a feed, predictions until 15 minutes before kick-off, points
/// once a match is played, a leaderboard a league.
public struct SoccerPredictions: Plugin {
  let host: PluginHost
  let settings: SoccerSettings
  let catalogue = Catalogue()
  let store: PredictionStore
  let settler: Settler
  let tracker: FeedTracker

  public init(host: PluginHost) throws {
    self.host = host
    let settings: SoccerSettings = try host.settings.decode()
    self.settings = settings
    let scoring = try Scoring(settings, rules: host.rules)
    store = PredictionStore(storage: host.storage)
    settler = Settler(store: store, scoring: scoring, host: host)
    tracker = FeedTracker(
      feed: try settings.feed.make(folder: host.folder), catalogue: catalogue, settler: settler, host: host,
      poll: settings.feed.pollSeconds)
  }

  public func routes(_ routes: inout Routes) {
    leagueRoutes(&routes)
    matchRoutes(&routes)
    predictionRoutes(&routes)
    favouriteRoutes(&routes)
    cardRoutes(&routes)
  }

  public func validate() async throws { try await tracker.refresh() }

  public func start() async throws {
    try await host.schedules.schedule("feed", due: host.clock.now) { [tracker] due in try await tracker.step(due) }
  }

  public func health() async -> Health { tracker.health }

  /// There is a feed of each match, for everybody.
  public func mayWatch(_ topic: LiveTopic, _ caller: Principal?) async throws -> Bool {
    guard topic.pattern == "feeds/match/{thing}", let match = topic.parameters["thing"] else { return false }
    return catalogue.reading.matches[match] != nil
  }

  public func erase(_ account: AccountID, in transaction: any Transaction) async throws {
    try await store.erase(account, in: transaction)
  }

  public func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> JSON? {
    try await store.export(account, from: transaction)
  }

  public func merge(_ account: AccountID, into other: AccountID, in transaction: any Transaction) async throws {
    for season in try await store.merge(account, into: other, in: transaction) {
      try await settler.rank(other, season, at: host.clock.now, in: transaction)
    }
  }
}

/// The library's entry point.
@c(soccer_predictions_plugin)
public func soccerPredictionsPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(SoccerPredictions.self) }

extension SoccerSettings.Feed {
  /// The feed these settings name.
  /// - Throws: ``FeedProblem`` when the table of competitions cannot be read.
  func make(folder: String) throws -> DirectoryFeed {
    let base = URL(fileURLWithPath: folder, isDirectory: true)
    let table = try CompetitionTable(contentsOf: base.appending(path: "Data/competitions.table"))
    let directory = directory.hasPrefix("/") ? URL(fileURLWithPath: directory) : base.appending(path: directory)
    let reader: any SeasonReader =
      provider == "openfootball" ? OpenFootballReader(table: table) : FieldhouseReader(table: table)
    return DirectoryFeed(directory: directory, reader: reader)
  }
}
