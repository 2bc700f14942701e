internal import FieldhouseKit

/// Replaces all namespaces of a server by others that lie beside them, in one transaction.
///
/// What is to come lies in schemas named with ``staged``, what goes is kept in schemas named with ``kept``. An empty schema
/// marks that it has not happened yet: it goes in the same transaction.
struct ServerSwitch: Sendable {
  let engine: PostgreSQLEngine
  /// Names the switch: 8 letters and digits.
  let id: String
  /// Begins the names of the schemas that come in.
  let staged: String
  /// Whether they belong to roles of their own, which go.
  let hasOwnRoles: Bool

  /// A switch to namespaces that are copied to an engine of that beginning before.
  static func ofRestore(_ engine: PostgreSQLEngine, id: String) -> ServerSwitch {
    ServerSwitch(engine: engine, id: id, staged: "\(engine.options.prefix)new\(id)", hasOwnRoles: true)
  }

  /// A switch back to what another one has kept.
  static func ofUndoing(_ engine: PostgreSQLEngine, kept other: String, id: String) -> ServerSwitch {
    ServerSwitch(engine: engine, id: id, staged: "\(engine.options.prefix)kept\(other)", hasOwnRoles: false)
  }

  private var kept: String { "\(engine.options.prefix)kept\(id)" }
  private var mark: String { "\(engine.options.prefix)mark\(id)" }
  private var void: String { "\(engine.options.prefix)void\(id)" }

  /// Marks that it has not happened yet, in a session that ``PostgreSQLEngine/forgetStaged()`` ends.
  func prepare() async throws {
    let session = PostgreSQLEngine.session(of: ServerSwitch.ofRestore(engine, id: id).staged)
    try await engine.withHostConnection { [mark] connection in
      try connection.queueOnce("select set_config('application_name', ?1, false)", [.text(session)])
      try connection.queueOnce("create schema \"\(mark)\"")
      _ = try await connection.exchange()
      // It is named as what it is not.
      connection.close()
    }
  }

  /// Sees to it that it does not happen any more, unless it has happened: what a process that was killed has sent may
  /// still be on its way to the server.
  /// - Returns: whether it has happened.
  func settle() async throws -> Bool {
    try await engine.withHostConnection { [mark, void] connection in
      try connection.queueOnce("begin isolation level read committed")
      try connection.queueOnce("set local statement_timeout = 0")
      try connection.queueOnce("select pg_advisory_xact_lock(hashtext(?1))", [.text(mark)])
      _ = try await connection.exchange()
      let marks = try await connection.schemas(mark)
      if !marks.isEmpty { try connection.queueOnce("alter schema \"\(mark)\" rename to \"\(void)\"") }
      try connection.queueOnce("commit")
      _ = try await connection.exchange()
      return try await connection.schemas(void).isEmpty
    }
  }

  /// Makes it happen.
  /// - Throws: ``StorageError`` `storage-unavailable` when a host is connected to the database.
  func run() async throws {
    try await RolesChanged.repeating {
      try await engine.whileAlone { connection in try await RolesChanged.telling { try await change(connection) } }
    }
  }

  private func change(_ connection: ServerConnection) async throws {
    try connection.queueOnce("begin isolation level read committed")
    try connection.queueOnce("set local statement_timeout = 0")
    try connection.queueOnce("select pg_advisory_xact_lock(hashtext(?1))", [.text(mark)])
    // What opens a namespace waits for this lock and finds the new one.
    let coming = try await connection.namespaces(staged)
    let going = try await connection.namespaces(engine.options.prefix)
    for id in Set(coming + going).sorted() {
      try connection.queueOnce(
        "select pg_advisory_xact_lock(hashtext(?1))", [.text("\(engine.options.prefix)_\(id)")])
    }
    try await connection.checkAlone(engine.options.prefix)
    for id in going { try putAside(id, connection) }
    for id in coming { try await takeIn(id, connection) }
    try connection.queueOnce("drop schema \"\(mark)\"")
    try connection.queueOnce("commit")
    _ = try await connection.exchange()
    for id in coming { try? await connection.analyse("\(engine.options.prefix)_\(id)", least: 0) }
  }

  private func putAside(_ id: String, _ connection: ServerConnection) throws {
    let schema = "\(engine.options.prefix)_\(id)"
    try connection.queueOnce("revoke all on schema \"\(schema)\" from \"\(schema)\"")
    try connection.queueOnce("alter schema \"\(schema)\" rename to \"\(kept)_\(id)\"")
  }

  private func takeIn(_ id: String, _ connection: ServerConnection) async throws {
    let (schema, coming) = ("\(engine.options.prefix)_\(id)", "\(staged)_\(id)")
    try await connection.makeRole(schema)
    try connection.queueOnce("alter schema \"\(coming)\" rename to \"\(schema)\"")
    try connection.queueOnce("select set_config('search_path', ?1, true)", [.text("\"\(schema)\"")])
    if hasOwnRoles {
      try connection.queueOnce("reassign owned by \"\(coming)\" to \"\(schema)\"")
      try connection.queueOnce("drop owned by \"\(coming)\"")
      try connection.queueOnce("drop role \"\(coming)\"")
    }
    for statement in ServerConnection.grants(schema) { try connection.queueOnce(statement) }
  }
}

extension PostgreSQLEngine {
  /// An engine whose namespaces come in with a switch of that id.
  func staging(_ id: String) -> PostgreSQLEngine {
    var own = options
    own.prefix = ServerSwitch.ofRestore(self, id: id).staged
    return PostgreSQLEngine(address: address, options: own)
  }

  /// Removes what restores into this database that were given up have left; a session of theirs that still does what it
  /// was told last ends first. A role is made and goes together with its schema; those without one here belong to
  /// restores into other databases of the server.
  func forgetStaged() async throws {
    let prefix = options.prefix
    try await withHostConnection { connection in
      try await connection.endSessions(named: PostgreSQLEngine.session(of: "\(prefix)new[0-9a-z]{8}"))
      for kind in ["mark", "void"] {
        for schema in try await connection.schemas(prefix + kind) {
          try connection.queueOnce("drop schema if exists \"\(schema)\" cascade")
          _ = try await connection.exchange()
        }
      }
      for name in try await connection.schemas("\(prefix)new") { try await connection.removeWithRole(name) }
    }
  }

  /// Removes what a switch has kept; with an empty id, what all of them have.
  func forgetKept(_ id: String) async throws {
    let prefix = options.prefix
    try await withHostConnection { connection in
      for schema in try await connection.schemas("\(prefix)kept\(id)") {
        try connection.queueOnce("drop schema \"\(schema)\" cascade")
        _ = try await connection.exchange()
      }
    }
  }
}

extension ServerConnection {
  func schemas(_ start: String) async throws -> [String] {
    try queueOnce(
      "select nspname::text from pg_catalog.pg_namespace where starts_with(nspname, ?1) order by 1", [.text(start)])
    return try await exchange().last?.rows.map { try $0[0] } ?? []
  }

  /// The last words of the names of schemas, as they stand there.
  fileprivate func namespaces(_ prefix: String) async throws -> [String] {
    try await schemas(prefix + "_").map { String($0.dropFirst(prefix.utf8.count + 1)) }
  }

  /// Removes a schema and the role of the same name.
  func removeWithRole(_ name: String) async throws {
    try queueOnce("begin isolation level read committed")
    try queueOnce("set local statement_timeout = 0")
    try queueOnce("drop schema \"\(name)\" cascade")
    try queueOnce("select 1 from pg_catalog.pg_roles where rolname = ?1", [.text(name)])
    if try await !exchange()[3].rows.isEmpty {
      try queueOnce("drop owned by \"\(name)\"")
      try queueOnce("drop role \"\(name)\"")
    }
    try queueOnce("commit")
    _ = try await exchange()
  }
}
