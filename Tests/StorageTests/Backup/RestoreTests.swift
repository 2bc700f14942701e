internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("A restore", .storageWorld)
struct RestoreTests {
  /// A club as it is now, and a backup of what it was before.
  private func club(_ kind: EngineKind) async throws -> (club: ClubFolder, file: String, old: [String], now: [String]) {
    let file = StorageWorld.current.directory + "-old"
    let old = try await StorageWorld.another { world in
      let before = try ClubFolder(kind, world)
      try await before.fill("old", left: ["a1"])
      try FileManager.default.moveItem(atPath: try await before.backUp(), toPath: file)
      return try await before.contents()
    }
    let club = try ClubFolder(kind)
    try await club.fill("now", rows: 5, left: ["a2", "a1", "a3"])
    return (club, file, old, try await club.contents())
  }

  @Test(arguments: EngineKind.available)
  func `keeps what was there before, and can be undone and done again`(on kind: EngineKind) async throws {
    let (club, file, old, now) = try await club(kind)
    let report = try await club.restore(file)
    #expect(try await club.contents() == old)
    let kept = try #require(report.kept)
    #expect(kept.hasPrefix("before-restore-") && club.exists(kept))
    #expect(report.manifest?.engine == kind.rawValue)

    let undone = try await club.undo()
    #expect(undone.manifest == nil)
    #expect(try await club.contents() == now)
    #expect(!club.exists(kept))
    try await club.undo()
    #expect(try await club.contents() == old)
    #expect(StorageRestore.kept(in: club.path).count == 1)
    #expect(try await club.run { try await $0.forgetKept() }.count == 1)
    #expect(StorageRestore.kept(in: club.path) == [])
    await expectStorageError(.backup) { try await club.undo() }
    #expect(try await club.contents() == old)
  }

  @Test(arguments: EngineKind.available)
  func `takes along who has left since, so that they are erased again`(on kind: EngineKind) async throws {
    let (club, file, _, _) = try await club(kind)
    try await club.restore(file)
    #expect(club.read("erased.ids") == "a2\na1\na3\n")
    try club.write("erased.ids", "a2\na1\na3\na4\n")
    try await club.undo()
    #expect(club.read("erased.ids")?.contains("a4\n") == true)
  }

  @Test(arguments: EngineKind.available)
  func `that is to keep nothing leaves nothing`(on kind: EngineKind) async throws {
    let (club, file, old, _) = try await club(kind)
    #expect(try await club.restore(file) { $0.discardsPrevious = true }.kept == nil)
    #expect(try await club.contents() == old)
    #expect(DurableFiles.names(in: club.path).allSatisfy { !$0.hasPrefix(".") && !$0.hasPrefix("before") })
    await expectStorageError(.backup) { try await club.undo() }
    guard kind == .postgresql else { return }
    let address = try TestPostgreSQL.address()
    #expect(
      Superuser(address).run("select 1 from pg_namespace where starts_with(nspname, '\(club.world.prefix)kept')") == [])
  }

  @Test(arguments: EngineKind.available)
  func `takes a namespace away that the backup does not have, and undoing brings it back`(on kind: EngineKind)
    async throws
  {
    let (club, file, old, _) = try await club(kind)
    let engine = try club.world.engine(kind)
    let later = try await engine.open(Namespace(id: "later", migrations: ClubFolder.spaces[0].migrations))
    try await later.migrate()
    try await later.execute("insert into t values (1, 'later')")
    await engine.close()
    let now = try await club.contents()
    #expect(now.contains("later: later"))
    try await club.restore(file)
    #expect(try await club.contents() == old)
    if kind == .sqlite { #expect(club.read("namespaces")?.hasSuffix("\nclub\ngames\n") == true) }
    // Nobody takes the lost lease for a lost database.
    try await club.backUp("again")
    try await club.undo()
    #expect(try await club.contents() == now)
  }

  @Test(arguments: EngineKind.available)
  func `goes on alike: what is written afterwards stays, and is backed up again`(on kind: EngineKind) async throws {
    let (club, file, old, _) = try await club(kind)
    try await club.restore(file)
    let engine = try club.world.engine(kind)
    let storage = try await engine.open(ClubFolder.spaces[0])
    #expect(try await storage.migrate() == [])
    try await storage.execute("insert into t values (99, 'after')")
    await engine.close()
    let after = try await club.contents()
    #expect(after.count == old.count + 1)
    let again = try await club.backUp("again")
    try await club.undo()
    try await club.restore(again)
    #expect(try await club.contents() == after)
  }

  @Test(arguments: EngineKind.available)
  func `without room says how much it needs and changes nothing`(on kind: EngineKind) async throws {
    let (club, file, _, now) = try await club(kind)
    for free in [0, 1 << 20, 16 << 20] {
      let error = await #expect(throws: StorageError.self) {
        try await club.restore(file) { $0.freeSpace = { _ in free } }
      }
      #expect(error?.code == .full)
      #expect(error?.message.contains("\(free >> 20) MiB are free") == true)
    }
    #expect(try await club.contents() == now)
    try await club.restore(file) { $0.freeSpace = { _ in 1 << 30 } }
    #expect((DurableFiles.freeSpace(club.path) ?? 0) > 0)
  }

  @Test(arguments: EngineKind.available)
  func `of a newer schema is refused with the remedy, of an older one is migrated at the next start`(
    on kind: EngineKind
  ) async throws {
    let (club, file, old, now) = try await club(kind)
    for migrations in [[], [Migration(id: "1", sql: "create table t (id integer not null primary key)")]] {
      let error = await #expect(throws: StorageError.self) {
        try await club.restore(file) { $0.known[0].migrations = migrations }
      }
      #expect(error?.code == .backup)
      #expect(error?.message.contains("'club' is newer than this host or plugin knows") == true)
    }
    #expect(try await club.contents() == now)
    var newer = ClubFolder.spaces[0]
    newer.migrations.append(Migration(id: "2", sql: "alter table t add column shirt integer"))
    try await club.restore(file) { $0.known[0] = newer }
    #expect(try await club.contents() == old)
    let engine = try club.world.engine(kind)
    #expect(try await engine.open(newer).migrate() == ["2"])
  }

  @Test(arguments: EngineKind.available)
  func `of a namespace whose plugin is missing says so`(on kind: EngineKind) async throws {
    let (club, file, old, now) = try await club(kind)
    guard kind == .postgresql else {
      #expect(try await club.restore(file) { $0.known.removeLast() }.unknown == ["games"])
      #expect(try await club.contents() == old)
      return
    }
    await expectStorageError(.backup) { try await club.restore(file) { $0.known.removeLast() } }
    #expect(try await club.contents() == now)
    let report = try await club.restore(file) {
      $0.known.removeLast()
      $0.leftOut = ["games"]
    }
    #expect(report.unknown == [])
    #expect(try await club.contents() == old.filter { !$0.hasPrefix("games") })
  }

  @Test func `of a server is refused while a host is connected, and nothing changes`() async throws {

    let (club, file, _, now) = try await club(.postgresql)
    let host = try club.world.engine(.postgresql)
    let storage = try await host.open(ClubFolder.spaces[0])
    await expectStorageError(.unavailable) { try await club.restore(file) }
    try await storage.execute("insert into t values (77, 'still there')")
    await host.close()
    #expect(try await club.contents() == now.inserting("club: still there"))
    #expect(!club.exists("restore.pending") && StorageRestore.kept(in: club.path) == [])
  }

  @Test func `leaves no file of the folder open`() async throws {
    let (club, file, _, _) = try await club(.sqlite)
    for number in 0..<3 {
      try await club.restore(file)
      try await club.undo()
      _ = try await club.backUp("again\(number)")
    }
    func open() -> [String] {
      DurableFiles.names(in: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }.filter { $0.hasPrefix(club.path) }
    }
    try await eventually { open().isEmpty }
    #expect(open() == [])
  }

  @Test func `does not begin while another one is going on`() async throws {
    let (club, file, _, now) = try await club(.sqlite)
    let lock = try PendingRestore.lock(club.path)
    await expectStorageError(.unavailable) { try await club.restore(file) }
    try await club.settle()
    try club.write("restore.pending", "{}")
    await expectStorageError(.unavailable) { try await club.settle() }
    lock.end()
    await expectStorageError(.backup) { try await club.settle() }
    try FileManager.default.removeItem(atPath: club.path + "/restore.pending")
    #expect(try await club.contents() == now)
  }

  @Test(arguments: ["../evil", "/etc", "", ".", "a/b"])
  func `is not carried on from a journal that names something outside`(name: String) async throws {
    let club = try ClubFolder(.sqlite)
    let journal = RestoreJournal(
      staged: ".restoring", kept: "before-restore-x", incoming: [name], leaving: [], server: nil)
    try journal.write(to: club.path + "/restore.pending")
    await expectStorageError(.backup) { try await club.settle() }
  }

  @Test func `into a server lets it know how much has come`() async throws {
    let (club, file, _, _) = try await club(.postgresql)
    try await club.restore(file)
    let engine = try #require(try club.world.engine(.postgresql) as? PostgreSQLEngine)
    let schema = engine.schema(of: "club")
    await engine.close()
    let rows = Superuser(try TestPostgreSQL.address()).run(
      """
      select reltuples from pg_class where relkind = 'r' and relnamespace = '"\(schema)"'::regnamespace
      order by (relname = 't') desc, reltuples
      """)
    #expect(rows.first == "3")
    #expect(rows.count > 1 && !rows.contains("-1"))
  }

  @Test func `into a server is carried on with that server only`() async throws {
    let club = try ClubFolder(.sqlite)
    let journal = RestoreJournal(
      staged: ".restoring", kept: "before-restore-x", incoming: [], leaving: [], server: .init(id: "abc", undone: nil))
    try journal.write(to: club.path + "/restore.pending")
    let error = await #expect(throws: StorageError.self) { try await club.settle() }
    #expect(error?.message.contains("--database") == true)
    #expect(club.exists("restore.pending"))
  }
}

extension [String] {
  /// The lines with one more, in the place that its beginning gives it.
  fileprivate func inserting(_ line: String) -> [String] {
    let index = lastIndex { $0.hasPrefix(line.prefix { $0 != " " }) }.map { $0 + 1 } ?? endIndex
    return Array(self[..<index]) + [line] + self[index...]
  }
}
