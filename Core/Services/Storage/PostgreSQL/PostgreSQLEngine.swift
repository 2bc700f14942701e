internal import FieldhouseKit
internal import Foundation
internal import Synchronization

/// The engine for PostgreSQL 15 and what speaks its protocol: each namespace is a schema and a role.
///
/// Isolation: write transactions are serializable and run again after conflicts, reads see a snapshot. Durability: a
/// write that has returned is as durable as the server's settings make it. Any number of processes may use a database.
public final class PostgreSQLEngine: StorageEngine {
  public let name = "postgresql"
  let pool: ServerPool
  let options: PostgreSQLOptions
  let address: String
  private let opened = Mutex<Set<String>>([])
  private let heart: ServerPulse
  private let upkeep: ServerUpkeep

  /// An engine on a server. It connects when it is needed first.
  /// - Parameter address: a connection string of libpq, e.g. `postgresql://user@host/database`. The user may create
  ///   schemas and roles in the database.
  public init(address: String, options: PostgreSQLOptions = PostgreSQLOptions()) {
    self.options = options
    self.address = address
    pool = ServerPool(
      address: address, largest: options.connections, linger: options.linger, limits: options.limits,
      loops: ProcessInfo.processInfo.activeProcessorCount / 4, session: Self.session(of: options.prefix))
    upkeep = ServerUpkeep(pool)
    heart = ServerPulse(address: address, session: Self.session(of: options.prefix), limits: options.limits, pool: pool)
  }

  /// What the server shows of whose its sessions are.
  /// How the server names the sessions of an engine, by the beginning of its names.
  static func session(of prefix: String) -> String { "fieldhouse/\(prefix)" }

  public func open(_ namespace: Namespace) async throws -> any NamespaceStorage {
    try namespace.checkID()
    guard opened.withLock({ $0.insert(namespace.id).inserted }) else {
      throw StorageError(.namespace, "The namespace '\(namespace.id)' is open already.")
    }
    let schema = schema(of: namespace.id)
    do {
      try await createNamespace(schema, for: RightsLedger(namespace, .postgreSQL))
    } catch {
      _ = opened.withLock { $0.remove(namespace.id) }
      throw error
    }
    let opened = ServerNamespace(namespace, schema: schema, pool: pool, options: options)
    upkeep.add(opened)
    return opened
  }

  private func createNamespace(_ schema: String, for ledger: RightsLedger) async throws {
    try await RolesChanged.repeating {
      try await withHostConnection { connection in
        try await RolesChanged.telling { try await connection.createNamespace(schema, for: ledger) }
      }
    }
  }

  /// Whether this engine has a namespace open.
  func isOpen(_ id: String) -> Bool { opened.withLock { $0.contains(id) } }

  public func plan(_ namespace: Namespace) async throws -> MigrationPlan {
    try namespace.checkID()
    let schema = schema(of: namespace.id)
    let rows = try await withHostConnection { try await $0.appliedMigrations(schema) }
    return try MigrationLedger.plan(namespace, applied: MigrationLedger.applied(rows))
  }

  public func namespaces() async throws -> [String] {
    let start = options.prefix + "_"
    let rows = try await withHostConnection {
      try $0.queueOnce("select nspname from pg_catalog.pg_namespace where starts_with(nspname, ?1)", [.text(start)])
      return try await $0.exchange()[0].rows
    }
    return try rows.map { row in
      String((try row[0] as String).dropFirst(start.count)).replacingOccurrences(of: "_", with: "-")
    }.sorted()
  }

  public func close() async {
    upkeep.close()
    pool.close()
    heart.close()
  }

  public func pulses() -> [StoragePulse] {
    let ids = opened.withLock { $0 }
    guard let id = ids.contains("host") ? "host" : ids.min() else { return [] }
    let whole = StoragePulse(namespace: nil) { [heart, options, schema = schema(of: id)] in
      await heart.take(in: schema, at: options.now().millisecondsSince1970)
    }
    let shortages = pool.shortages
    return [whole]
      + ids.sorted().compactMap { id in
        shortages.first { $0.schema == schema(of: id) }.map { shortage in
          StoragePulse(namespace: id) { shortage.health }
        }
      }
  }

  func schema(of id: String) -> String { options.prefix + "_" + id.replacingOccurrences(of: "-", with: "_") }

  /// Runs `body` on a connection with the rights of the host's own user.
  func withHostConnection<Value: Sendable>(
    _ body: @escaping @Sendable (ServerConnection) async throws -> Value
  ) async throws -> Value {
    do { return try await pool.withHostConnection(body) } catch { throw ServerTransaction.visible(error) }
  }
}
