internal import FieldhouseKit
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("A host that is killed", .storageWorld)
struct KillTests {
  /// 20 in every run; the full run sets `FIELDHOUSE_KILLS=200`.
  static let kills = ProcessInfo.processInfo.environment["FIELDHOUSE_KILLS"].flatMap(Int.init) ?? 20

  @Test(arguments: EngineKind.available)
  func `loses no write that it acknowledged and doubles none`(on kind: EngineKind) async throws {
    let world = StorageWorld.current
    var random = SeededRandom(seed: UInt64(Self.kills))
    var acknowledged: [Int] = []
    for round in 0..<Self.kills {
      let place =
        kind == .sqlite ? ["sqlite", world.directory] : ["postgresql", PostgreSQLServer.address ?? "", world.prefix]
      let process = try LedgerProcess(place + ["\(round * 1_000_000 + 1)", "8"])
      acknowledged += try await process.killAfter(
        20 + random.next(below: 100), pause: .milliseconds(random.next(below: 30)))
    }
    #expect(acknowledged.count >= Self.kills * 20)
    #expect(Set(acknowledged).count == acknowledged.count)

    let engine = try world.engine(kind)
    let storage = try await engine.open(
      Namespace(id: "ledger", boards: [BoardDeclaration(id: "writes", title: "Writes")]))
    let stored: [Int] = try await storage.column("select id from ledger")
    #expect(Set(acknowledged).subtracting(stored).isEmpty)
    try await expectEachEffectOnce(storage, stored)
    #expect(await engine.health().isHealthy)
  }

  /// What a write caused beside its row happened exactly as often as the row is there.
  private func expectEachEffectOnce(_ storage: any NamespaceStorage, _ stored: [Int]) async throws {
    let scores = Collector<Int64>()
    try await storage.boardEntries(BoardFilter()) { scores.add($1.score) }
    #expect(scores.items.reduce(0, +) == Int64(stored.count))
    let events = try await storage.pendingEffects(after: 0, limit: 1_000_000).compactMap { effect -> Int? in
      if case .event(_, let event) = effect { event.payload.int.map { Int($0) } } else { nil }
    }
    #expect(events.sorted() == stored.sorted())
  }
}
