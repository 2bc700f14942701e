import FieldhouseAccounts
import FieldhouseHTTP
import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseNotifications
import FieldhouseRuntime
import FieldhouseStorage
import Foundation

/// The host's own services, before any plugin.
struct HostCore: Sendable {
  let configuration: HostConfiguration
  let log: JSONLog
  let clock: any HostClock
  let engine: any StorageEngine
  let scheduler: Scheduler
  let accounts: Accounts
  let accountsStorage: any NamespaceStorage
  let inbox: Inbox
  let boards: Boards
  let bus = EventBus()
  let carrier: EffectCarrier
  let live = LiveHub()
  let metrics = MetricRegistry()
  let outgoing = OutgoingPool()
  let texts: TextRegistry

  /// Opens the database and the host's namespaces and puts the services on them.
  /// - Throws: what keeps the host from starting, with a sentence for the operator.
  static func make(_ configuration: HostConfiguration, log: JSONLog) async throws -> HostCore {
    let clock = configuration.makeClock()
    try FileManager.default.createDirectory(
      atPath: configuration.data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let engine = try configuration.makeEngine(clock: clock)
    let host = try await engine.migrated("host", [Scheduler.migration])
    let accounts = try await engine.migrated("accounts", AccountsSchema.steps.map { ($0.id, $0.sql) })
    let inbox = try await engine.migrated("notifications", Inbox.migrations)
    return try HostCore(
      configuration: configuration, log: log, clock: clock, engine: engine, host: host, accounts: accounts, inbox: inbox
    )
  }

  private init(
    configuration: HostConfiguration, log: JSONLog, clock: any HostClock, engine: any StorageEngine,
    host: any NamespaceStorage, accounts storage: any NamespaceStorage, inbox inboxStorage: any NamespaceStorage
  ) throws {
    self.configuration = configuration
    self.log = log
    self.clock = clock
    self.engine = engine
    let texts = TextRegistry()
    self.texts = texts
    scheduler = Scheduler(clock: clock, storage: host, log: log.with(["part": "schedules"]))
    accountsStorage = storage
    accounts = try configuration.makeAccounts(storage, clock: clock, log: log.with(["part": "accounts"]))
    let live = self.live
    inbox = Inbox(
      storage: inboxStorage, clock: clock,
      render: { texts.text(plugin: $0, key: $1, language: $2, arguments: $3) },
      arrived: { recipients in
        for recipient in recipients { live.publish(topic: "inbox/\(recipient)", event: "notification", payload: [:]) }
      })
    boards = Boards(accounts: accounts, clock: clock)
    carrier = EffectCarrier(inbox: inbox, bus: bus, log: log.with(["part": "effects"]))
  }
}

extension StorageEngine {
  /// Opens one of the host's own namespaces with its tables in place.
  func migrated(_ id: String, _ migrations: [(id: String, sql: String)]) async throws -> any NamespaceStorage {
    let steps = migrations.map { Migration(id: $0.id, sql: $0.sql) }
    let storage = try await open(Namespace(id: id, migrations: steps))
    try await storage.migrate()
    return storage
  }
}
