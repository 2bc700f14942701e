import FieldhouseKit
import Synchronization
import Testing

/// Remembers what was asked for.
private final class Recorder: Rights {
  let asked = Mutex<[String]>([])

  func has(_ permission: String, _ account: AccountID, in scope: Scope) async throws -> Bool { false }
  func permits(_ caller: Principal, _ permission: String, in scope: Scope) async throws -> Bool { false }
  func grants(of account: AccountID) async throws -> [Grant] { [] }
  func holders(in scope: Scope, after: Grant?, limit: Int) async throws -> [Grant] {
    asked.withLock { $0.append("\(scope) \(after.map { "\($0)" } ?? "-") \(limit)") }
    return [Grant("owner", to: AccountID("a"), in: scope)]
  }
}

@Suite struct `A store without what a transaction may do` {
  private let store = UntouchedTransaction()
  private let ada = AccountID("ada")
  private let card = Scope("card", "c1")

  private func problem(_ body: () async throws -> Void) async -> String? {
    do { try await body() } catch { return "\(error)" }
    return nil
  }

  @Test func `knows no role and no permission, and says which was asked for and where`() async {
    #expect(
      await problem { _ = try await store.grant("owner", to: ada, in: card) }
        == "500 role-unknown: The plugin's manifest declares no role 'owner' for the whole host.")
    #expect(
      await problem { _ = try await store.revoke("judge", from: ada, in: .host) }
        == "500 role-unknown: The plugin's manifest declares no role 'judge' for the whole host.")
    #expect(
      await problem { _ = try await store.has("score", ada, in: card) }
        == "500 permission-unknown: The plugin's manifest declares no permission 'score' for the whole host.")
  }

  @Test func `has no holders, on no page`() async throws {
    #expect(try await store.holders(in: card, after: Grant("a", to: ada, in: card), limit: 1) == [])
    #expect(try await store.holders(in: .host) == [])
    #expect(try await store.revokeAll(in: .host) == 0)
  }

  @Test func `keeps no live events, and says of which topic`() async {
    let expected = "500 topic-unknown: This store keeps no live events, also none of 'cards/c1'."
    #expect(await problem { try await store.publish("cards/c1", LiveEvent("scores")) } == expected)
    #expect(await problem { try await store.reviewWatchers(of: "cards/c1") } == expected)
  }

  @Test func `is asked for the first thousand holders where no page is named`() async throws {
    let rights = Recorder()
    #expect(try await rights.holders(in: card) == [Grant("owner", to: AccountID("a"), in: card)])
    #expect(rights.asked.withLock { $0 } == ["card/c1 - 1000"])
    let transaction = Paging()
    _ = try await transaction.holders(in: .host)
    #expect(transaction.asked.withLock { $0 } == ["host - 1000"])
  }

  /// A transaction that answers for its holders, and nothing else.
  private final class Paging: Transaction {
    let asked = Mutex<[String]>([])
    func query(_ sql: SQL) async throws -> [Row] { [] }
    func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws {}
    func execute(_ sql: SQL) async throws -> Int { 0 }
    func submit(_ score: ScoreChange) async throws {}
    func notify(_ notification: NotificationRequest) async throws {}
    func emit(_ event: Event) async throws {}
    func holders(in scope: Scope, after: Grant?, limit: Int) async throws -> [Grant] {
      asked.withLock { $0.append("\(scope == .host ? "host" : "\(scope)") \(after == nil ? "-" : "page") \(limit)") }
      return []
    }
  }
}
