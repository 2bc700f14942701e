internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("A backup", .storageWorld)
struct BackupTests {
  private let space = Namespace(
    id: "club",
    migrations: [Migration(id: "1", sql: "create table t (id integer not null primary key, half integer not null)")])

  private func path(_ name: String = "backup.fieldhouse") -> String { StorageWorld.current.directory + "-" + name }

  private func contents(_ storage: any NamespaceStorage) async throws -> [Row] {
    try await storage.read { try await $0.query("select id, half from t order by id") }
  }

  @Test func `made under load is one instant, blocks no write, and restores exactly`() async throws {
    let world = StorageWorld.current
    let engine = try world.engine(.sqlite)
    let storage = try await engine.open(space)
    try await storage.migrate()
    let writing = Task {
      var id = 0
      while !Task.isCancelled {
        id += 1
        try await storage.write { [id] transaction in
          try await transaction.execute("insert into t values (\(id * 2), 0)")
          try await transaction.execute("insert into t values (\(id * 2 + 1), 1)")
        }
      }
      return id
    }
    for cycle in 0..<Self.cycles {
      Guarantee.progress("G4", cycle, of: Self.cycles)
      let file = path("\(cycle)")
      defer { try? FileManager.default.removeItem(atPath: file) }
      try await Task.sleep(for: .milliseconds(30))
      let manifest = try await StorageBackup(path: file).make(of: engine)
      #expect(manifest.entries.map(\.namespace) == ["club"])
      #expect(try await StorageBackup(path: file).verify() == manifest)
      let other = StorageWorld()
      _ = try await StorageBackup(path: file).restore(to: other.directory)
      let restored = try await other.engine(.sqlite).open(space)
      let rows = try await contents(restored)
      #expect(rows.count % 2 == 0)
      let now = try await contents(storage)
      #expect(rows.map(\.values) == now.prefix(rows.count).map(\.values))
      await other.end()
    }
    writing.cancel()
    let writes = try await writing.value
    #expect(writes > Self.cycles)
    Guarantee.report("G4", "\(Self.cycles) backups restored and compared during \(writes) writes, 0 rejected, 0 differ")
  }

  @Test func `with any byte flipped, cut or added is refused and nothing is replaced`() async throws {
    let world = StorageWorld.current
    let engine = try world.engine(.sqlite)
    let storage = try await engine.open(space)
    try await storage.migrate()
    for id in 0..<20 { try await storage.execute("insert into t values (\(id), 0)") }
    let file = path()
    defer { try? FileManager.default.removeItem(atPath: file) }
    _ = try await StorageBackup(path: file).make(of: engine)
    let good = try Data(contentsOf: URL(fileURLWithPath: file))
    var random = SeededRandom(seed: 19)
    var damaged: [Data] = [good.dropLast(), good + [0], Data()]
    for number in 0..<(Self.flips) {
      var copy = good
      let position = number < 400 ? number : random.next(below: good.count)
      copy[position] ^= UInt8(1 << random.next(below: 8))
      damaged.append(copy)
    }
    let other = StorageWorld()
    for copy in damaged {
      try copy.write(to: URL(fileURLWithPath: file))
      await expectStorageError(.backup) { try await StorageBackup(path: file).restore(to: other.directory) }
    }
    #expect(try await other.engine(.sqlite).namespaces() == [])
    Guarantee.report("G19", "\(damaged.count) damaged backups, all refused")
    await other.end()
  }

  private static let flips = Guarantee.size(450, full: 1_000)
  private static let cycles = Guarantee.size(5, full: 200)

  @Test func `is not restored under a running host, and later numbers of effects stay apart`() async throws {
    let world = StorageWorld.current
    let engine = try world.engine(.sqlite)
    let storage = try await engine.open(space)
    try await storage.migrate()
    try await storage.write { try await $0.emit(Event(name: "a.b", payload: 1)) }
    let file = path()
    defer { try? FileManager.default.removeItem(atPath: file) }
    _ = try await StorageBackup(path: file).make(of: engine)
    try await storage.write { try await $0.emit(Event(name: "a.b", payload: 2)) }
    let lost = try await storage.pendingEffects(after: 0, limit: 9).map(\.sequence)
    await expectStorageError(.unavailable) { try await StorageBackup(path: file).restore(to: world.directory) }
    #expect(try await storage.pendingEffects(after: 0, limit: 9).count == 2)
    await engine.close()

    _ = try await StorageBackup(path: file).restore(to: world.directory)
    let restored = try await world.engine(.sqlite).open(space)
    #expect(try await restored.pendingEffects(after: 0, limit: 9).map(\.sequence) == [lost[0]])
    try await restored.write { try await $0.emit(Event(name: "a.b", payload: 3)) }
    let numbers = try await restored.pendingEffects(after: 0, limit: 9).map(\.sequence)
    #expect(numbers.count == 2 && numbers[1] > lost[1])
  }
}
