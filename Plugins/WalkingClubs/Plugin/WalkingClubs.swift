public import FieldhouseKit
import Foundation

/// Walking clubs: fans walk for their football club. What they do is told by fitness challenges; here it becomes days, points and ranks.
public struct WalkingClubs: Plugin {
  let host: PluginHost
  let settings: WalkingSettings
  let reckoner: Reckoner
  let closer: Closer

  /// - Throws: `DecodingError` for settings that the manifest does not describe.
  public init(host: PluginHost) throws {
    self.host = host
    settings = try host.settings.decode()
    (reckoner, closer) = (Reckoner(host: host), Closer(host: host))
  }

  public func routes(_ routes: inout Routes) {
    joiningRoutes(&routes)
    dayRoutes(&routes)
    shareRoutes(&routes)
    seasonRoutes(&routes)
    boardRoutes(&routes)
    clubRoutes(&routes)
    walkRoutes(&routes)
    badgeRoutes(&routes)
    leagueRoutes(&routes)
  }

  public func start() async throws {
    try await host.events.subscribe("fitness-challenges.activities-changed") { event, transaction in
      try await heard(event, in: transaction)
    }
    try await host.events.subscribe("accounts.newcomer-settled") { event, transaction in
      try await settled(event, in: transaction)
    }
    let now = host.clock.now
    try await host.schedules.schedule("reckon", due: now) { due in try await reckon(due) }
    try await host.schedules.schedule("close", due: now) { due in try await close(due) }
    try await host.schedules.schedule("form", due: now) { due in try await form(due) }
    try await host.schedules.schedule("fixtures", due: now) { due in try await fixtures(due) }
  }

  /// What a person's own page watches is that person's alone.
  public func mayWatch(_ topic: LiveTopic, _ caller: Principal?) async throws -> Bool {
    topic.parameters["person"] == caller?.account.id.text
  }

  public func groupChanged(_ change: GroupChange, in transaction: any Transaction) async throws {
    try await Membership.follow(change, at: host.clock.now, in: transaction)
  }

  public func erase(_ account: AccountID, in transaction: any Transaction) async throws {
    try await PeopleStore.erase(account, at: host.clock.now, in: transaction)
  }

  public func merge(_ account: AccountID, into other: AccountID, in transaction: any Transaction) async throws {
    try await PeopleStore.merge(account, into: other, at: host.clock.now, in: transaction)
  }

  public func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> JSON? {
    try await PeopleStore.export(account, from: transaction)
  }
}

/// The library's entry point.
@c(walking_clubs_plugin)
public func walkingClubsPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(WalkingClubs.self) }
