internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("A backup", .storageWorld)
struct BackupTests {
  private let space = Namespace(
    id: "club",
    migrations: [Migration(id: "1", sql: "create table t (id integer not null primary key, half integer not null)")],
    // What is compared is in the end more than a plugin may read at once.
    queryLimits: .unlimited)

  private func path(_ name: String = "backup") -> String { StorageWorld.current.directory + "-" + name }

  private func contents(_ storage: any NamespaceStorage, first count: Int = .max) async throws -> [Row] {
    try await storage.read { try await $0.query("select id, half from t order by id limit \(count)") }
  }

  @Test(arguments: EngineKind.available)
  func `made under load is one instant, refuses no write, and restores exactly`(on kind: EngineKind) async throws {
    let world = StorageWorld.current
    let engine = try world.engine(kind)
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
      let backup = StorageBackup(path: file)
      let manifest = try await backup.make(of: engine, in: world.directory, namespaces: [space])
      #expect(manifest.namespaces.map(\.id) == ["club"])
      #expect(try await backup.verify(in: world.directory) == manifest)
      try await StorageWorld.another { other in
        let target = try other.engine(.sqlite)
        _ = try await StorageRestore(into: other.directory, engine: target).run(file)
        let rows = try await contents(try await target.open(space))
        #expect(rows.count % 2 == 0)
        #expect(rows.count == manifest.namespaces[0].tables.first { $0.name == "t" }?.rows)
        let now = try await contents(storage, first: rows.count)
        #expect(rows.map(\.values) == now.map(\.values))
      }
      try FileManager.default.removeItem(atPath: file)
    }
    writing.cancel()
    let writes = try await writing.value
    #expect(writes > Self.cycles)
    Guarantee.report("G4", "\(kind): \(Self.cycles) backups restored and compared during \(writes) writes, 0 refused")
  }

  @Test(arguments: EngineKind.available)
  func `of several namespaces has what one was told of another, and never more`(on kind: EngineKind) async throws {
    let world = StorageWorld.current
    let club = try ClubFolder(kind)
    let writer = try world.engine(kind)
    var storages: [any NamespaceStorage] = []
    for space in ClubFolder.spaces {
      storages.append(try await writer.open(space))
      try await storages[storages.count - 1].migrate()
    }
    let (first, second) = (storages[0], storages[1])
    let writing = Task {
      var id = 0
      while !Task.isCancelled {
        id += 1
        try await first.execute("insert into t values (\(id), 'told')")
        try await second.execute("insert into t values (\(id), 'heard')")
      }
      return id
    }
    for number in 0..<Guarantee.size(6, full: 40) {
      let file = path("\(number)")
      let engine = try world.engine(kind)
      let manifest = try await StorageBackup(path: file).make(
        of: engine, in: club.path, namespaces: ClubFolder.spaces)
      await engine.close()
      let rows = manifest.namespaces.map { space in space.tables.first { $0.name == "t" }?.rows ?? -9 }
      #expect([0, 1].contains(rows[0] - rows[1]), "\(rows)")
    }
    writing.cancel()
    _ = try await writing.value
  }

  @Test func `waits for a transaction that is under way, and has all of it`() async throws {
    let world = StorageWorld.current
    let engine = try world.engine(.sqlite)
    let storage = try await engine.open(space)
    try await storage.migrate()
    let file = path()
    let (isInside, gate) = (Gate(), Gate())
    let writing = Task {
      try await storage.write { transaction in
        try await transaction.execute("insert into t values (1, 0)")
        isInside.open()
        await gate.wait()
        try await transaction.execute("insert into t values (2, 1)")
      }
    }
    await isInside.wait()
    let making = Task { try await StorageBackup(path: file).make(of: engine, in: world.directory) }
    try await Task.sleep(for: .milliseconds(50))
    #expect(!FileManager.default.fileExists(atPath: file))
    gate.open()
    try await writing.value
    #expect(try await making.value.namespaces[0].tables.first { $0.name == "t" }?.rows == 2)
  }

  @Test func `carries on what one namespace has caused in another, once`() async throws {
    let world = StorageWorld.current
    let engine = try world.engine(.sqlite)
    let storage = try await engine.open(space)
    try await storage.migrate()
    try await storage.write { try await $0.emit(Event(name: "a.b", payload: 1)) }
    _ = try await StorageBackup(path: path()).make(of: engine, in: world.directory)
    let sequence = try await storage.pendingEffects(after: 0, limit: 9).map(\.sequence)
    try await storage.acknowledge(sequence)
    await engine.close()
    let again = try world.engine(.sqlite)
    _ = try await StorageRestore(into: world.directory, engine: again).run(path())
    let restored = try await again.open(space)
    #expect(try await restored.pendingEffects(after: 0, limit: 9).map(\.sequence) == sequence)
  }

  @Test func `is not restored under a running host, and later numbers of effects stay apart`() async throws {
    let world = StorageWorld.current
    let engine = try world.engine(.sqlite)
    let storage = try await engine.open(space)
    try await storage.migrate()
    try await storage.write { try await $0.emit(Event(name: "a.b", payload: 1)) }
    _ = try await StorageBackup(path: path()).make(of: engine, in: world.directory)
    try await storage.write { try await $0.emit(Event(name: "a.b", payload: 2)) }
    let lost = try await storage.pendingEffects(after: 0, limit: 9).map(\.sequence)
    let restore = StorageRestore(into: world.directory, engine: try world.engine(.sqlite))
    await expectStorageError(.unavailable) { try await restore.run(path()) }
    #expect(try await storage.pendingEffects(after: 0, limit: 9).count == 2)
    await engine.close()

    _ = try await restore.run(path())
    let restored = try await world.engine(.sqlite).open(space)
    #expect(try await restored.pendingEffects(after: 0, limit: 9).map(\.sequence) == [lost[0]])
    try await restored.write { try await $0.emit(Event(name: "a.b", payload: 3)) }
    let numbers = try await restored.pendingEffects(after: 0, limit: 9).map(\.sequence)
    #expect(numbers.count == 2 && numbers[1] > lost[1])
  }

  private static let cycles = Guarantee.size(5, full: 200)
}

/// Opened once; who waits goes on then.
private final class Gate: Sendable {
  private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)

  func open() { continuation.finish() }

  func wait() async { for await _ in stream {} }
}
