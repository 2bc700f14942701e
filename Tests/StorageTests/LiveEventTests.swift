internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Synchronization
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Live events of a transaction", .storageWorld)
struct LiveEventTests {
  private static let table = Migration(id: "1", sql: "create table t (id integer not null primary key, n integer)")

  private func open(
    _ kind: EngineKind, _ engine: (any StorageEngine)? = nil, names: DeclaredNames? = nil
  ) async throws -> any NamespaceStorage {
    let storage = try await (engine ?? StorageWorld.current.engine(kind)).open(
      Namespace(id: "club", migrations: [Self.table], names: names))
    try await storage.migrate()
    return storage
  }

  private func event(_ number: Int) -> LiveEvent { LiveEvent("hole", .integer(Int64(number))) }

  private func all(_ storage: any NamespaceStorage, after number: Int64 = 0) async throws -> [KeptLiveEvent] {
    try await storage.liveEvents(after: number, limit: 10_000).events
  }

  @Test(arguments: EngineKind.available)
  func `are there once it is committed, in the order of the calls, and told to the hook`(on kind: EngineKind)
    async throws
  {
    let storage = try await open(kind)
    let heard = Collector<String>()
    storage.onCommit { effects in
      for case .published(let topic) in effects { heard.add(topic) }
    }
    try await storage.write { transaction in
      try await transaction.execute("insert into t values (1, 1)")
      try await transaction.publish("cards/é\"1", LiveEvent("hole", ["text": "a\nb\u{0}ü"]))
      try await transaction.publish("cards/c2", LiveEvent("over"))
      try await transaction.reviewWatchers(of: "cards/c2")
      #expect(heard.items == [])
    }
    let events = try await all(storage)
    #expect(events.map(\.topic) == ["cards/é\"1", "cards/c2", "cards/c2"] && heard.items == events.map(\.topic))
    #expect(events.map(\.name) == ["hole", "over", ""])
    #expect(try JSON(parsing: events[0].payload) == ["text": "a\nb\u{0}ü"])
    #expect(!events[0].payload.contains("\n") && events[1].payload == "{}")
    #expect(events.map(\.number) == events.map(\.number).sorted() && Set(events.map(\.number)).count == 3)
    #expect(try await storage.liveLog().last == events[2].number)
  }

  @Test(arguments: EngineKind.available)
  func `are gone with one that fails, also with one alone`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let heard = Collector<CommittedEffect>()
    storage.onCommit { $0.forEach(heard.add) }
    for inserts in [true, false] {
      await #expect(throws: Deliberate.self) {
        try await storage.write { transaction in
          try await transaction.publish("a", event(1))
          if inserts { try await transaction.execute("insert into t values (1, 1)") }
          throw Deliberate()
        }
      }
    }
    await expectStorageError(.constraint) {
      try await storage.write { transaction in
        try await transaction.publish("a", event(1))
        try await transaction.execute("insert into t values (1, 1)")
        try await transaction.execute("insert into t values (1, 1)")
      }
    }
    #expect(try await all(storage) == [] && heard.items.isEmpty)
    try await storage.write { try await $0.publish("a", event(2)) }
    #expect(try await all(storage).map(\.payload) == ["2"] && heard.items.count == 1)
  }

  /// Statements of which it is known how many rows they change are sent with the commit, or with those of others.
  @Test(arguments: EngineKind.available)
  func `are committed with a change whose count is predicted`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    try await storage.execute("insert into t values (1, 0)")
    for number in 1...40 {
      try await storage.write { transaction in
        let changed = try await transaction.execute("update t set n = \(number) where id = 1")
        if number.isMultiple(of: 2) { try await transaction.publish("a", event(number * changed)) }
      }
    }
    #expect(try await all(storage).map(\.payload) == (1...20).map { "\($0 * 2)" })
    #expect(try await storage.value("select n from t where id = 1") == 40)
    await #expect(throws: Deliberate.self) {
      try await storage.write { transaction in
        try await transaction.execute("update t set n = \(99) where id = 1")
        try await transaction.publish("a", event(99))
        throw Deliberate()
      }
    }
    #expect(try await all(storage).count == 20)
    #expect(try await storage.value("select n from t where id = 1") == 40)
  }

  /// Two processes publish, others read at every moment: what has a smaller number than something that was read is there.
  @Test(.timeLimit(.minutes(3)), arguments: EngineKind.available)
  func `of many writers in two processes are numbered in the order of the commits`(on kind: EngineKind) async throws {
    let (one, other) = (try await open(kind), try await open(kind, StorageWorld.current.engine(kind)))
    try await one.write { for id in 0..<8 { try await $0.execute("insert into t values (\(id), 0)") } }
    let isOver = Atomic(false)
    let seen = Task { () -> [KeptLiveEvent] in
      var seen: [KeptLiveEvent] = []
      while true {
        let isLast = isOver.load(ordering: .acquiring)
        seen += try await all(other, after: seen.last?.number ?? 0)
        if isLast { return seen }
      }
    }
    try await withThrowingTaskGroup { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 1...25 {
            try await [one, other][writer % 2].write { transaction in
              try await transaction.publish("writer-\(writer)", event(number))
              try await transaction.execute("update t set n = n + 1 where id = \(number % 8)")
              let n: Int = try await transaction.query("select n from t where id = \(number % 8)")[0][0]
              try await transaction.publish("row-\(number % 8)", event(n))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    isOver.store(true, ordering: .releasing)
    let found = try await seen.value
    #expect(found == (try await all(one)) && found.count == 400)
    for writer in 0..<8 {
      #expect(found.filter { $0.topic == "writer-\(writer)" }.map(\.payload) == (1...25).map(String.init))
    }
    // Of what changes one row the order is that of the changes.
    for row in 0..<8 {
      let numbers = found.filter { $0.topic == "row-\(row)" }.map(\.payload)
      #expect(numbers == (1...numbers.count).map(String.init))
    }
  }

  @Test(arguments: EngineKind.available)
  func `are there after a restart, and numbers are never used again, also of what is forgotten`(on kind: EngineKind)
    async throws
  {
    let world = StorageWorld.current
    let first = try world.engine(kind)
    let storage = try await open(kind, first)
    for number in 1...3 { try await storage.write { try await $0.publish("a", event(number)) } }
    let (before, log) = (try await all(storage), try await storage.liveLog())
    await first.close()

    let second = try world.engine(kind)
    let again = try await open(kind, second)
    #expect(try await all(again) == before)
    #expect(try await again.liveLog() == log && log.epoch != 0)
    try await again.follow(PersonalChange(sequence: 1, work: .erase(AccountID("ada"))), nil)
    #expect(try await all(again) == [])
    await second.close()

    let last = try await open(kind)
    try await last.write { try await $0.publish("a", event(4)) }
    let page = try await last.liveEvents(after: 0, limit: 10)
    #expect(page.floor == before[2].number && page.events.count == 1)
    #expect(page.events[0].number > before[2].number)
  }

  @Test(arguments: EngineKind.available)
  func `are told of to the hook also when all of them are forgotten in the same transaction`(on kind: EngineKind)
    async throws
  {
    let storage = try await open(kind)
    let engine = try #require(storage as? any NamespaceEngine)
    let heard = Collector<String>()
    storage.onCommit { effects in
      for case .published(let topic) in effects { heard.add(topic) }
    }
    try await engine.perform(as: .writing, limits: .unlimited) { transaction in
      try await transaction.publish("a", event(1))
      try await transaction.reviewWatchers(of: "b")
      try await transaction.forgetLiveEvents()
      try await transaction.publish("c", event(2))
    }
    #expect(heard.items == ["a", "b", "c"])
    #expect(try await all(storage).map(\.topic) == ["c"])
    // Nothing is told of what is taken back.
    await #expect(throws: Problem.self) {
      try await engine.perform(as: .writing, limits: .unlimited) { transaction in
        try await transaction.publish("d", event(3))
        try await transaction.forgetLiveEvents()
        throw Problem(status: 409, code: "no", detail: "No.")
      }
    }
    #expect(heard.items == ["a", "b", "c"])
  }

  @Test(arguments: EngineKind.available)
  func `are read by topic between two numbers`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    for number in 1...12 { try await storage.write { try await $0.publish("t\(number % 3)", event(number)) } }
    let events = try await all(storage)
    func read(_ topics: [String], _ first: Int, _ last: Int, _ limit: Int = 100) async throws -> [String] {
      try await storage.liveEvents(
        of: topics, after: events[first - 1].number, through: events[last - 1].number, limit: limit
      ).events.map(\.payload)
    }
    #expect(try await read(["t1", "t0"], 2, 9) == ["3", "4", "6", "7", "9"])
    #expect(try await read(["t1", "t0"], 2, 9, 2) == ["3", "4"])
    #expect(try await read(["none"], 1, 12) == [])
    #expect(try await read((0..<32).map { "t\($0)" }, 11, 12) == ["12"])
    await expectStorageError(.statement) { try await read([], 1, 2) }
  }

  @Test(arguments: EngineKind.available)
  func `are forgotten when they are old, or too many, and that is known`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    try await storage.write { transaction in
      for number in 1...10 { try await transaction.publish("topic-\(number)", event(number)) }
    }
    let events = try await all(storage)
    #expect(try await storage.expireLiveEvents(olderThan: .seconds(60), beyond: 10) == 0)
    #expect(try await storage.expireLiveEvents(olderThan: .seconds(60), beyond: 4) == 6)
    let left = LivePage(floor: events[5].number, events: Array(events[6...]))
    #expect(try await storage.liveEvents(after: 0, limit: 100) == left)
    try await Task.sleep(for: .milliseconds(20))
    #expect(try await storage.expireLiveEvents(olderThan: .milliseconds(5), beyond: 100) == 4)
    #expect(try await storage.expireLiveEvents(olderThan: .milliseconds(5), beyond: 0) == 0)
    let log = try await storage.liveLog()
    #expect(log.floor == events[9].number && log.last == log.floor)
  }

  @Test(.timeLimit(.minutes(20)), arguments: EngineKind.available)
  func `of very many topics leave nothing behind`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let count = Guarantee.size(20_000, full: 1_000_000)
    var before = 0
    for start in stride(from: 0, to: count, by: 10_000) {
      // What grows with the first of them, as caches do, has grown by then.
      if start == max(10_000, count / 10) { before = ResidentMemory.bytes }
      Guarantee.progress("topics", start, of: count)
      try await storage.write { transaction in
        for number in start..<start + 10_000 { try await transaction.publish("topic-\(number)", LiveEvent("n")) }
      }
      try await storage.expireLiveEvents(olderThan: .seconds(600), beyond: 5_000)
    }
    #expect(try await storage.liveEvents(after: 0, limit: 20_000).events.count == 5_000)
    #expect(try await storage.expireLiveEvents(olderThan: .zero, beyond: 5_000) == 5_000)
    #expect(try await all(storage) == [])
    let grown = ResidentMemory.bytes - before
    Guarantee.report("topics", "\(kind): \(count) topics told once, 0 events left, memory +\(grown >> 20) MiB")
    // In a run of all tests others take memory meanwhile.
    if Guarantee.isFull { #expect(grown <= 32 << 20) }
  }

  @Test(arguments: EngineKind.available)
  func `are published on topics that the manifest declares`(on kind: EngineKind) async throws {
    let storage = try await open(kind, names: try DeclaredNames(area: "club", topics: ["cards/{card}", "news"]))
    let large = LiveEvent("hole", .string(String(repeating: "x", count: LiveEvent.longestPayload)))
    let refused: [(String, LiveEvent?, String)] = [
      ("card/c1", event(1), "topic-unknown"), ("cards", nil, "topic-unknown"), ("cards/", nil, "topic-unknown"),
      ("cards/c1/x", event(1), "topic-unknown"), ("club/cards/c1", nil, "topic-unknown"),
      ("cards/a\u{0}b", event(1), "topic-unknown"), ("cards/a\nb", nil, "topic-unknown"),
      ("cards/" + String(repeating: "x", count: 400), event(1), "topic-unknown"),
      ("news", LiveEvent("reset"), "live-event-malformed"), ("news", LiveEvent(""), "live-event-malformed"),
      ("news", LiveEvent("Hole"), "live-event-malformed"), ("news", LiveEvent("a\nb"), "live-event-malformed"),
      ("news", LiveEvent(String(repeating: "x", count: 65)), "live-event-malformed"),
      ("news", large, "live-event-malformed"),
    ]
    for (topic, event, code) in refused {
      let problem = await #expect(throws: Problem.self) {
        try await storage.write { transaction in
          try await transaction.execute("insert into t values (1, 1)")
          guard let event else { return try await transaction.reviewWatchers(of: topic) }
          try await transaction.publish(topic, event)
        }
      }
      #expect(problem?.status == 500 && problem?.code == code, "\(topic.prefix(20))")
    }
    #expect(try await all(storage) == [])
    #expect(try await storage.value("select count(*) from t") == 0)
    try await storage.write { transaction in
      try await transaction.publish("cards/c1", event(1))
      try await transaction.publish("news", LiveEvent(String(repeating: "x", count: 64)))
    }
    #expect(try await all(storage).count == 2)
  }

  @Test(arguments: EngineKind.available)
  func `are not the plugin's to read or write`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    for statement: SQL in [
      "select * from fieldhouse_live_events", "delete from fieldhouse_live_events",
      "update fieldhouse_live_marks set value = 1",
    ] {
      await expectStorageError(.forbidden) { try await storage.execute(statement) }
    }
  }
}
