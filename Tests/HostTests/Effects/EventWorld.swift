import FieldhouseKit
import FieldhouseRuntime
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Synchronization

@testable import FieldhouseHost

/// Keeps what was logged.
final class KeptLog: Log {
  typealias Line = (level: LogLevel, message: String, fields: [String: String])
  private let kept = Mutex<[Line]>([])

  var lines: [Line] { kept.withLock { $0 } }
  func write(_ level: LogLevel, _ message: String, _ fields: [String: String]) {
    kept.withLock { $0.append((level, message, fields)) }
  }
}

/// The lanes of a host, with subscribers that write down what they receive.
struct EventWorld: Sendable {
  static let migrations = LaneStore.migrations.map { Migration(id: $0.0, sql: $0.1) }

  struct Refusal: Error {}

  let database: TestDatabase
  let host: any NamespaceStorage
  let clock = StandingClock()
  let rules: LaneRules

  init(_ database: TestDatabase, tries: Int = 3, patience: Duration = Patience.ofPlugins) async throws {
    self.database = database
    host = try await database.open("host", Self.migrations)
    rules = LaneRules(subscriptionAge: .seconds(86_400), tries: tries, patience: patience)
  }

  func bus() -> EventBus { EventBus(storage: host, rules: rules, clock: clock, log: KeptLog()) }

  /// A namespace for a subscriber.
  func storage(_ id: String) async throws -> any NamespaceStorage {
    try await database.open(
      id, [Migration(id: "1", sql: "create table received (place integer primary key, n integer not null)")])
  }

  /// Has a subscriber hear of `a.told`.
  /// - Parameter refuses: the events that it fails at.
  @discardableResult
  func subscribe(
    _ id: String, _ storage: any NamespaceStorage, on bus: EventBus,
    refuses: @escaping @Sendable (Int) async throws -> Bool = { _ in false }
  ) async throws -> KeptLog {
    let log = KeptLog()
    try await bus.attach(id, to: ["a.told"], log: log)
    try await bus.events(of: id, declared: ["a.told"], storage: storage).subscribe("a.told") { event, transaction in
      let number = event.payload.int ?? -1
      try await transaction.execute("insert into received (n) values (\(number))")
      if try await refuses(number) { throw Refusal() }
    }
    return log
  }

  /// Emits `a.told` with these numbers.
  func emit(_ numbers: some Sequence<Int>, on bus: EventBus) async throws {
    try await bus.add(
      numbers.map { ("a/\($0)", Event(name: "a.told", payload: .integer(Int64($0)))) })
  }

  /// What a subscriber has received, in order.
  func received(_ storage: any NamespaceStorage) async throws -> [Int] {
    try await storage.read { try await $0.query("select n from received order by place").map { try $0[0] } }
  }

  /// What the host says of its subscribers.
  func parts(_ bus: EventBus) async -> [PartHealth] {
    let watch = HealthWatch([bus.store.probe(rules, switchedOff: [])])
    await watch.look()
    return watch.parts
  }

  /// Runs buses for the length of a body.
  func running(_ buses: EventBus..., body: () async throws -> Void) async throws {
    let tasks = buses.map { bus in Task { await bus.run() } }
    defer { for task in tasks { task.cancel() } }
    try await body()
  }
}
