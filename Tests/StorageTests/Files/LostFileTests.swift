internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Glibc
internal import Testing

@testable internal import FieldhouseStorage

@Suite("A database file that is lost while it is open", .storageWorld)
struct LostFileTests {
  private static let table = "create table t (id integer not null primary key)"

  private func open() async throws -> SQLiteNamespace {
    try #require(try await StorageWorld.current.open(.sqlite, Self.table) as? SQLiteNamespace)
  }

  private func loss(_ storage: any NamespaceStorage, _ id: Int) async -> StorageError? {
    do {
      try await storage.execute("insert into t values (\(id))")
      return nil
    } catch {
      return error as? StorageError
    }
  }

  private func rescued() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: StorageWorld.current.directory)
    let copies = names.filter { $0.contains(".rescued-") && $0.hasSuffix(".sqlite") }
    try #require(copies.count == 1, "\(names)")
    return "\(StorageWorld.current.directory)/\(copies[0])"
  }

  private func ids(in file: String) throws -> [Int64] {
    let connection = try SQLiteConnection(path: file, role: .reader)
    defer { connection.close() }
    return try connection.run(HostStatement("select id from t order by id")).map { try $0[0] }
  }

  /// How a file is lost.
  enum Loss: String, CaseIterable, CustomTestStringConvertible {
    case deleted, moved, replaced, emptyInItsPlace, logDeleted, logReplaced
    var testDescription: String { rawValue }

    func happen(to path: String) throws {
      switch self {
      case .deleted: unlink(path)
      case .moved: rename(path, path + ".elsewhere")
      case .replaced:
        try FileManager.default.copyItem(atPath: path, toPath: path + ".copy")
        rename(path + ".copy", path)
      case .emptyInItsPlace:
        unlink(path)
        _ = FileManager.default.createFile(atPath: path, contents: nil)
      case .logDeleted: unlink(path + "-wal")
      case .logReplaced:
        unlink(path + "-wal")
        _ = FileManager.default.createFile(atPath: path + "-wal", contents: nil)
      }
    }
  }

  @Test(arguments: Loss.allCases)
  func `takes no further write, serves reads, and what was in it is saved whole`(_ loss: Loss) async throws {
    let storage = try await open()
    for id in 1...20 { try await storage.execute("insert into t values (\(id))") }
    try loss.happen(to: storage.path)
    let error = await self.loss(storage, 21)
    #expect(error?.code == .fileLost)
    let copy = try rescued()
    #expect(error?.message.contains(copy) == true, "\(error?.message ?? "")")
    #expect(try ids(in: copy) == Array(1...20))
    #expect(PrivateFile.exposure(copy) == nil)
    let again = await self.loss(storage, 22)
    #expect(again?.code == .fileLost)
    #expect(try rescued() == copy)
    #expect(try await storage.value("select count(*) from t") == 20)
  }

  @Test func `a file that was moved away and comes back is written again`() async throws {
    let storage = try await open()
    rename(storage.path, storage.path + ".away")
    #expect(await loss(storage, 1)?.code == .fileLost)
    rename(storage.path + ".away", storage.path)
    #expect(await loss(storage, 2) == nil)
    #expect(try await storage.column("select id from t") == [2])
  }

  @Test func `no reader opens what took its place`() async throws {
    let storage = try await open()
    try await storage.execute("insert into t values (1)")
    storage.readers.close()
    let fresh = ReaderPool(file: storage.file, largest: 2)
    let other = storage.path + ".other"
    do {
      let connection = try SQLiteConnection(path: other, role: .writer)
      try connection.run("create table t (id integer)")
      connection.close()
    }
    rename(other, storage.path)
    await expectStorageError(.fileLost) { try await fresh.acquire() }
  }

  @Test func `the pulse says that it is lost, and what to do`() async throws {
    let storage = try await open()
    #expect(await storage.pulse() == .ok)
    unlink(storage.path)
    let health = await storage.pulse()
    #expect(health.state == .down)
    #expect(health.reason.contains("was deleted or moved"))
    #expect(health.remedy == "Stop the host, put the saved copy in the file's place, and start it again.")
  }

  @Test func `every write that was acknowledged before is in the saved copy`() async throws {
    let storage = try await open()
    let acknowledged = Collector<Int64>()
    let started = Counter()
    let writers = (0..<8).map { writer in
      Task {
        for number in 0..<2_000 {
          let id = Int64(writer * 10_000 + number)
          started.next()
          do {
            try await storage.execute("insert into t values (\(id))")
            acknowledged.add(id)
          } catch let error as StorageError where error.code == .fileLost {
            return
          } catch {
            continue
          }
        }
      }
    }
    try await eventually { started.count > 200 }
    unlink(storage.path)
    for writer in writers { await writer.value }
    _ = await loss(storage, 1_000_000)
    let saved = Set(try ids(in: rescued()))
    let told = acknowledged.items
    #expect(told.count < 16_000)
    #expect(told.allSatisfy(saved.contains))
    Guarantee.report("outage", "file deleted under 8 writers: \(told.count) acknowledged, all in the saved copy")
  }

  @Test func `the look at its place costs a commit some microseconds`() async throws {
    let storage = try await open()
    let rounds = 20_000
    let start = Monotonic.now
    for _ in 0..<rounds { try storage.file.check() }
    let nanoseconds = (Monotonic.now - start) / UInt64(rounds)
    Guarantee.report("outage", "a look at the place of file and log takes \(nanoseconds) ns, twice for each commit")
    #expect(nanoseconds < 1_000_000)
  }

  @Test func `damage is found, keeps writes away, and is forgotten when it is mended`() async throws {
    let storage = try await open()
    for id in 1...200 { try await storage.execute("insert into t values (\(id))") }
    try await storage.writer.exclusively { $0.checkpoint() }
    let handle = try FileHandle(forUpdating: URL(filePath: storage.path))
    let whole = try #require(try handle.readToEnd())
    try handle.seek(toOffset: 0)
    try handle.write(contentsOf: Data(repeating: 0xAB, count: 100))
    let health = await storage.pulse()
    #expect(health.state == .down)
    #expect(health.remedy == "Stop the host and restore a backup with: fieldhouse restore FILE.")
    #expect(await loss(storage, 300)?.code == .corrupt)
    try handle.seek(toOffset: 0)
    try handle.write(contentsOf: whole.prefix(100))
    #expect(await storage.pulse() == .ok)
    #expect(await loss(storage, 301) == nil)
  }

  @Test func `a page that is damaged is found by one of the looks`() async throws {
    let storage = try await StorageWorld.current.open(
      .sqlite, "create table a (id integer primary key, t text); create table b (id integer primary key, t text)")
    let text = String(repeating: "x", count: 400)
    for id in 1...100 { try await storage.execute("insert into b values (\(id), \(text))") }
    let file = try #require(storage as? SQLiteNamespace)
    try await file.writer.exclusively { $0.checkpoint() }
    let size = try #require(FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int)
    let handle = try FileHandle(forUpdating: URL(filePath: file.path))
    try handle.seek(toOffset: UInt64(size - 4_096))
    try handle.write(contentsOf: Data(repeating: 0xCD, count: 4_096))
    var found = Health.ok
    for _ in 0..<20 where found == .ok { found = await file.pulse() }
    #expect(found.state == .down)
    #expect(found.reason.contains("is damaged"))
    for _ in 0..<12 { #expect(await file.pulse().state == .down) }
  }
}
