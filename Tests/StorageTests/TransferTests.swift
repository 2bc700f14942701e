internal import FieldhouseKit
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Moving to another engine", .storageWorld)
struct TransferTests {
  private let space = Namespace(
    id: "club",
    migrations: [
      Migration(
        id: "1",
        sql: """
          create table people (
            id integer not null primary key, boss integer references people (id), "order" real, photo blob);
          create table teams (id integer primary key, name text not null, captain integer references people (id));
          insert into teams (name) values ('seed')
          """)
    ], boards: OperationScript.boards)

  private func fill(_ storage: any NamespaceStorage) async throws {
    try await storage.write { transaction in
      for id in (1...1_500).reversed() {
        try await transaction.execute(
          "insert into people values (\(id), null, \(Double(id) / 3), \([UInt8(id % 256), 0]))")
      }
      try await transaction.execute("update people set boss = 1501 - id")
      try await transaction.execute("insert into teams (name, captain) values ('Käse', 7)")
      try await transaction.emit(Event(name: "a.b", payload: ["x": 1]))
      for number in 0..<10 {
        try await transaction.submit(
          ScoreChange(
            board: "points", account: AccountID("a\(number)"), score: 1, achievedAt: Date(timeIntervalSince1970: 1)))
      }
    }
    _ = try await storage.writeOnce(IdempotencyKey(account: "a", route: "r", key: "k"), fingerprint: "f") { _ in
      StoredReply(status: 200, contentType: "x", body: [1, 2])
    }
  }

  @Test(arguments: EngineKind.available, EngineKind.available)
  func `keeps every row, proved by counts and checksums, and both go on alike`(
    from source: EngineKind, to target: EngineKind
  ) async throws {
    let world = StorageWorld.current
    let engine = try world.engine(source)
    let storage = try await engine.open(space)
    try await storage.migrate()
    try await fill(storage)
    await engine.close()

    let other = StorageWorld()
    let steps = Collector<TransferProgress>()
    let to = try other.engine(target)
    let report = try await DatabaseTransfer([space]) { steps.add($0) }.run(from: world.engine(source), to: to)
    #expect(report.tables.first { $0.name == "people" }?.rows == 1_500)
    #expect(report.tables.first { $0.name == "teams" }?.rows == 2)
    #expect(steps.items.last?.rowsDone == report.rows)
    #expect(steps.items.last?.rowsTotal == report.rows)
    await to.close()

    let moved = try await other.engine(target).open(space)
    #expect(
      try await moved.value("select sum(boss * id) from people") == (1...1_500).reduce(0) { $0 + $1 * (1_501 - $1) })
    #expect(try await moved.pendingEffects(after: 0, limit: 9).count == 1)
    let repeated = try await moved.writeOnce(IdempotencyKey(account: "a", route: "r", key: "k"), fingerprint: "f") {
      _ in
      throw Deliberate()
    }
    #expect(repeated.isRepetition && repeated.body == [1, 2])
    let id: Int = try await moved.write {
      try await $0.query("insert into teams (name) values ('new') returning id")[0][0]
    }
    #expect(id == 3)
    try await moved.write { try await $0.emit(Event(name: "a.b", payload: 2)) }
    #expect(try await moved.pendingEffects(after: 0, limit: 9).count == 2)
    await expectStorageError(.constraint) {
      try await moved.execute("insert into teams (name, captain) values ('x', 9999)")
    }
    await other.end()
  }

  @Test func `a backup of a server is restored into files and the other way round`() async throws {
    let world = StorageWorld.current
    let engine = try world.engine(.postgresql)
    let storage = try await engine.open(space)
    try await storage.migrate()
    try await fill(storage)
    await engine.close()
    let file = world.directory + "-backup"
    let manifest = try await StorageBackup(path: file).make(
      of: world.engine(.postgresql), in: world.directory, namespaces: [space])
    #expect(manifest.engine == "postgresql")

    let other = StorageWorld()
    var options = RestoreOptions()
    options.known = [space]
    for kind in [EngineKind.sqlite, .postgresql] {
      let target = try other.engine(kind)
      _ = try await StorageRestore(into: other.directory, engine: target, options: options).run(file)
      await target.close()
      let restored = try await other.engine(kind).open(space)
      #expect(try await restored.value("select count(*) from people") == 1_500)
      let repeated = try await restored.writeOnce(IdempotencyKey(account: "a", route: "r", key: "k"), fingerprint: "f")
      {
        _ in
        throw Deliberate()
      }
      #expect(repeated.isRepetition && repeated.body == [1, 2])
      let id: Int = try await restored.write {
        try await $0.query("insert into teams (name) values ('new') returning id")[0][0]
      }
      #expect(id == 3)
    }
    await other.end()
  }
}
