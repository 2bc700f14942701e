import FieldhouseKit
import Foundation

/// Services that do nothing and have only what a service must have. That this compiles shows that each requirement that
/// was added later has a default.
struct BareHost: HostClock, Storage, Authentication, Rights, Notifications, Leaderboards, Events, Schedules,
  OutgoingHTTP, Media, Texts, Settings, RuleModules, Log, Metrics
{
  struct NotThere: Error {}

  var now: Date { Date(timeIntervalSince1970: 0) }
  var values: JSON { ["points": 3] }
  var languages: [String] { ["en"] }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ReadTransaction) async throws -> Value
  ) async throws -> Value { throw NotThere() }
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Transaction) async throws -> Value
  ) async throws -> Value { throw NotThere() }

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
  func page(_ query: BoardQuery) async throws -> BoardPage { throw NotThere() }
  func entries(of accounts: [AccountID], on board: String, partition: String) async throws -> [BoardEntry] { [] }
  func members(
    _ accounts: [AccountID], on board: String, season: String?, partition: String
  ) async throws -> [MemberEntry] { [] }
  func teams(_ query: TeamQuery) async throws -> TeamPage { throw NotThere() }

  func subscribe(
    _ name: String, _ body: @escaping @Sendable (Event, any Transaction) async throws -> Void
  ) async throws {}
  func schedule(_ name: String, due: Date, _ body: @escaping @Sendable (Date) async throws -> Date?) async throws {}
  func cancel(_ name: String) async {}
  func send(_ request: OutgoingRequest) async throws -> OutgoingResponse { throw NotThere() }
  func store(_ bytes: [UInt8], contentType: String) async throws -> MediaFile { throw NotThere() }
  func file(_ id: String) async throws -> MediaFile? { nil }
  func remove(_ id: String) async throws {}
  func text(_ key: String, language: String, arguments: [String: String]) -> String { key }
  func function(_ name: String) -> (any RuleFunction)? { nil }
  func write(_ level: LogLevel, _ message: String, _ fields: [String: String]) {}
  func count(_ name: String, by amount: Int, labels: [String: String]) {}
  func gauge(_ name: String, _ value: Double, labels: [String: String]) {}
  func time(_ name: String, seconds: Double, labels: [String: String]) {}

  /// A plugin's host of these services, which knows of no other plugin unless told.
  var host: PluginHost {
    PluginHost(
      pluginID: "walks", folder: "plugins/walks", clock: self, storage: self, authentication: self, rights: self,
      notifications: self, leaderboards: self, events: self, schedules: self, http: self, media: self, texts: self,
      settings: self, rules: self, log: self, metrics: self)
  }
}
