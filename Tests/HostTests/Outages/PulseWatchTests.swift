import FieldhouseKit
import FieldhouseRuntime
import FieldhouseTestSupport
import Testing

@testable import FieldhouseHost
@testable import FieldhouseStorage

@Suite("Looks at the parts of an engine")
struct PulseWatchTests {
  @Test func `tell of the one whose reads all wait, and of no other`() async throws {
    let folder = try TestFolder()
    let engine = try SQLiteEngine(directory: folder.path, options: SQLiteOptions(readersPerNamespace: 2))
    let host = try await engine.open(Namespace(id: "host"))
    let cards = try await engine.open(Namespace(id: "cards"))
    for storage in [host, cards] { try await storage.migrate() }
    let watch = PulseWatch(patience: .seconds(1))
    let isOver = Latch()
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let sleepers = (0..<2).map { _ in
      Task {
        try await cards.read { _ in
          begin.yield()
          while !isOver.isSet { try await Task.sleep(for: .milliseconds(5)) }
        }
      }
    }
    var starts = begun.makeAsyncIterator()
    for _ in sleepers { await starts.next() }
    try await eventually {
      await watch.parts(of: engine).map(\.health.state) == [.down, .ok]
    }
    let parts = await watch.parts(of: engine)
    #expect(parts.map(\.namespace) == ["cards", "host"])
    #expect(parts[0].health.reason.hasPrefix("It has not answered for "))
    #expect(HostProbes.states(parts).first?.health == .ok)
    isOver.set()
    for sleeper in sleepers { try await sleeper.value }
    try await eventually { await watch.parts(of: engine).map(\.health) == [.ok, .ok] }
    await engine.close()
  }
}
