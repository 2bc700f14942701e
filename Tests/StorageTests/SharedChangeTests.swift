internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Testing

@testable internal import FieldhouseStorage

@Suite("G7: people who change the same thing at once", .storageWorld)
struct SharedChangeTests {
  private static let clients = 20
  private static let cells = 18
  private static let racers = 100

  @Test(arguments: EngineKind.available)
  func `lose no update of a shared card, cell by cell`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(
      kind, "create table cells (id integer not null primary key, throws integer not null)")
    for cell in 0..<Self.cells { try await storage.execute("insert into cells values (\(cell), 0)") }
    let each = Guarantee.size(60, full: 10_000)
    let done = Counter()
    let counts = try await withThrowingTaskGroup(of: [Int].self) { group in
      for client in 0..<Self.clients {
        group.addTask { try await play(client, each, storage, done) }
      }
      return try await group.reduce(into: [Int](repeating: 0, count: Self.cells)) { sum, counts in
        for cell in counts.indices { sum[cell] += counts[cell] }
      }
    }
    let stored: [Int] = try await storage.column("select throws from cells order by id")
    #expect(stored == counts)
    Guarantee.report("G7", "\(kind): \(Self.clients) × \(each) changes of \(Self.cells) cells, 0 lost")
  }

  /// Adds to cells drawn at random, reading before writing.
  private func play(_ client: Int, _ times: Int, _ storage: any NamespaceStorage, _ done: Counter) async throws -> [Int]
  {
    var random = SeededRandom(seed: UInt64(client))
    var counts = [Int](repeating: 0, count: Self.cells)
    for _ in 0..<times {
      let cell = random.next(below: Self.cells)
      let points = 1 + random.next(below: 9)
      try await storage.write { transaction in
        let row = try await transaction.first("select throws from cells where id = \(cell)")
        let before: Int = try #require(row)[0]
        try await transaction.execute("update cells set throws = \(before + points) where id = \(cell)")
      }
      counts[cell] += points
      Guarantee.progress("G7", done.next(), of: times * Self.clients)
    }
    return counts
  }

  @Test(arguments: EngineKind.available)
  func `never get more seats than there are`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(
      kind,
      """
      create table seats (race integer not null, client integer not null, primary key (race, client));
      """)
    let races = Guarantee.size(4, full: 200)
    for race in 0..<races {
      let capacity = 1 + race % 7
      let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
        for client in 0..<Self.racers {
          group.addTask { try await takeSeat(race, client, capacity, storage) }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(winners == capacity)
      #expect(try await storage.value("select count(*) from seats where race = \(race)") == capacity)
      Guarantee.progress("G7", race + 1, of: races)
    }
    Guarantee.report(
      "G7", "\(kind): \(races) races of \(Self.racers) for the last seats, exactly the capacity each time")
  }

  private func takeSeat(_ race: Int, _ client: Int, _ capacity: Int, _ storage: any NamespaceStorage) async throws
    -> Bool
  {
    try await storage.write { transaction in
      let taken: Int = try await transaction.query("select count(*) from seats where race = \(race)")[0][0]
      guard taken < capacity else { return false }
      try await transaction.execute("insert into seats values (\(race), \(client))")
      return true
    }
  }
}
