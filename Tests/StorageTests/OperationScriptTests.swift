internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Testing

@testable internal import FieldhouseStorage

@Suite("G8: one script of operations", .storageWorld)
struct OperationScriptTests {
  static let operations = Guarantee.size(4_000, full: 20_000)

  @Test func `answers the same, operation by operation, on every engine`() async throws {
    var transcripts: [String] = []
    for kind in EngineKind.available {
      let storage = try await StorageWorld.current.open(kind, OperationScript.migration, boards: OperationScript.boards)
      transcripts.append(try await OperationScript.run(Self.operations, seed: 20_261_121, on: storage))
    }
    let first = try #require(transcripts.first)
    #expect(first.utf8.count > Self.operations * 10)
    for code in ["storage-constraint", "idempotency-key-reused", "Deliberate"] {
      #expect(first.contains("\"\(code)\""))
    }
    for other in transcripts.dropFirst() where other != first {
      Issue.record("the engines part at: \(difference(first, other))")
    }
    let count = Set(transcripts).count
    Guarantee.report("G8", "\(Self.operations) operations on \(transcripts.count) engines, \(count) transcript")
  }

  @Test(arguments: EngineKind.available)
  func `is the same when it is run again`(on kind: EngineKind) async throws {
    var transcripts: [String] = []
    for _ in 0..<2 {
      let world = StorageWorld()
      let engine = try world.engine(kind)
      let storage = try await engine.open(
        Namespace(
          id: "club", migrations: [Migration(id: "1", sql: OperationScript.migration)], boards: OperationScript.boards))
      try await storage.migrate()
      transcripts.append(try await OperationScript.run(300, seed: 7, on: storage))
      await world.end()
    }
    #expect(transcripts[0] == transcripts[1])
  }

  private func difference(_ one: String, _ other: String) -> String {
    let common = zip(one.utf8, other.utf8).prefix { $0 == $1 }.count
    let start = max(0, common - 200)
    return [one, other].map { String(decoding: Array($0.utf8.dropFirst(start).prefix(400)), as: UTF8.self) }
      .joined(separator: "\n  and: ")
  }
}
