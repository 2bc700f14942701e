import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation

@testable import SoccerPredictions

/// The plugin as a host runs it: on a real store, with a feed of files in a folder, at a time that the test sets.
struct SoccerWorld: Sendable {
  let plugin: SoccerPredictions
  let clock: StandingClock
  let people = People()
  let storage: any NamespaceStorage
  private let schedules = HandSchedules()
  private let routes: RouteTable
  private let feed: URL

  /// Where the plugin's own files lie.
  private static var folder: String { shippedData.deletingLastPathComponent().path }

  private init(
    _ database: TestDatabase, season: String, settings: JSONObject, rules: any RuleModules
  ) async throws {
    feed = FileManager.default.temporaryDirectory.appending(path: "soccer-\(UUID())")
    try FileManager.default.createDirectory(at: feed, withIntermediateDirectories: true)
    try Data(season.utf8).write(to: feed.appending(path: "england.season"))
    clock = StandingClock(try instant(SampleSeason.morning))
    let sql = try String(contentsOfFile: Self.folder + "/migrations/0001-predictions.sql", encoding: .utf8)
    storage = try await database.open(
      "soccer-predictions", [Migration(id: "0001-predictions", sql: sql)],
      boards: [
        BoardDeclaration(
          id: "league", title: "League", operator: .latest,
          tieBreaks: [.init(column: "exactScores"), .init(column: "correctWins")])
      ])
    let unused = Unused()
    let host = PluginHost(
      pluginID: "soccer-predictions", folder: Self.folder, clock: clock, storage: storage, authentication: people,
      rights: unused, notifications: unused, leaderboards: LedgerBoards(storage: storage), events: unused,
      schedules: schedules, http: unused, media: unused, texts: unused,
      settings: GivenSettings(values: Self.values(feed: feed.path, settings)), rules: rules, log: unused,
      metrics: unused)
    let plugin = try SoccerPredictions(host: host)
    self.plugin = plugin
    routes = RouteTable { plugin.routes(&$0) }
    try await plugin.validate()
    try await plugin.start()
  }

  /// Runs a test in a world of its own on one engine.
  static func run(
    on engine: TestEngine, season: String = SampleSeason.text(), settings: JSONObject = [:],
    rules: any RuleModules = HandRule(name: "") { _ in .integer(0) }, _ body: (SoccerWorld) async throws -> Void
  ) async throws {
    try await engine.run { database in
      let world = try await SoccerWorld(database, season: season, settings: settings, rules: rules)
      defer { try? FileManager.default.removeItem(at: world.feed) }
      try await body(world)
    }
  }

  /// The defaults of the manifest with what the operator set.
  private static func values(feed: String, _ settings: JSONObject) -> JSON {
    var values: JSONObject = [
      "feed": ["provider": "fieldhouse", "directory": .string(feed), "pollSeconds": 300],
      "points": ["win": 3, "score": 2, "scorer": 1], "postponed": "keep", "abandoned": "void", "awarded": "void",
    ]
    for (name, value) in settings { values[name] = value }
    return .object(values)
  }

  /// Puts the clock at an instant and does what is due then.
  /// - Returns: when something is due next.
  @discardableResult
  func play(until text: String) async throws -> Date? {
    clock.set(try instant(text))
    return try await schedules.run("feed", due: clock.now)
  }

  /// Replaces or adds a file of the feed, read at the next poll; nil removes it.
  func publish(_ text: String?, as file: String = "england.season") throws {
    let url = feed.appending(path: file)
    if let text { try Data(text.utf8).write(to: url) } else { try FileManager.default.removeItem(at: url) }
  }

  /// Calls a route as a person, or as nobody.
  @discardableResult
  func call(
    _ method: FieldhouseKit.Method, _ path: String, _ body: JSON? = nil, as person: String? = nil
  ) async throws -> JSON {
    let account = person.map { Account(id: AccountID($0), kind: .user, name: $0) }
    return try await routes.call(method, path, body, as: account, at: clock.now, in: storage).body
  }

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

  /// The people on the league's board as "rank name score", best first.
  func board(_ query: String = "") async throws -> [String] {
    let page = try await call(.get, "/leagues/en.1/leaderboard?season=2024-25" + query)
    return (page["items"]?.array ?? []).map {
      "\($0["rank"]?.int ?? 0) \($0["account"]?["id"]?.string ?? "") \($0["score"]?.int ?? -1)"
    }
  }

  /// What those who watch were told since the number, and the number of the last.
  func told(since number: Int64 = 0) async throws -> (events: [(topic: String, payload: JSON)], last: Int64) {
    let page = try await storage.liveEvents(after: number, limit: 1_000)
    return (try page.events.map { ($0.topic, try JSON(parsing: $0.payload)) }, page.events.last?.number ?? number)
  }

  /// The events that other plugins are to be told of.
  func events() async throws -> [Event] {
    try await storage.pendingEffects(after: 0, limit: 1_000).compactMap { effect in
      guard case .event(_, let event) = effect else { return nil }
      return event
    }
  }

  /// The code of the problem that a call meets.
  func problem(_ body: () async throws -> JSON) async -> String? {
    do {
      _ = try await body()
      return nil
    } catch {
      return (error as? Problem).map { "\($0.status) \($0.code)" } ?? "\(error)"
    }
  }
}
