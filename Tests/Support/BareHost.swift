public import FieldhouseKit
public import Foundation

/// Services that do nothing and have only what a service must have. That this compiles shows that each requirement that
/// was added later has a default.
public struct BareHost: HostClock, Storage, Authentication, Rights, Notifications, Leaderboards, Events, Schedules,
  OutgoingHTTP, Media, Texts, Settings, RuleModules, Log, Metrics
{
  /// What is not there.
  public struct NotThere: Error {
    /// It is not there.
    public init() {}
  }

  /// The services.
  public init() {}

  public var now: Date { Date(timeIntervalSince1970: 0) }
  public var values: JSON { ["points": 3] }
  public var languages: [String] { ["en"] }

  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ReadTransaction) async throws -> Value
  ) async throws -> Value { throw NotThere() }
  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Transaction) async throws -> Value
  ) async throws -> Value { throw NotThere() }

  public func account(forToken token: String) async throws -> Principal? { nil }
  public func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account] { [:] }
  public func following(of id: AccountID) async throws -> [AccountID] { [] }
  public func friends(of id: AccountID) async throws -> [AccountID] { [] }
  public func bodyData(of id: AccountID) async throws -> BodyData? { nil }

  public func has(_ permission: String, _ account: AccountID, in scope: Scope) async throws -> Bool { false }
  public func permits(_ caller: Principal, _ permission: String, in scope: Scope) async throws -> Bool { false }
  public func grants(of account: AccountID) async throws -> [Grant] { [] }
  public func holders(in scope: Scope, after: Grant?, limit: Int) async throws -> [Grant] { [] }

  public func send(_ notification: NotificationRequest) async throws {}
  public func page(_ query: BoardQuery) async throws -> BoardPage { throw NotThere() }
  public func entries(of accounts: [AccountID], on board: String, partition: String) async throws -> [BoardEntry] { [] }
  public func members(
    _ accounts: [AccountID], on board: String, season: String?, partition: String
  ) async throws -> [MemberEntry] { [] }
  public func teams(_ query: TeamQuery) async throws -> TeamPage { throw NotThere() }

  public func subscribe(
    _ name: String, _ body: @escaping @Sendable (Event, any Transaction) async throws -> Void
  ) async throws {}
  public func schedule(_ name: String, due: Date, _ body: @escaping @Sendable (Date) async throws -> Date?) async throws
  {}
  public func cancel(_ name: String) async {}
  public func send(_ request: OutgoingRequest) async throws -> OutgoingResponse { throw NotThere() }
  public func store(_ bytes: [UInt8], contentType: String) async throws -> MediaFile { throw NotThere() }
  public func file(_ id: String) async throws -> MediaFile? { nil }
  public func remove(_ id: String) async throws {}
  public func text(_ key: String, language: String, arguments: [String: String]) -> String { key }
  public func function(_ name: String) -> (any RuleFunction)? { nil }
  public func write(_ level: LogLevel, _ message: String, _ fields: [String: String]) {}
  public func count(_ name: String, by amount: Int, labels: [String: String]) {}
  public func gauge(_ name: String, _ value: Double, labels: [String: String]) {}
  public func time(_ name: String, seconds: Double, labels: [String: String]) {}

  /// A plugin's host of these services, which knows of no other plugin.
  public func host(_ id: String = "walks", folder: String = "plugins/walks") -> PluginHost {
    PluginHost(
      pluginID: id, folder: folder, clock: self, storage: self, authentication: self, rights: self,
      notifications: self, leaderboards: self, events: self, schedules: self, http: self, media: self, texts: self,
      settings: self, rules: self, log: self, metrics: self)
  }
}
