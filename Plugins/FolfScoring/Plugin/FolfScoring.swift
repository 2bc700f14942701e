public import FieldhouseKit
import Foundation

/// Disc golf: courses, rounds that people join with three letters, a card that all of their phones write, results and
/// statistics.
public struct FolfScoring: Plugin {
  let host: PluginHost
  let courses: CourseStore
  /// Nil where the operator has set none.
  let weather: WeatherSource?

  /// - Throws: ``Problem`` when the shipped courses cannot be read; an error when the settings cannot.
  public init(host: PluginHost) throws {
    self.host = host
    courses = CourseStore(shipped: try ShippedCourses.read(folder: host.folder))
    let settings: FolfSettings = try host.settings.decode()
    weather = settings.weather.map { found in
      let base = URL(fileURLWithPath: host.folder, isDirectory: true)
      return WeatherSource(
        folder: found.directory.hasPrefix("/")
          ? URL(fileURLWithPath: found.directory, isDirectory: true) : base.appending(path: found.directory),
        name: found.source)
    }
  }

  public func routes(_ routes: inout Routes) {
    courseRoutes(&routes)
    roundRoutes(&routes)
    lobbyRoutes(&routes)
    entryRoutes(&routes)
    gameRoutes(&routes)
    claimRoutes(&routes)
    invitationRoutes(&routes)
    importRoutes(&routes)
    historyRoutes(&routes)
    peopleRoutes(&routes)
    profileRoutes(&routes)
    discRoutes(&routes)
    offlineRoutes(&routes)
    photoRoutes(&routes)
    proposalRoutes(&routes)
    ratingRoutes(&routes)
    eventRoutes(&routes)
    leagueRoutes(&routes)
    scoreShareRoutes(&routes)
    weatherRoutes(&routes)
    opinionRoutes(&routes)
  }

  /// A board is followed by whoever may see it.
  public func mayWatch(_ topic: LiveTopic, _ caller: Principal?) async throws -> Bool {
    guard topic.pattern == "events/{event}", let id = topic.parameters["event"] else { return false }
    let me = caller?.account.id
    return try await host.storage.read { transaction in
      guard let event = try await EventStore.find(id, in: transaction) else { return false }
      if event.isPublic || event.owner == me { return true }
      return try await EventStore.entrants(of: id, in: transaction).contains { $0.account == me && me != nil }
    }
  }

  public func start() async throws {
    try await beginRating()
    try await beginWeather()
  }

  public func erase(_ account: AccountID, in transaction: any Transaction) async throws {
    for file in try await PeopleStore.erase(account, at: host.clock.now, in: transaction) {
      try await host.media.remove(file)
    }
  }

  public func merge(_ account: AccountID, into other: AccountID, in transaction: any Transaction) async throws {
    try await PeopleStore.merge(account, into: other, at: host.clock.now, in: transaction)
  }

  public func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> JSON? {
    try await PeopleStore.export(account, from: transaction)
  }
}

/// The library's entry point.
@c(folf_scoring_plugin)
public func folfScoringPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(FolfScoring.self) }
