import FieldhouseKit
import Foundation
import Synchronization
import Testing

@Suite("Scores that a query gives")
struct ScoreQueryTests {
  /// Answers every query with the same rows, and keeps what is submitted.
  private final class Answering: Transaction {
    let rows: [Row]
    let submitted = Mutex<[ScoreChange]>([])

    init(_ names: [String], _ rows: [[SQLValue]]) {
      let columns = RowColumns(names: names)
      self.rows = rows.map { Row(columns: columns, values: $0) }
    }

    func query(_ sql: SQL) async throws -> [Row] { rows }
    func submit(_ score: ScoreChange) async throws { submitted.withLock { $0.append(score) } }
    func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws {}
    func execute(_ sql: SQL) async throws -> Int { 0 }
    func notify(_ notification: NotificationRequest) async throws {}
    func emit(_ event: Event) async throws {}
  }

  private static let names = ["exact", "account", "word", "score", "misses", "none"]
  private static let noon = Date(timeIntervalSince1970: 43_200)

  private func scores(details: [String]) -> ScoreQuery {
    ScoreQuery(
      board: "league", query: "select 1", achievedAt: Self.noon, partition: "de", tieBreaks: ["misses", "exact"],
      details: details, season: "2026")
  }

  @Test func `are submitted row by row where a transaction knows no better way`() async throws {
    let transaction = Answering(
      Self.names,
      [
        [.integer(1), .text("ada"), .text("good"), .integer(-7), .integer(2), .null],
        [.integer(3), .text("bob"), .text("bad"), .integer(8), .integer(4), .null],
      ])
    try await transaction.submit(scores(details: ["word", "none", "exact"]))
    #expect(
      transaction.submitted.withLock { $0 } == [
        ScoreChange(
          board: "league", account: AccountID("ada"), score: -7, achievedAt: Self.noon, partitions: ["de"],
          tieBreaks: [2, 1], details: ["word": "good", "none": .null, "exact": 1], season: "2026"),
        ScoreChange(
          board: "league", account: AccountID("bob"), score: 8, achievedAt: Self.noon, partitions: ["de"],
          tieBreaks: [4, 3], details: ["word": "bad", "none": .null, "exact": 3], season: "2026"),
      ])
  }

  @Test func `keep what was shown where they show nothing`() async throws {
    let transaction = Answering(
      Self.names, [[.integer(1), .text("ada"), .null, .integer(0), .integer(2), .null]])
    try await transaction.submit(scores(details: []))
    #expect(transaction.submitted.withLock { $0.map(\.details) } == [nil])
  }

  @Test(
    arguments: [
      [.integer(1), .text("ada"), .text("good"), .real(0.5), .integer(2), .null],
      [.integer(1), .integer(5), .text("good"), .integer(5), .integer(2), .null],
      [.null, .text("ada"), .text("good"), .integer(5), .integer(2), .null],
      [.integer(1), .text("ada"), .blob([1]), .integer(5), .integer(2), .null],
    ] as [[SQLValue]])
  func `are refused with a column that holds something else`(row: [SQLValue]) async throws {
    let transaction = Answering(Self.names, [row])
    await #expect(throws: StorageError.self) { try await transaction.submit(scores(details: ["word"])) }
    #expect(transaction.submitted.withLock { $0.isEmpty })
  }

  @Test func `are refused when somebody comes twice, or a column is missing`() async throws {
    let row: [SQLValue] = [.integer(1), .text("ada"), .text("good"), .integer(1), .integer(2), .null]
    await #expect(throws: StorageError.self) {
      try await Answering(Self.names, [row, row]).submit(scores(details: []))
    }
    await #expect(throws: StorageError.self) {
      try await Answering(Self.names, [row]).submit(scores(details: ["other"]))
    }
  }
}
