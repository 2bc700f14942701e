public import FieldhouseKit

/// A statement of a migration that both engines refuse when it runs, found before anything runs.
public struct MigrationReview: Sendable {
  /// The number of the statement in the migration, from 1.
  public let number: Int
  /// Its first line in the migration's text, from 1.
  public let line: Int
  /// The statement, as it is written.
  public let text: String
  /// Why it is refused.
  public let error: StorageError

  /// How many statements a migration has; 1 for a text that cannot be read, which is refused as a whole.
  public static func statements(in sql: String) -> Int { (try? StatementSplitter.pieces(sql).count) ?? 1 }

  /// What is refused of a migration, by the same rules as when it runs, as far as they need no database.
  /// - Parameter earlier: the migrations before it, which say what columns hold.
  public static func faults(in sql: String, after earlier: [String] = []) -> [MigrationReview] {
    do throws(StorageError) {
      let pieces = try StatementSplitter.pieces(sql)
      var tables = DeclaredTables(earlier)
      let refused = pieces.enumerated().compactMap { index, piece in
        fault(in: piece.text, &tables).map {
          MigrationReview(number: index + 1, line: line(of: piece.start, in: sql), text: piece.text, error: $0)
        }
      }
      return try refused + mixed(pieces, sql)
    } catch {
      return [MigrationReview(number: 1, line: 1, text: sql, error: error)]
    }
  }

  private static func fault(in statement: String, _ tables: inout DeclaredTables) -> StorageError? {
    do throws(StorageError) {
      try StatementInspector.check(statement, as: .migrating)
      try tables.follow(statement)
      return nil
    } catch {
      return error
    }
  }

  /// A statement that is repeated and not alone.
  private static func mixed(
    _ pieces: [StatementSplitter.Piece], _ sql: String
  ) throws(StorageError) -> [MigrationReview] {
    guard pieces.count > 1 else { return [] }
    for (index, piece) in pieces.enumerated() where try RepeatedStatement.isOne(piece.text) {
      let error = StorageError.malformed(
        "A statement with ?1 is repeated and stands with others. Give it a migration of its own.")
      return [
        MigrationReview(number: index + 1, line: line(of: piece.start, in: sql), text: piece.text, error: error)
      ]
    }
    return []
  }

  private static func line(of byte: Int, in text: String) -> Int {
    1 + text.utf8.prefix(byte).count { $0 == UInt8(ascii: "\n") }
  }
}
