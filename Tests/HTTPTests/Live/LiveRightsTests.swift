import FieldhouseKit
import FieldhouseTestSupport
import Synchronization
import Testing

@testable import FieldhouseHTTP

/// Who may watch, and how often that was asked.
private final class Rights: Sendable {
  private struct State {
    var lost: Set<String> = []
    var asked: [String] = []
    var failure: Problem?
  }

  private let state = Mutex(State())

  var asked: [String] { state.withLock { $0.asked } }

  func lose(_ account: String) { state.withLock { _ = $0.lost.insert(account) } }
  func fail(_ problem: Problem?) { state.withLock { $0.failure = problem } }

  func holder(_ account: String, of sources: Set<String> = ["games"]) -> LiveHolder {
    LiveHolder(account: AccountID(account), sources: sources) { [self] in
      try state.withLock { state in
        state.asked.append(account)
        if let failure = state.failure { throw failure }
        if state.lost.contains(account) { throw Problem.notFound() }
      }
    }
  }
}

@Suite struct `Live events behind a change of rights`: Sendable {
  private let rights = Rights()
  private let world = LiveWorld(["games": MemoryLiveStore(), "clubs": MemoryLiveStore()])
  private var games: MemoryLiveStore { world.stores["games"] ?? MemoryLiveStore() }

  private func numbers(_ client: LiveClient) async -> [Int?] {
    var client = client
    return await client.numbersToTheEnd()
  }

  @Test func `are not handed to who has lost the right, and to everybody else`() async throws {
    let (ada, bo) = (
      try await world.watch("games/a", as: rights.holder("ada")),
      try await world.watch("games/a", as: rights.holder("bo"))
    )
    let anybody = try await world.watch("games/a")
    try await world.publish("games/a", 1)
    rights.lose("ada")
    games.change("ada")
    try await world.publish("games/a", 2)
    #expect(world.hub.watcherCount == 2)
    #expect(await numbers(ada) == [1])
    for client in [bo, anybody] {
      client.watch.end()
      #expect(await numbers(client) == [1, 2])
    }
  }

  /// What one look costs does not depend on how many watch, and nobody is asked about whose rights are as they were.
  @Test func `cost one look for all who watch, and a question for each whose rights have changed`() async throws {
    var clients: [LiveClient] = []
    for number in 0..<2_000 { clients.append(try await world.watch("games/a", as: rights.holder("p\(number)"))) }
    let asked = rights.asked.count
    for number in 1...5 { try await world.publish("games/a", number) }
    #expect(games.looks == 5 && rights.asked.count == asked)
    rights.lose("p7")
    for account in ["p7", "nobody"] { games.change(account) }
    try await world.publish("games/a", 6)
    let changed = rights.asked.dropFirst(asked)
    #expect(games.looks == 6 && changed.contains("p7"))
    #expect(Set(changed).count <= 4, "some may share a part with them")
    #expect(world.hub.watcherCount == 1_999)
    try await world.publish("games/a", 7)
    #expect(rights.asked.count == asked + changed.count, "they are asked about once")
    withExtendedLifetime(clients) {}
  }

  @Test func `are looked at only where somebody watches them who needs a right`() async throws {
    let open = try await world.watch("games/a")
    try await world.publish("games/a", 1)
    #expect(games.looks == 0)
    let ada = try await world.watch("games/b", "clubs/a", as: rights.holder("ada"))
    try await world.publish("games/c", 2)
    try await world.publish("clubs/a", 3)
    #expect(games.looks == 0 && world.stores["clubs"]?.looks == 0, "nobody watches, nobody needs a right")
    try await world.publish("games/b", 4)
    #expect(games.looks == 1)
    ada.watch.end()
    try await eventually { world.hub.watcherCount == 1 }
    try await world.publish("games/a", 5)
    #expect(games.looks == 1)
    withExtendedLifetime(open) {}
  }

  @Test func `wait where it cannot be said who has which rights, and then come`() async throws {
    let (ada, bo) = (
      try await world.watch("games/a", as: rights.holder("ada")),
      try await world.watch("games/a", as: rights.holder("bo"))
    )
    rights.lose("ada")
    games.change("ada")
    let gone = Problem.unavailable("storage-unavailable", "gone")
    games.failAtRights(gone)
    await #expect(throws: Problem.self) { try await world.publish("games/a", 1) }
    games.failAtRights(nil)
    rights.fail(gone)
    await #expect(throws: Problem.self) { try await world.hub.pump("games") }
    #expect(world.hub.visits == 0 && world.hub.watcherCount == 2)
    rights.fail(nil)
    try await world.hub.pump("games")
    #expect(await numbers(ada) == [])
    bo.watch.end()
    #expect(await numbers(bo) == [1])
  }

  @Test func `are not for who loses the right while the stream begins`() async throws {
    try await world.publish("games/a", 1)
    let first = try await world.watch("games/a", as: rights.holder("ada"))
    #expect(games.renewals == 1 && rights.asked == ["ada"], "it is looked once more when the client is known")
    rights.lose("bo")
    let problem = await #expect(throws: Problem.self) {
      _ = try await world.watch("games/a", as: rights.holder("bo"), after: first.position.id)
    }
    #expect(problem?.status == 404)
    try await eventually { world.hub.watcherCount == 1 }
    withExtendedLifetime(first) {}
  }
}
