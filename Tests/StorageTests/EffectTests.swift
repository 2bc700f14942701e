internal import FieldhouseKit
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
}
