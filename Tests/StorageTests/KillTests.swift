internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("G1: a host that is killed", .storageWorld)
struct KillTests {
  static let kills = Guarantee.size(20, full: 200)
  /// How many writes a process acknowledges at least before it is killed.
  private static let writes = Guarantee.size(20, full: 500)

  @Test(arguments: EngineKind.available)
  func `loses no write that it acknowledged and doubles none`(on kind: EngineKind) async throws {
    var random = SeededRandom(seed: UInt64(Self.kills))
    var acknowledged: [Int] = []
    for round in 0..<Self.kills {
      let process = try LedgerProcess(["write"] + place(kind) + ["\(round * 1_000_000 + 1)", "8"])
      acknowledged += try await process.killAfter(
        Self.writes + random.next(below: 100), pause: .milliseconds(random.next(below: 30)))
      Guarantee.progress("G1", round + 1, of: Self.kills)
    }
    #expect(acknowledged.count >= Self.kills * Self.writes)
    #expect(Set(acknowledged).count == acknowledged.count)
    try await expectAll(acknowledged, on: kind)
    Guarantee.report("G1", "\(kind): \(Self.kills) kills, \(acknowledged.count) acknowledged writes, 0 lost, 0 doubled")
  }

  @Test func `G5: several processes that write one file at once and are killed lose and double nothing`() async throws {
    let world = StorageWorld.current
    let rounds = Guarantee.size(5, full: 50)
    var acknowledged: [Int] = []
    for round in 0..<rounds {
      acknowledged += try await withThrowingTaskGroup(of: [Int].self) { group in
        for number in 0..<3 {
          let first = (round * 3 + number) * 1_000_000 + 1
          let process = try LedgerProcess(["write", "sqlite", world.directory, "\(first)", "4"])
          group.addTask { try await process.killAfter(Self.writes * (number + 1), pause: .zero) }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      Guarantee.progress("G5", round + 1, of: rounds)
    }
    try await expectAll(acknowledged, on: .sqlite)
    Guarantee.report("G5", "3 processes at once, \(rounds * 3) kills, \(acknowledged.count) writes, 0 lost, 0 damaged")
  }

  @Test(arguments: EngineKind.available)
  func `loses and doubles nothing of what was committed together with others' writes`(on kind: EngineKind) async throws
  {
    var acknowledged: [Int] = []
    for round in 0..<Guarantee.size(6, full: 50) {
      let process = try LedgerProcess(["insert"] + place(kind) + ["\(round * 1_000_000 + 1)", "32"])
      acknowledged += try await process.killAfter(Self.writes * 10 + round * 7, pause: .milliseconds(round % 5))
    }
    let storage = try await StorageWorld.current.engine(kind).open(Namespace(id: "ledger"))
    let stored: [Int] = try await storage.column("select id from ledger")
    #expect(Set(acknowledged).count == acknowledged.count)
    #expect(Set(acknowledged).subtracting(stored).isEmpty)
    Guarantee.report("G1", "\(kind): \(acknowledged.count) acknowledged writes of one statement, 0 lost, 0 doubled")
  }

  private func place(_ kind: EngineKind) throws -> [String] {
    let world = StorageWorld.current
    return kind == .sqlite
      ? ["sqlite", world.directory] : ["postgresql", try TestPostgreSQL.address(), world.prefix]
  }

  private func expectAll(_ acknowledged: [Int], on kind: EngineKind) async throws {
    let engine = try StorageWorld.current.engine(kind)
    let storage = try await engine.open(
      Namespace(id: "ledger", boards: [BoardDeclaration(id: "writes", title: "Writes")]))
    let found = try await Findings(of: storage)
    #expect(Set(acknowledged).subtracting(found.stored).isEmpty)
    // What a write caused beside its row happened exactly as often as the row is there.
    #expect(found.scores.reduce(0, +) == Int64(found.stored.count))
    #expect(found.events.sorted() == found.stored.sorted())
    #expect(await engine.health().isHealthy)
  }

  /// The rows there are, and what was caused by them, as of one moment: a server may still be at the last commit of a process
  /// that was killed.
  private struct Findings {
    var stored: [Int] = []
    var scores: [Int64] = []
    var events: [Int] = []

    init(of storage: any NamespaceStorage) async throws {
      repeat {
        stored = try await storage.column("select id from ledger")
        let found = Collector<Int64>()
        try await storage.boardEntries(BoardFilter()) { found.add($1.score) }
        scores = found.items
        events = try await storage.pendingEffects(after: 0, limit: 1_000_000).compactMap { effect in
          if case .event(_, let event) = effect { event.payload.int.map { Int($0) } } else { nil }
        }
      } while try await storage.column("select id from ledger") != stored
    }
  }
}
