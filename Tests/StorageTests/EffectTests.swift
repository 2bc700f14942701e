internal import FieldhouseKit
internal import Synchronization
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Notifications and events of a transaction", .storageWorld)
struct EffectTests {
  private static let table = "create table t (id integer not null primary key)"

  private func event(_ number: Int) -> Event {
    Event(name: "club.played", payload: ["n": .integer(Int64(number)), "s": "ä\u{1}"])
  }

  private let request = NotificationRequest(
    recipients: [AccountID("ada"), AccountID("bo")], kind: "goal", text: "goal.scored", arguments: ["who": "Cy"],
    link: "/m/1", deduplicationKey: "m1")

  private func events(_ effects: [CommittedEffect]) -> [Event] {
    effects.compactMap { if case .event(_, let event) = $0 { event } else { nil } }
  }

  @Test(arguments: EngineKind.available)
  func `are told to the hook when they are committed and wait until they are acknowledged`(on kind: EngineKind)
    async throws
  {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    let heard = Collector<CommittedEffect>()
    storage.onCommit { $0.forEach(heard.add) }
    try await storage.write { transaction in
      try await transaction.emit(event(1))
      try await transaction.notify(request)
    }
    let pending = try await storage.pendingEffects(after: 0, limit: 10)
    #expect(events(pending) == [event(1)])
    guard case .notification(let sequence, let found) = pending[1] else { throw Deliberate() }
    #expect(found == request)
    #expect(heard.items.map(\.sequence) == pending.map(\.sequence))
    #expect(try await storage.pendingEffects(after: pending[0].sequence, limit: 10).map(\.sequence) == [sequence])
    #expect(try await storage.pendingEffects(after: 0, limit: 1).count == 1)

    try await storage.acknowledge([pending[0].sequence])
    #expect(try await storage.pendingEffects(after: 0, limit: 10).map(\.sequence) == [sequence])
  }

  @Test(arguments: EngineKind.available)
  func `of one transaction keep their order, however many and long they are`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    let heard = Collector<CommittedEffect>()
    storage.onCommit { $0.forEach(heard.add) }
    try await storage.write { transaction in
      for number in 0..<40 {
        var long = request
        long.arguments["n"] = String(repeating: "\(number % 10)", count: 30_000)
        try await transaction.notify(long)
        try await transaction.emit(event(number))
      }
    }
    let pending = try await storage.pendingEffects(after: 0, limit: 1_000)
    #expect(pending.count == 80 && events(pending) == (0..<40).map { event($0) })
    for (number, effect) in pending.enumerated() where number % 2 == 0 {
      guard case .notification(_, let found) = effect else { throw Deliberate() }
      #expect(found.arguments["n"]?.first == "\(number / 2 % 10)".first)
    }
    #expect(heard.items.map(\.sequence) == pending.map(\.sequence))
  }

  @Test(arguments: EngineKind.available)
  func `of a transaction that fails are gone`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    let heard = Collector<CommittedEffect>()
    storage.onCommit { $0.forEach(heard.add) }
    _ = try? await storage.write { transaction in
      try await transaction.emit(event(1))
      throw Deliberate()
    }
    #expect(heard.items.isEmpty)
    #expect(try await storage.pendingEffects(after: 0, limit: 10).isEmpty)
  }

  @Test(arguments: EngineKind.available)
  func `keep their order among many writers and are numbered once`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    try await withThrowingTaskGroup { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<15 {
            try await storage.write { transaction in
              try await transaction.execute("insert into t values (\(writer * 100 + number))")
              try await transaction.emit(event(writer * 100 + number))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let pending = try await storage.pendingEffects(after: 0, limit: 1_000)
    #expect(Set(pending.map(\.sequence)).count == 120)
    for writer in 0..<8 {
      let numbers = events(pending).compactMap { $0.payload["n"]?.int }.filter { $0 / 100 == writer }
      #expect(numbers == (0..<15).map { writer * 100 + $0 })
    }
  }

  @Test(arguments: EngineKind.available)
  func `are still there after a restart and their numbers are never used again`(on kind: EngineKind) async throws {
    let world = StorageWorld.current
    let engine = try world.engine(kind)
    let storage = try await engine.open(Namespace(id: "club"))
    for number in 0..<3 { try await storage.write { try await $0.emit(event(number)) } }
    let first = try await storage.pendingEffects(after: 0, limit: 10).map(\.sequence)
    try await storage.acknowledge(Array(first.dropFirst()))
    await engine.close()

    let again = try await world.engine(kind).open(Namespace(id: "club"))
    #expect(try await again.pendingEffects(after: 0, limit: 10).map(\.sequence) == [first[0]])
    try await again.acknowledge([first[0]])
    try await again.write { try await $0.emit(event(9)) }
    let next = try await again.pendingEffects(after: 0, limit: 10).map(\.sequence)
    #expect(next.count == 1 && next[0] > first[2])
  }

  private static func names() throws -> DeclaredNames {
    let number = Schema.object([("n", .integer())], required: ["n"])
    return try DeclaredNames(area: "club", notifications: ["goal"], events: ["played": number, "over": nil])
  }

  @Test(arguments: EngineKind.available)
  func `are those that the manifest declares, under the plugin's own name`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.engine(kind).open(Namespace(id: "club", names: Self.names()))
    try await storage.migrate()
    var other = request
    other.kind = "gaol"
    let refused: [(@Sendable (any Transaction) async throws -> Void, String)] = [
      ({ try await $0.emit(Event(name: "club.played", payload: ["n": 1])) }, "event-unknown"),
      ({ try await $0.emit(Event(name: "accounts.account-erased", payload: [:])) }, "event-unknown"),
      ({ try await $0.emit(Event(name: "lost", payload: [:])) }, "event-unknown"),
      ({ try await $0.emit(Event(name: "played", payload: ["n": "1"])) }, "event-malformed"),
      ({ try await $0.emit(Event(name: "played", payload: [:])) }, "event-malformed"),
      ({ [other] in try await $0.notify(other) }, "notification-unknown"),
    ]
    for (call, code) in refused {
      let problem = await #expect(throws: Problem.self) { try await storage.write { try await call($0) } }
      #expect(problem?.status == 500 && problem?.code == code)
    }
    try await storage.write { [request] transaction in
      try await transaction.emit(Event(name: "played", payload: ["n": 1]))
      try await transaction.emit(Event(name: "over", payload: "anything"))
      try await transaction.notify(request)
    }
    let pending = try await storage.pendingEffects(after: 0, limit: 10)
    #expect(events(pending).map(\.name) == ["club.played", "club.over"] && pending.count == 3)
  }

  /// Two processes emit, and what was read at one moment has no gap that is filled later.
  @Test(.timeLimit(.minutes(3)), arguments: EngineKind.available)
  func `are numbered in the order of the commits, in every process`(on kind: EngineKind) async throws {
    let world = StorageWorld.current
    let (one, other) = (try await world.open(kind, Self.table), try await world.open(kind, Self.table))
    let isOver = Atomic(false)
    let seen = Task { () -> [Int64] in
      var seen: [Int64] = []
      while true {
        let isLast = isOver.load(ordering: .acquiring)
        seen += try await other.pendingEffects(after: seen.last ?? 0, limit: 1_000).map(\.sequence)
        if isLast { return seen }
      }
    }
    try await withThrowingTaskGroup { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<20 {
            try await [one, other][writer % 2].write { transaction in
              try await transaction.emit(event(writer * 100 + number))
              try await transaction.execute("insert into t values (\(writer * 100 + number))")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    isOver.store(true, ordering: .releasing)
    let found = try await seen.value
    #expect(found.count == 160)
    #expect(found == (try await one.pendingEffects(after: 0, limit: 1_000).map(\.sequence)))
  }

  @Test(arguments: EngineKind.available)
  func `are received once for each place of a lane, and again when the body fails`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    @Sendable func insert(_ transaction: any Transaction) async throws {
      try await transaction.execute("insert into t values ((select count(*) from t))")
    }
    await #expect(throws: Deliberate.self) {
      try await storage.receive(3) {
        try await insert($0)
        throw Deliberate()
      }
    }
    #expect(try await storage.value("select count(*) from t") == 0)
    for (place, runs) in [(3, true), (3, false), (2, false), (7, true), (7, false), (8, true)] {
      #expect(try await storage.receive(Int64(place), insert) == runs)
    }
    #expect(try await storage.value("select count(*) from t") == 3)
  }
}
