internal import DiskFaults
internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("G2: a loss of power", .storageWorld)
struct PowerLossTests {
  private static let writers = 4
  private let space = Namespace(
    id: "club",
    migrations: [
      Migration(
        id: "1",
        sql: """
          create table ledger (id integer not null primary key, twin integer not null, text text not null);
          create table totals (id integer not null primary key, n integer not null);
          insert into totals values (1, 0)
          """)
    ])

  /// An acknowledged write and how much had been done to the disk by then.
  private struct Acknowledged: Sendable {
    let id: Int
    let position: Int
  }

  /// Writes from several tasks, with the log being emptied into the file in between.
  private func work(_ storage: any NamespaceStorage, _ watch: DiskWatch, each: Int) async throws -> [Acknowledged] {
    let acknowledged = Collector<Acknowledged>()
    let file = try #require(storage as? SQLiteNamespace)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<Self.writers {
        group.addTask {
          for number in 0..<each {
            let id = writer * 1_000_000 + number
            try await storage.write { transaction in
              let text = String(repeating: "x", count: 100 + id % 900)
              try await transaction.execute("insert into ledger values (\(id), \(-id), \(text))")
              try await transaction.execute("update totals set n = n + 1")
            }
            acknowledged.add(Acknowledged(id: id, position: watch.recorded))
            if number % 10 == 9 { try await file.writer.exclusively { $0.checkpoint() } }
          }
        }
      }
      try await group.waitForAll()
    }
    return acknowledged.items
  }

  @Test func `at any sync leaves every acknowledged write, whole ones only, and a sound file`() async throws {
    let world = StorageWorld.current
    try FileManager.default.createDirectory(atPath: world.directory, withIntermediateDirectories: true)
    let watch = try DiskWatch(world.directory)
    watch.record()
    let storage = try await world.engine(.sqlite).open(space)
    try await storage.migrate()
    let start = watch.recorded
    let acknowledged = try await work(storage, watch, each: Guarantee.size(30, full: 250))
    let events = watch.events
    let syncs = events.indices.filter { $0 >= start && events[$0].operation == DISK_SYNC }
    let points = syncs.flatMap { [$0, $0 + 1] }
    let chosen = Set(Guarantee.isFull ? points : points.enumerated().filter { $0.offset % 3 == 0 }.map(\.element))
    var image = DiskImage()
    var random = SeededRandom(seed: 2)
    var lost = 0
    var done = 0
    for (position, event) in events.enumerated() {
      if chosen.contains(position) {
        let safe = acknowledged.filter { $0.position <= position }.map(\.id)
        lost += try await losePower(image, &random, safe)
        done += 1
        Guarantee.progress("G2", done, of: chosen.count)
      }
      image.add(event)
    }
    #expect(lost == 0)
    #expect(done > 20)
    Guarantee.report(
      "G2", "\(done) losses of power, \(acknowledged.count) acknowledged writes, \(lost) lost, 0 damaged")
  }

  /// Opens what is left and compares.
  /// - Returns: how many acknowledged writes are missing.
  private func losePower(_ image: DiskImage, _ random: inout SeededRandom, _ safe: [Int]) async throws -> Int {
    let other = StorageWorld()
    try image.write(to: other.directory, random: &random)
    let engine = try other.engine(.sqlite)
    let storage = try await engine.open(space)
    let rows = try await storage.read { try await $0.query("select id, twin, length(text) from ledger") }
    let ids = Set(try rows.map { try $0[0] as Int })
    for row in rows {
      let (id, twin, length): (Int, Int, Int) = (try row[0], try row[1], try row[2])
      #expect(twin == -id && length == 100 + id % 900)
    }
    #expect(try await storage.value("select n from totals") == rows.count)
    #expect(await engine.health().isHealthy)
    await other.end()
    return Set(safe).subtracting(ids).count
  }
}
