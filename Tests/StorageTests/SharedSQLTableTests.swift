internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Testing

@testable internal import FieldhouseStorage

/// Statements on both engines: answered alike, or refused by both.
@Suite("The shared SQL on both engines", .storageWorld)
struct SharedSQLTableTests {
  private static let tables = [
    "create table players (id text not null primary key, shirt integer not null, pace real, photo blob, club text)",
    "create table clubs (id text not null primary key, founded integer not null)",
  ]
  private static let rows = [
    "insert into clubs values ('reds', 1901), ('blues', 1950)",
    "insert into players (id, shirt, pace, club) values ('ann', 7, 1.5, 'reds'), ('Bob', 9, 2.5, 'reds'), "
      + "('cat', 10, null, 'blues'), ('dan', -3, 4.0, null)",
  ]

  private static func answer(_ sql: SQL, on storage: any NamespaceStorage) async -> String {
    do {
      return try await storage.write { transaction in
        let rows = try await transaction.query(sql).map { "\($0.values)" }
        return "answered \(rows)"
      }
    } catch let error as StorageError {
      return "refused \(error.code.name)"
    } catch {
      return "\(error)"
    }
  }

  /// A namespace with its rows.
  static func filled(_ kind: EngineKind) async throws -> any NamespaceStorage {
    let storage = try await StorageWorld.current.open(kind, tables[0], tables[1])
    for row in rows { try await storage.execute(SQL(stringLiteral: row)) }
    return storage
  }

  /// The answers of SQLite and PostgreSQL.
  static func answers(_ statements: [SQL]) async throws -> [(sqlite: String, server: String)] {
    var all: [[String]] = []
    for kind in EngineKind.available {
      let storage = try await filled(kind)
      var answers: [String] = []
      for statement in statements { answers.append(await answer(statement, on: storage)) }
      all.append(answers)
    }
    return Array(zip(all[0], all[1])).map { (sqlite: $0.0, server: $0.1) }
  }

  @Test func `is answered alike`() async throws {
    let statements = SharedSQLStatements.answered
    for (statement, answer) in zip(statements, try await Self.answers(statements)) {
      #expect(answer.sqlite == answer.server, "\(statement.text)")
      #expect(answer.sqlite.hasPrefix("answered"), "\(statement.text)")
    }
    print("shared SQL: \(statements.count) statements answered alike")
  }

  @Test func `takes values that go with their columns`() async throws {
    let statements = SharedSQLStatements.fitting
    for (statement, answer) in zip(statements, try await Self.answers(statements)) {
      #expect(answer.sqlite == answer.server, "\(statement.text)")
      #expect(answer.sqlite.hasPrefix("answered"), "\(statement.text)")
    }
  }

  @Test func `refuses values that do not go with their columns, for one reason on both`() async throws {
    let statements = SharedSQLStatements.unfitting
    for (statement, answer) in zip(statements, try await Self.answers(statements)) {
      #expect(answer.sqlite == "refused storage-statement", "SQLite: \(statement.text): \(answer.sqlite)")
      #expect(answer.server == "refused storage-statement", "PostgreSQL: \(statement.text): \(answer.server)")
    }
  }

  @Test func `is as strict on SQLite as on PostgreSQL`() async throws {
    let statements = SharedSQLStatements.strict
    for (statement, answer) in zip(statements, try await Self.answers(statements)) {
      #expect(answer.sqlite == "refused storage-statement", "SQLite: \(statement.text): \(answer.sqlite)")
      #expect(answer.server == "refused storage-statement", "PostgreSQL: \(statement.text): \(answer.server)")
    }
  }

  @Test func `is no stricter than it has to be`() async throws {
    let statements = SharedSQLStatements.lenient
    for (statement, answer) in zip(statements, try await Self.answers(statements)) {
      #expect(answer.sqlite == answer.server, "\(statement.text)")
      #expect(answer.sqlite.hasPrefix("answered"), "\(statement.text): \(answer.sqlite)")
    }
  }

  @Test func `is all there is: the rest is refused by both`() async throws {
    let statements = SharedSQLStatements.refused
    for (statement, answer) in zip(statements, try await Self.answers(statements)) {
      #expect(answer.sqlite.hasPrefix("refused storage-"), "SQLite: \(statement.text): \(answer.sqlite)")
      #expect(answer.server.hasPrefix("refused storage-"), "PostgreSQL: \(statement.text): \(answer.server)")
    }
    print("shared SQL: \(statements.count) statements refused by both")
  }
}
