import FieldhouseKit
import Testing

/// A transaction in which nothing may happen: only what has no default is there, and each call is a fault of the test.
struct UntouchedTransaction: Transaction {
  struct Touched: Error {}

  func query(_ sql: SQL) async throws -> [Row] { throw touched("query") }
  func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws { throw touched("forEach") }
  func execute(_ sql: SQL) async throws -> Int { throw touched("execute") }
  func submit(_ score: ScoreChange) async throws { throw touched("submit") }
  func notify(_ notification: NotificationRequest) async throws { throw touched("notify") }
  func emit(_ event: Event) async throws { throw touched("emit") }

  private func touched(_ name: String) -> Touched {
    Issue.record("\(name) was called")
    return Touched()
  }
}
