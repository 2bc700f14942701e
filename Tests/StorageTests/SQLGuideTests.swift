internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

/// The examples of `Core/Kit/SQL.md`.
@Suite("What authors read of the shared SQL", .storageWorld)
struct SQLGuideTests {
  /// The fenced parts of one kind that the guide has, in order.
  private struct Part {
    let kind: String
    let statements: [String]
  }

  private static func parts() throws -> [Part] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Core/Kit/SQL.md")
      .standardized
    let pieces = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```sql")
    return try pieces.dropFirst().map { piece in
      let lines = piece.components(separatedBy: "\n```")[0].split(separator: "\n", maxSplits: 1)
      let hasKind = piece.first == " "
      return Part(
        kind: hasKind ? lines[0].trimmingCharacters(in: .whitespaces) : "",
        statements: try StatementSplitter.split(String(hasKind ? lines[1] : lines.joined(separator: "\n")[...])))
    }
  }

  @Test(arguments: EngineKind.available)
  func `is as it says, example by example`(on kind: EngineKind) async throws {
    let parts = try Self.parts()
    let migration = try #require(parts.first { $0.kind == "migration" }).statements.joined(separator: ";")
    let storage = try await StorageWorld.current.open(kind, migration)
    var (taken, refused) = (0, 0)
    for part in parts where part.kind != "migration" {
      for statement in part.statements {
        let sql = SQL(stringLiteral: statement)
        if part.kind == "refused" {
          refused += 1
          await #expect(throws: StorageError.self, "\(statement)") {
            try await storage.write { try await $0.query(sql) }
          }
        } else {
          taken += 1
          await #expect(throws: Never.self, "\(statement)") { try await storage.write { try await $0.query(sql) } }
        }
      }
    }
    #expect(taken >= 13 && refused >= 13)
  }
}
