import FieldhouseKit
import FieldhouseTestSupport
import Synchronization
import Testing

@Suite struct `A host that is killed under load` {
  private static let clock = "2024-08-17T09:00:00Z"
  private static let rounds = 3
  private static let clients = 8
  private static let enough = 60

  /// What the clients know: the entries that were acknowledged, and those that may or may not have been saved.
  private final class Book: Sendable {
    private struct State {
      var acknowledged: [String] = []
      var open: Set<String> = []
    }

    private let state = Mutex(State())

    var acknowledged: [String] { state.withLock { $0.acknowledged } }
    var open: [String] { state.withLock { $0.open.sorted() } }

    func begin(_ text: String) { state.withLock { _ = $0.open.insert(text) } }

    func acknowledge(_ text: String) {
      state.withLock {
        $0.open.remove(text)
        $0.acknowledged.append(text)
      }
    }
  }

  /// Adds an entry under its own key; false when there was no answer.
  private func add(_ text: String, to host: RunningHost, _ book: Book) async -> Bool {
    book.begin(text)
    let reply = try? await host.call(
      "POST", "/v1/ledger/entries", body: ["text": .string(text)], headers: ["Idempotency-Key": text])
    guard let reply else { return false }
    #expect(reply.status == 201 || reply.status == 200, "\(reply.json)")
    book.acknowledge(text)
    return true
  }

  private func run(_ installation: Installation, options: [String]) async throws {
    let book = Book()
    for round in 0..<Self.rounds {
      try await RunningHost.run(installation, clock: Self.clock, options: options) { host in
        for text in book.open { #expect(await add(text, to: host, book)) }
        let target = book.acknowledged.count + Self.enough
        try await withThrowingTaskGroup(of: Void.self) { group in
          for client in 0..<Self.clients {
            group.addTask {
              for number in 0... where await !add("\(round)-\(client)-\(number)", to: host, book) { return }
            }
          }
          try await eventually { book.acknowledged.count >= target }
          _ = try? await host.kill()
        }
      }
    }
    try await RunningHost.run(installation, clock: Self.clock, options: options) { host in
      for text in book.open { #expect(await add(text, to: host, book)) }
      let entries = try await host.call("GET", "/v1/ledger/entries").items.compactMap { $0["text"]?.string }
      #expect(entries.count >= Self.rounds * Self.enough)
      #expect(entries.sorted() == book.acknowledged.sorted())
    }
  }

  @Test func `loses and doubles nothing on SQLite`() async throws {
    let installation = try Installation()
    try await LedgerPlugin.install(into: installation)
    try await run(installation, options: [])
    #expect(try await Tool.fieldhouse(["doctor"] + installation.flags).code == 0)
  }

  @Test func `loses and doubles nothing on PostgreSQL`() async throws {
    let installation = try Installation()
    try await LedgerPlugin.install(into: installation)
    try await PostgreSQLDatabase.run { database in
      try await run(installation, options: ["--database", database.address])
    }
  }
}
