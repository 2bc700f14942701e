import FieldhouseKit
import FieldhouseTestSupport
import Synchronization
import Testing

@testable import FieldhouseHTTP

/// Who is hidden from whom, and what was asked of it. An event's number says whose it is: 100 to 199 are author 1's.
private final class Blocks: Sendable {
  private struct State {
    var hidden: [String: Set<String>] = [:]
    var asked: [String] = []
    var failure: Problem?
    var arrival: (@Sendable () async throws -> Void)?
  }

  private let state = Mutex(State())

  var asked: [String] { state.withLock { $0.asked } }

  func hide(_ author: Int, from account: String) {
    state.withLock { _ = $0.hidden["author-\(author)", default: []].insert(account) }
  }
  func fail(_ problem: Problem?) { state.withLock { $0.failure = problem } }
  /// Has something done while the next question is answered.
  func meanwhile(_ body: @escaping @Sendable () async throws -> Void) { state.withLock { $0.arrival = body } }

  func viewer(_ account: String) -> LiveViewer {
    let veil = LiveVeil(
      author: { $0.int.flatMap { $0 < 100 ? nil : AccountID("author-\($0 / 100)") } },
      hides: { [self] author, watchers in
        let arrival = state.withLock { state in
          defer { state.arrival = nil }
          return state.arrival
        }
        try await arrival?()
        return try state.withLock { state in
          state.asked.append("\(author): \(watchers.count)")
          if let failure = state.failure { throw failure }
          return Set(watchers.filter { state.hidden[author.text]?.contains($0.text) == true })
        }
      })
    return LiveViewer(account: AccountID(account), veils: [TopicAddress(source: "games", name: "a"): veil])
  }
}

@Suite struct `Live events of a topic with a veil` {
  private let blocks = Blocks()
  private let world = LiveWorld()

  private func watch(_ account: String, after id: String? = nil) async throws -> LiveClient {
    LiveClient(try await world.hub.watch([LiveWorld.address("games/a")], after: id, viewer: blocks.viewer(account)))
  }

  private func numbers(_ client: LiveClient) async -> [Int?] {
    var client = client
    client.watch.end()
    return await client.numbersToTheEnd()
  }

  @Test func `are for everybody but those from whom their author is hidden, also when these come back`() async throws {
    let (ada, bo) = (try await watch("ada"), try await watch("bo"))
    blocks.hide(1, from: "bo")
    for number in [101, 201, 7, 102] { try await world.publish("games/a", number) }
    #expect(await numbers(ada) == [101, 201, 7, 102])
    #expect(await numbers(bo) == [201, 7])
    #expect(try await watch("bo", after: bo.position.id).missed == [201, 7])
    #expect(try await watch("ada", after: ada.position.id).missed == [101, 201, 7, 102])
  }

  @Test func `cost one question for each author, however many watch and whatever has come`() async throws {
    var clients: [LiveClient] = []
    for number in 0..<2_000 { clients.append(try await watch("p\(number % 1_999)")) }
    for number in [101, 102, 201, 5] { world.stores["games"]?.add("a", "n", .integer(Int64(number))) }
    try await world.hub.pump("games")
    #expect(blocks.asked == ["author-1: 1999", "author-2: 1999"], "one watches twice")
    world.stores["games"]?.add("b", "n", 103)
    try await world.hub.pump("games")
    #expect(blocks.asked.count == 2, "the other topic has no veil")
    withExtendedLifetime(clients) {}
  }

  @Test func `wait where it cannot be said whom they are for, and then come`() async throws {
    let (ada, bo) = (try await watch("ada"), try await watch("bo"))
    blocks.hide(1, from: "bo")
    blocks.fail(Problem.unavailable("storage-unavailable", "gone"))
    await #expect(throws: Problem.self) { try await world.publish("games/a", 101) }
    #expect(world.hub.visits == 0)
    blocks.fail(nil)
    try await world.hub.pump("games")
    #expect(await numbers(ada) == [101])
    #expect(await numbers(bo) == [])
  }

  @Test func `are asked about for who comes while it is asked, who gets what is committed from then on`() async throws {
    let ada = try await watch("ada")
    blocks.hide(1, from: "bo")
    let late = Mutex<[LiveClient]>([])
    blocks.meanwhile {
      for account in ["bo", "cleo"] {
        let client = try await watch(account)
        late.withLock { $0.append(client) }
      }
    }
    for number in 101...102 { try await world.publish("games/a", number) }
    #expect(blocks.asked == ["author-1: 1", "author-1: 2", "author-1: 3"])
    let clients = late.withLock { $0 }
    #expect(await numbers(ada) == [101, 102])
    #expect(await numbers(clients[0]) == [])
    #expect(await numbers(clients[1]) == [102])
  }
}
