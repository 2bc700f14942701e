import FieldhouseKit
import Synchronization
import Testing

/// Clients that write into the ledger for as long as a body takes, and know what was acknowledged.
final class LedgerClients: Sendable {
  private struct State {
    var acknowledged: [String] = []
    var open: Set<String> = []
    var refused = 0
    var unanswered: [String] = []
    var isOver = false
  }

  private static let clients = 3
  private let state = Mutex(State())

  /// How many entries were acknowledged.
  var count: Int { state.withLock { $0.acknowledged.count } }
  /// How many connections were refused.
  var refused: Int { state.withLock { $0.refused } }

  /// What was said of each call that got no answer, or one that says that the host does not serve, before the end.
  var unanswered: [String] { state.withLock { $0.unanswered } }

  /// Writes beside a body.
  func write(to host: RunningHost, beside body: () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in 0..<Self.clients {
        group.addTask { await self.work("\(client)", host) }
      }
      let result: Result<Void, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      state.withLock { $0.isOver = true }
      try await group.waitForAll()
      try result.get()
    }
  }

  /// One entry after the other, each asked for again under its key until there is an answer.
  private func work(_ client: String, _ host: RunningHost) async {
    for number in 0... {
      let text = "\(client)-\(number)"
      state.withLock { _ = $0.open.insert(text) }
      while let what = await add(text, host) {
        state.withLock { $0.unanswered.append(what) }
        if state.withLock({ $0.isOver }) { return }
      }
      if state.withLock({ $0.isOver }) { return }
    }
  }

  /// - Returns: what was said in place of an acknowledgement.
  private func add(_ text: String, _ host: RunningHost) async -> String? {
    do {
      let reply = try await host.call(
        "POST", "/v1/ledger/entries", body: ["text": .string(text)], headers: ["Idempotency-Key": text])
      guard reply.status < 300 else { return "\(reply.status) \(reply.json)" }
      state.withLock {
        $0.open.remove(text)
        $0.acknowledged.append(text)
      }
      return nil
    } catch let failure as Exchange.Failure {
      if failure.what.hasPrefix("connect:") { state.withLock { $0.refused += 1 } }
      return failure.what
    } catch {
      return "\(error)"
    }
  }

  /// Compares the ledger with what was acknowledged; what has no answer yet is asked for again before.
  func compare(with host: RunningHost) async throws -> (lost: Int, doubled: Int) {
    for text in state.withLock({ $0.open.sorted() }) { #expect(await add(text, host) == nil) }
    let all = try await host.call("GET", "/v1/ledger/entries").items.compactMap { $0["text"]?.string }
    // What else the test has written is not theirs.
    let entries = all.filter { $0.contains("-") }
    let acknowledged = Set(state.withLock { $0.acknowledged })
    #expect(Set(entries).subtracting(acknowledged) == [])
    return (acknowledged.subtracting(entries).count, entries.count - Set(entries).count)
  }

  /// Expects what was acknowledged in the ledger, each once.
  func expectKept(by host: RunningHost) async throws {
    let (lost, doubled) = try await compare(with: host)
    #expect(lost == 0)
    #expect(doubled == 0)
  }
}
