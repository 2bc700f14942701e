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
  let closings = Closings()
  let reminders: ClosingReminders
  let tracker: FeedTracker
  let placeTable: PlaceTable
  let tables = TableMemory()

  public init(host: PluginHost) throws { try self.init(host: host, window: FeedLedger.window) }

  /// - Parameter window: in what time three calls of providers are made at most, in seconds.
  init(host: PluginHost, window: Double) throws {
    self.host = host
    let settings: SoccerSettings = try host.settings.decode()
    self.settings = settings
    let scoring = try Scoring(settings, rules: host.rules)
    store = PredictionStore(storage: host.storage)
    placeTable = try PlaceTable(contentsOf: host.dataFile("places.table"))
    settler = Settler(store: store, scoring: scoring, catalogue: catalogue, host: host)
    reminders = ClosingReminders(
      host: host, store: store, catalogue: catalogue, closings: closings, lead: settings.reminderMinutes * 60)
    tracker = FeedTracker(
      feed: try settings.feed.make(for: host, window: window),
      keeper: IdentityKeeper(storage: host.storage, table: try TeamTable(contentsOf: host.dataFile("teams.table"))),
      settler: settler, reminders: reminders, poll: settings.feed.lookSeconds, disclosure: settings.feed.disclosure)
  }

  public func routes(_ routes: inout Routes) {
    leagueRoutes(&routes)
    matchRoutes(&routes)
    predictionRoutes(&routes)
    favouriteRoutes(&routes)
    cardRoutes(&routes)
    operatorRoutes(&routes)
    challengeRoutes(&routes)
    groupRoutes(&routes)
    groupLimitRoutes(&routes)
    guestRoutes(&routes)
    standingRoutes(&routes)
    doubtRoutes(&routes)
    updateRoutes(&routes)
    todayRoutes(&routes)
    groupBoardRoutes(&routes)
    ruleRoutes(&routes)
    guideRoutes(&routes)
    aroundRoutes(&routes)
    groundRoutes(&routes)
    questionRoutes(&routes)
    leagueRuleRoutes(&routes)
    logoRoutes(&routes)
  }

  /// - Throws: ``FeedProblem`` when the feed cannot be read at all.
  public func validate() async throws { try await tracker.feed.check() }

  public func start() async throws {
    try await host.events.subscribe("accounts.invitation-accepted") { event, transaction in
      try await came(event, in: transaction)
    }
    try await tracker.begin()
    try await host.schedules.schedule("feed", due: host.clock.now) { [tracker] due in try await tracker.step(due) }
  }

  public func stop() async {
    tracker.stop()
    await tracker.feed.close()
  }

  public func health() async -> Health {
    let health = tracker.watch.health
    guard health.state == .ok, let waiting = try? await openDoubts(), waiting > 0 else { return health }
    return .notice(
      "\(waiting) cases wait for you to say whether a match or team is another one.",
      remedy: "Decide them on /soccer-predictions/operators.")
  }

  /// There is a feed of each match, for everybody.
  public func mayWatch(_ topic: LiveTopic, _ caller: Principal?) async throws -> Bool {
    guard topic.pattern == "feeds/match/{thing}", let match = topic.parameters["thing"] else { return false }
    return (try? catalogue.reading.match(match)) != nil
  }

  public func erase(_ account: AccountID, in transaction: any Transaction) async throws {
    try await store.erase(account, in: transaction)
    try await challenges.erase(account, in: transaction)
    try await QuestionStore.erase(account, in: transaction)
    try await GuestStore.erase(account, in: transaction)
  }

  public func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> JSON? {
    let own = try await store.export(account, from: transaction)
    let challenges = try await challenges.export(account, from: transaction)
    let answers = try await QuestionStore.export(account, from: transaction)
    let invitations = try await GuestStore.export(account, from: transaction)
    guard !challenges.isEmpty || !answers.isEmpty || !invitations.isEmpty else { return own }
    var all = own?.object ?? [:]
    if !challenges.isEmpty { all["challenges"] = .array(challenges) }
    if !answers.isEmpty { all["answers"] = .array(answers) }
    if !invitations.isEmpty { all["groupInvitations"] = .array(invitations) }
    return .object(all)
  }

  public func merge(_ account: AccountID, into other: AccountID, in transaction: any Transaction) async throws {
    try await challenges.merge(account, into: other, at: host.clock.now, in: transaction)
    try await QuestionStore.merge(account, into: other, in: transaction)
    try await GuestStore.merge(account, into: other, in: transaction)
    for season in try await store.merge(account, into: other, in: transaction) {
      try await settler.rank(other, season, at: host.clock.now, in: transaction)
    }
  }
}

// What becomes of people and groups.
extension SoccerPredictions {
  public func blocked(_ account: AccountID, by other: AccountID, in transaction: any Transaction) async throws {
    try await challenges.remove(ChallengePair(account, other), in: transaction)
    try await GuestStore.part(account, other, in: transaction)
  }

  public func groupChanged(_ change: GroupChange, in transaction: any Transaction) async throws {
    guard change.kind == .edited else { return }
    try await checkLimits(change, in: transaction)
    try await tellChanged(change.group.id, by: change.by, in: transaction)
  }
}

/// The library's entry point.
@c(soccer_predictions_plugin)
public func soccerPredictionsPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(SoccerPredictions.self) }

extension PluginHost {
  /// A file that ships with the plugin's data.
  func dataFile(_ name: String) -> URL {
    URL(fileURLWithPath: folder, isDirectory: true).appending(path: "Data/\(name)")
  }
}

extension SoccerSettings.Feed {
  /// The feed these settings name.
  /// - Throws: ``FeedProblem`` when the table of competitions cannot be read, or what the feed needs is not among the settings.
  func make(for host: PluginHost, window: Double) throws -> any MatchFeed {
    let base = URL(fileURLWithPath: host.folder, isDirectory: true)
    let table = try CompetitionTable(contentsOf: base.appending(path: "Data/competitions.table"))
    if provider == "http" { return try called(host, table, window) }
    guard let directory else {
      throw FeedProblem(code: "feed-directory", detail: "\"directory\" is missing in the feed's settings")
    }
    let folder = directory.hasPrefix("/") ? URL(fileURLWithPath: directory) : base.appending(path: directory)
    let reader: any SeasonReader =
      provider == "openfootball" ? OpenFootballReader(table: table) : FieldhouseReader(table: table)
    return DirectoryFeed(directory: folder, reader: reader)
  }

  private func called(_ host: PluginHost, _ table: CompetitionTable, _ window: Double) throws -> ProviderFeed {
    guard let sources, !sources.isEmpty else {
      throw FeedProblem(code: "feed-sources", detail: "\"sources\" is missing in the feed's settings")
    }
    var names: [String: Int] = [:]
    let all = sources.map { source -> ProviderSource in
      names[source.provider, default: 0] += 1
      let number = names[source.provider] ?? 1
      let format = source.format
      return ProviderSource(
        name: number == 1 ? source.provider : "\(source.provider)-\(number)", format: format,
        address: source.address ?? format.address, key: source.key, seasons: source.seasons)
    }
    let rhythm = ProviderFeed.Rhythm(
      poll: pollSeconds, live: min(pollSeconds, liveSeconds ?? 30), fallback: fallbackSeconds ?? 600)
    return try ProviderFeed(
      all, rhythm, table: table, storage: host.storage, http: host.http, clock: host.clock, window: window)
  }
}
