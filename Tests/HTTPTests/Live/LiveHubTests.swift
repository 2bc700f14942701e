import FieldhouseKit
import FieldhouseTestSupport
import Testing

@testable import FieldhouseHTTP

@Suite struct `Live events` {
  @Test func `reach those who watch their topic, and nobody else`() async throws {
    let world = LiveWorld()
    var (one, both) = (try await world.watch("games/a"), try await world.watch("games/a", "games/b"))
    for (number, topic) in ["a", "b", "c", "a"].enumerated() { try await world.publish("games/\(topic)", number + 1) }
    #expect(await one.numbers(upTo: 4) == [1, 4])
    #expect(await both.numbers(upTo: 4) == [1, 2, 4])
  }

  @Test func `are named as their publisher names them, with topic and data on one line`() async throws {
    let world = LiveWorld()
    var client = try await world.watch("games/été \"1\"")
    try await world.publish("games/été \"1\"", ["n": 1, "text": "a\nb"], as: "hole-in-one")
    try await world.publish("games/été \"1\"", 2)
    #expect(
      await client.take(upTo: 2)[0]
        == """
        id: games:25-1
        event: hole-in-one
        data: {"topic":"games/été \\"1\\"","data":{"n":1,"text":"a\\nb"}}


        """)
  }

  @Test func `that were published before anybody watched are not sent`() async throws {
    let world = LiveWorld()
    try await world.publish("games/a", 1)
    var client = try await world.watch("games/a")
    #expect(client.watch.opening == ": welcome\nretry: 2000\nid: games:25-1\n\n")
    try await world.publish("games/a", 2)
    #expect(await client.numbers(upTo: 2) == [2])
  }

  @Test func `that were committed before somebody came are not for that one, also when they are handed out later`()
    async throws
  {
    let world = LiveWorld()
    var early = try await world.watch("games/a")
    for number in 1...3 { world.stores["games"]?.add("a", "n", .integer(Int64(number))) }
    var late = try await world.watch("games/a")
    #expect(late.watch.opening == ": welcome\nretry: 2000\nid: games:25-3\n\n")
    world.hub.comfort()
    for number in 4...5 { try await world.publish("games/a", number) }
    #expect(await early.numbers(upTo: 5) == [nil, 1, 2, 3, 4, 5])
    let texts = await late.take(upTo: 5)
    #expect(texts.first == ": still here\nid: games:25-3\n\n", "nobody is sent back to before the own beginning")
    #expect(texts.dropFirst().map(LiveClient.number) == [4, 5])
  }

  @Test func `come from several stores through one stream, each in its own order`() async throws {
    let world = LiveWorld(["games": MemoryLiveStore(), "clubs": MemoryLiveStore()])
    var client = try await world.watch("games/a", "clubs/a")
    for number in 1...6 { try await world.publish(number.isMultiple(of: 3) ? "clubs/a" : "games/a", number) }
    let texts = await client.take(upTo: 6)
    #expect(texts.map(LiveClient.number) == [1, 2, 3, 4, 5, 6])
    #expect(texts.last?.hasPrefix("id: clubs:25-2,games:25-4\n") == true)
  }

  @Test func `come through while clients go at the very moment, and those are counted no more`() async throws {
    let world = LiveWorld()
    var stays = try await world.watch("games/a")
    for round in 0..<100 {
      var listeners: [Task<Void, Never>] = []
      for _ in 0..<20 {
        let messages = try await world.watch("games/a").watch.messages
        listeners.append(Task { for await _ in messages {} })
      }
      async let told: Void = {
        for number in 1...5 { try await world.publish("games/a", round * 5 + number) }
      }()
      for listener in listeners {
        listener.cancel()
        await Task.yield()
      }
      try await told
    }
    try await eventually { world.hub.watcherCount == 1 }
    #expect(await stays.take(upTo: 500).count == 500)
  }

  @Test func `wait for a client up to a limit, then its stream ends`() async throws {
    let world = LiveWorld()
    let stalled = try await world.watch("games/a")
    var other = try await world.watch("games/a")
    for number in 1...LiveHub.waiting { try await world.publish("games/a", number) }
    let before = await other.take(upTo: LiveHub.waiting)
    #expect(world.hub.watcherCount == 2)
    try await world.publish("games/a", 0)
    #expect(world.hub.watcherCount == 1)
    var received = 0
    for await _ in stalled.watch.messages { received += 1 }
    #expect(received == LiveHub.waiting && before.count == LiveHub.waiting)
  }

  @Test func `leave nothing behind of a million topics, whether somebody watches another one or not`() async throws {
    let (world, store) = (LiveWorld(), MemoryLiveStore())
    let other = LiveWorld(["games": store])
    var client = try await world.watch("games/watched")
    let before = ResidentMemory.bytes
    for number in 0..<10_000 { world.stores["games"]?.add("topic-\(number)", "n", 1) }
    world.hub.published("games", topics: (0..<990_000).lazy.map { "topic-\($0)" })
    other.hub.published("games", topics: (0..<1_000_000).lazy.map { "topic-\($0)" })
    try await world.publish("games/watched", 1)
    #expect(await client.numbers(upTo: 1) == [1])
    #expect(world.hub.topicCount == 1 && other.hub.topicCount == 0)
    #expect(store.reads == 0, "nobody watches: nothing is read")
    client.watch.end()
    try await eventually { world.hub.topicCount == 0 }
    let grown = ResidentMemory.bytes - before
    Guarantee.report("topics", "hub: 1000000 topics told once, 0 remembered, memory +\(grown >> 20) MiB")
    // In a run of all tests others take memory meanwhile.
    if Guarantee.isFull { #expect(grown <= 32 << 20) }
  }

  @Test func `leave no trace of topics that were only watched`() async throws {
    let world = LiveWorld()
    for index in 0..<1000 { _ = try await world.watch("games/topic-\(index)") }
    try await eventually { world.hub.topicCount == 0 && world.hub.watcherCount == 0 }
  }

  @Test func `visit the clients of their own topic alone, among 100,000 of others`() async throws {
    let world = LiveWorld()
    var mine = [try await world.watch("games/mine"), try await world.watch("games/mine")]
    var others: [LiveClient] = []
    for index in 0..<100_000 { others.append(try await world.watch("games/other-\(index % 1000)")) }
    for number in 1...50 { try await world.publish("games/mine", number) }
    #expect(world.hub.visits == 100)
    #expect(await mine[0].numbers(upTo: 50).count == 50)
    #expect(await mine[1].numbers(upTo: 50).count == 50)
    withExtendedLifetime(others) {}
  }

  @Test func `of a source that nobody follows cannot be watched`() async throws {
    let problem = await #expect(throws: Problem.self) { _ = try await LiveWorld().watch("none/a") }
    #expect(problem?.code == "topic-unknown")
  }

  @Test func `comments reach everyone and say where they stand, so that quiet clients can resume later`() async throws {
    let world = LiveWorld()
    var client = try await world.watch("games/a")
    for number in 1...3 { try await world.publish("games/b", number) }
    world.hub.comfort()
    try await world.publish("games/a", 4)
    let texts = await client.take(upTo: 4)
    #expect(texts.first == ": still here\nid: games:25-3\n\n")
    world.stores["games"]?.forget()
    #expect(try await !world.watch("games/a", after: "games:25-4").watch.mustReset)
  }

  @Test func `of other hosts come without being told of, and failures of the store are passed over`() async throws {
    let store = MemoryLiveStore()
    let (first, second) = (LiveWorld(["games": store]), LiveWorld(["games": store]))
    let running = Task { await first.hub.run() }
    defer { running.cancel() }
    var client = try await first.watch("games/a")
    try await second.publish("games/a", 1)
    #expect(await client.numbers(upTo: 1) == [1])
    store.fail(.unavailable("storage-unavailable", "gone"))
    try? await Task.sleep(for: .milliseconds(450))
    store.fail(nil)
    store.add("a", "n", 2)
    #expect(await client.numbers(upTo: 2) == [2])
    client.watch.end()
    // Nobody watches any more: it is not read again.
    try await eventually { first.hub.topicCount == 0 }
    try await Task.sleep(for: .milliseconds(450))
    let reads = store.reads
    try await Task.sleep(for: .milliseconds(450))
    #expect(store.reads == reads)
  }
}

@Suite struct `Live events that were missed` {
  @Test func `are resumed behind the last one that was seen`() async throws {
    let world = LiveWorld()
    var first = try await world.watch("games/a", "games/b")
    for number in 1...9 { try await world.publish(number.isMultiple(of: 3) ? "games/b" : "games/a", number) }
    _ = await first.take(upTo: 5)
    let id = first.position.id
    #expect(try await world.watch("games/a", "games/b", after: id).missed == [6, 7, 8, 9])
    #expect(try await world.watch("games/b", after: id).missed == [6, 9])
    #expect(try await world.watch("games/c", after: id).missed == [])
  }

  @Test func `are resumed on another host and after a restart, each once`() async throws {
    let stores = ["games": MemoryLiveStore(), "clubs": MemoryLiveStore()]
    let first = LiveWorld(stores)
    var client = try await first.watch("games/a", "clubs/a")
    for number in 1...4 { try await first.publish(number.isMultiple(of: 2) ? "clubs/a" : "games/a", number) }
    _ = await client.take(upTo: 2)
    let second = LiveWorld(stores)
    var again = try await second.watch("games/a", "clubs/a", after: client.position.id)
    #expect(again.missed.sorted() == [3, 4])
    #expect(again.watch.opening.hasSuffix("id: clubs:25-2,games:25-2\n\n"))
    try await second.publish("games/a", 5)
    #expect(await again.numbers(upTo: 5) == [5])
  }

  @Test(arguments: [
    "other-1", "nonsense", "", "-", "games", "games:", "games:25", "games:25-", "games:25-1-1", "games:25--1", "9",
    "games:26-1", "games:25-2", "clubs:25-1", "games:25-1,",
  ])
  func `of another database, from the future, or by no id at all are not resumed`(last: String) async throws {
    let world = LiveWorld()
    try await world.publish("games/a", 1)
    let client = try await world.watch("games/a", after: last)
    #expect(client.watch.mustReset && client.missed == [])
    #expect(client.watch.opening == ": welcome\nretry: 2000\nid: games:25-1\nevent: reset\ndata: {}\n\n")
  }

  @Test func `are not resumed when they are forgotten, or very many`() async throws {
    let world = LiveWorld()
    for number in 1...(LiveHub.mostMissed + 2) { world.stores["games"]?.add("a", "n", .integer(Int64(number))) }
    #expect(try await world.watch("games/a", after: "games:25-1").watch.mustReset)
    #expect(try await world.watch("games/a", after: "games:25-2").missed.count == LiveHub.mostMissed)
    world.stores["games"]?.forget()
    #expect(try await world.watch("games/a", after: "games:25-2").watch.mustReset)
    let last = "games:25-\(String(LiveHub.mostMissed + 2, radix: 36))"
    #expect(try await !world.watch("games/a", after: last).watch.mustReset)
  }

  @Test func `and forgotten while a client watches lead to a reset in its stream`() async throws {
    let world = LiveWorld()
    var client = try await world.watch("games/a")
    world.stores["games"]?.add("a", "n", 1)
    world.stores["games"]?.forget()
    try await world.publish("games/a", 2)
    let texts = await client.take(upTo: 2)
    #expect(texts.count == 2 && texts[0] == "id: games:25-2\nevent: reset\ndata: {}\n\n")
  }

  @Test func `of a restored database lead to a reset`() async throws {
    let store = MemoryLiveStore()
    let first = LiveWorld(["games": store])
    var client = try await first.watch("games/a")
    try await first.publish("games/a", 1)
    _ = await client.take(upTo: 1)
    store.renew(epoch: 78)
    #expect(try await LiveWorld(["games": store]).watch("games/a", after: client.position.id).watch.mustReset)
  }
}
