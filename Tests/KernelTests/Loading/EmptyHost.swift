import FieldhouseKit
import Foundation

/// Services that are there and do nothing, for plugins that only come to life.
struct EmptyServices: Storage, Authentication, Rights, Notifications, Leaderboards, Events, Schedules, Media {
  struct Missing: Error {}

  func read<Value: Sendable>(_ body: @Sendable (any ReadTransaction) async throws -> Value) async throws -> Value {
    throw Missing()
  }
  func write<Value: Sendable>(_ body: @Sendable (any Transaction) async throws -> Value) async throws -> Value {
    throw Missing()
  }
  func account(forToken token: String) async throws -> Principal? { nil }
  func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account] { [:] }
  func following(of id: AccountID) async throws -> [AccountID] { [] }
  func friends(of id: AccountID) async throws -> [AccountID] { [] }
  func bodyData(of id: AccountID) async throws -> BodyData? { nil }
  func has(_ permission: String, _ account: AccountID, in scope: Scope) async throws -> Bool { false }
  func permits(_ caller: Principal, _ permission: String, in scope: Scope) async throws -> Bool { false }
  func grants(of account: AccountID) async throws -> [Grant] { [] }
  func holders(in scope: Scope, after: Grant?, limit: Int) async throws -> [Grant] { [] }
  func send(_ notification: NotificationRequest) async throws {}
  func page(_ query: BoardQuery) async throws -> BoardPage { throw Missing() }
  func entries(of accounts: [AccountID], on board: String, partition: String) async throws -> [BoardEntry] { [] }
  func members(
    _ accounts: [AccountID], on board: String, season: String?, partition: String
  ) async throws -> [MemberEntry] { [] }
  func teams(_ query: TeamQuery) async throws -> TeamPage { throw Missing() }
  func subscribe(_ name: String, _ body: @escaping @Sendable (Event, any Transaction) async throws -> Void) async {}
  func schedule(_ name: String, due: Date, _ body: @escaping @Sendable (Date) async throws -> Date?) async {}
  func cancel(_ name: String) async {}
  func store(_ bytes: [UInt8], contentType: String) async throws -> MediaFile { throw Missing() }
  func file(_ id: String) async throws -> MediaFile? { nil }
  func remove(_ id: String) async throws {}
}

/// The further services that are there and do nothing.
struct EmptyExtras: OutgoingHTTP, Texts, Settings, RuleModules, Log, Metrics, HostClock {
  let values: JSON = [:]
  let languages: [String] = []
  let now = Date(timeIntervalSince1970: 0)

  func send(_ request: OutgoingRequest) async throws -> OutgoingResponse { throw EmptyServices.Missing() }
  func text(_ key: String, language: String, arguments: [String: String]) -> String { key }
  func function(_ name: String) -> (any RuleFunction)? { nil }
  func write(_ level: LogLevel, _ message: String, _ fields: [String: String]) {}
  func count(_ name: String, by amount: Int, labels: [String: String]) {}
  func gauge(_ name: String, _ value: Double, labels: [String: String]) {}
  func time(_ name: String, seconds: Double, labels: [String: String]) {}
}

extension PluginHost {
  /// A host whose services do nothing.
  static func empty(_ id: String, folder: String) -> PluginHost {
    let services = EmptyServices()
    let extras = EmptyExtras()
    return PluginHost(
      pluginID: id, folder: folder, clock: extras, storage: services, authentication: services, rights: services,
      notifications: services,
      leaderboards: services, events: services, schedules: services, http: extras, media: services, texts: extras,
      settings: extras, rules: extras, log: extras, metrics: extras)
  }
}
