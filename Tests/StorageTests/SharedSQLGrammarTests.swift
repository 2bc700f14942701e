internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Testing

@testable internal import FieldhouseStorage

/// Statements that nobody thought of: SQLite takes and refuses what PostgreSQL does.
@Suite("The shared SQL, made by chance", .storageWorld)
struct SharedSQLGrammarTests {
  /// What takes a statement back that was taken.
  private struct Taken: Error { let rows: [Row] }

  /// Rows in one order, with numbers of one kind.
  private static func told(_ rows: [Row]) -> String {
    let texts = rows.map { row in
      row.values.map { value in
        switch value {
        case .integer(let number): "\(Double(number))"
        case .real(let number): "\((number * 1_000_000).rounded() / 1_000_000)"
        default: "\(value)"
        }
      }.joined(separator: " ")
    }
    return "taken \(texts.sorted())"
  }

  /// What becomes of a statement, of which nothing is kept.
  private static func outcome(_ sql: SQL, on storage: any NamespaceStorage) async -> String {
    do {
      return try await storage.write { transaction in
        throw Taken(rows: try await transaction.query(sql))
      }
    } catch let error as StorageError {
      return "refused, \(error.code.name)"
    } catch {
      return (error as? Taken).map { told($0.rows) } ?? "\(error)"
    }
  }

  @Test func `is answered alike by both engines, or refused by both`() async throws {
    var grammar = SQLGrammar(seed: 11)
    let statements = (0..<800).map { _ in SQL(stringLiteral: grammar.statement()) }
    var answers: [[String]] = []
    for kind in EngineKind.available {
      let storage = try await SharedSQLTableTests.filled(kind)
      var all: [String] = []
      for statement in statements { all.append(await Self.outcome(statement, on: storage)) }
      answers.append(all)
    }
    let first = try #require(answers.first)
    for (index, statement) in statements.enumerated() {
      #expect(Set(answers.map { $0[index] }).count == 1, "\(statement.text): \(answers.map { $0[index] })")
    }
    let taken = first.count { $0.hasPrefix("taken") }
    #expect(taken > 200 && taken < 600)
    print("shared SQL by chance: \(taken) of \(statements.count) statements taken")
  }
}
