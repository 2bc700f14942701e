internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Scores on PostgreSQL", .storageWorld)
struct ServerScoreTests {
  private static let boards = [
    BoardDeclaration(id: "best", title: "Best"), BoardDeclaration(id: "sum", title: "Sum", operator: .sum),
  ]

  private func open() async throws -> any NamespaceStorage {
    try await StorageWorld.current.open(.postgresql, id: "club", boards: Self.boards)
  }

  /// One that writes and one that follows, as in two processes.
  private func openTwo() async throws -> (writer: any NamespaceStorage, follower: any NamespaceStorage) {
    (try await open(), try await open())
  }

  private func score(_ person: Int, _ score: Int64, on board: String = "sum", in parts: [String] = [""]) -> ScoreChange
  {
    ScoreChange(
      board: board, account: AccountID("p\(person)"), score: score, achievedAt: Date(millisecondsSince1970: score),
      partitions: parts)
  }

  /// Where a reader stands, and what it may be told again from there.
  private struct Mark {
    let number: Int64
    let known: Set<Int64>
  }

  private func mark(_ storage: any NamespaceStorage) async throws -> Mark {
    let number = try #require(try await storage.boardChanges(since: nil)).mark
    let known = try #require(try await storage.boardChanges(since: number)).changes.map(\.sequence)
    return Mark(number: number, known: Set(known))
  }

  private func changes(_ storage: any NamespaceStorage, since mark: Mark) async throws -> [String: Int64?] {
    let found = try #require(try await storage.boardChanges(since: mark.number)).changes
    return Dictionary(
      found.filter { !mark.known.contains($0.sequence) }
        .map { ("\($0.position.board)/\($0.position.partition)/\($0.account)", $0.entry?.score) },
      uniquingKeysWith: { $1 })
  }

  @Test(arguments: [1, 2, 2_000, 4_500])
  func `are told to other processes once for each entry, however many go together`(count: Int) async throws {
    let (storage, follower) = try await openTwo()
    let start = try await mark(follower)
    try await storage.write { transaction in
      for person in 0..<count { try await transaction.submit(self.score(person, 5, in: ["", "de"])) }
      try await transaction.submit(self.score(0, 2))
    }
    let told = try await changes(follower, since: start)
    #expect(told.count == 2 * count)
    #expect(told["sum//p0"] == .some(7))
    #expect(told["sum/de/p0"] == .some(5))
    #expect(told.values.filter { $0 == 5 }.count == 2 * count - 1)
  }

  @Test func `that do not count tell nothing`() async throws {
    let (storage, follower) = try await openTwo()
    try await storage.write { transaction in
      for person in 0..<3 { try await transaction.submit(self.score(person, 10, on: "best")) }
    }
    let between = try await mark(follower)
    try await storage.write { transaction in
      for person in 0..<3 { try await transaction.submit(self.score(person, Int64(9 + person), on: "best")) }
    }
    #expect(try await changes(follower, since: between) == ["best//p2": 11])
  }

  @Test func `withdrawn and erased are told too`() async throws {
    let (storage, follower) = try await openTwo()
    try await storage.write { transaction in
      for person in 0..<4 { try await transaction.submit(self.score(person, 1, in: ["", "de"])) }
    }
    let between = try await mark(follower)
    try await storage.write { transaction in
      try await transaction.submit(self.score(1, 4))
      try await transaction.submit(
        ScoreChange(
          board: "sum", account: AccountID("p1"), score: 0, achievedAt: Date(), partitions: [""], isWithdrawal: true))
    }
    #expect(try await storage.boardEntries(of: AccountID("p2")).count == 2)
    try await storage.follow(PersonalChange(sequence: 1, work: .erase(AccountID("p2"))), nil)
    #expect(try await storage.boardEntries(of: AccountID("p2")).isEmpty)
    #expect(
      try await changes(follower, since: between) == ["sum//p1": Int64?.none, "sum//p2": nil, "sum/de/p2": nil])
  }

  @Test func `texts of every kind arrive as they are`() async throws {
    let storage = try await open()
    let texts = [#"quote " and \ backslash"#, "line\nbreak\ttab", "Ünïcode 🏆", "'; drop table x; --", "\u{7f}\u{1}"]
    try await storage.write { transaction in
      for (number, text) in texts.enumerated() {
        try await transaction.submit(
          ScoreChange(
            board: "best", account: AccountID("p\(number)"), score: 1, achievedAt: Date(millisecondsSince1970: 0),
            partitions: [""], details: ["text": .string(text)]))
      }
    }
    let position = BoardPosition(board: "best", season: "all")
    let entries = try await storage.boardEntries(at: position, of: texts.indices.map { AccountID("p\($0)") })
    let found = try entries.sorted { $0.account.text < $1.account.text }.map { entry in
      try JSON(parsing: try #require(entry.detailsText))["text"]?.string
    }
    #expect(found == texts)
  }

  @Test func `of some people are looked for one by one, also in a table that was never analysed`() async throws {
    let storage = try await open()
    let engine = try #require(StorageWorld.current.openEngines.last as? PostgreSQLEngine)
    let schema = engine.schema(of: "club")
    let server = Superuser(try TestPostgreSQL.address())
    server.run(
      """
      set search_path = "\(schema)";
      alter table fieldhouse_board_entries set (autovacuum_enabled = false);
      insert into fieldhouse_board_entries (board, season, partition, account, score, t1, t2, t3, achieved_at)
      select 'sum', 'all', '', 'p' || n, n, 0, 0, 0, 0 from generate_series(0, 19999) as numbers (n)
      """)
    let people = ["p7", "p19999", "nobody", "p7"].map { AccountID($0) }
    let entries = try await storage.boardEntries(at: BoardPosition(board: "sum", season: "all"), of: people)
    #expect(entries.map(\.score).sorted() == [7, 19_999])
    func read() throws -> Int {
      let texts = server.run(
        """
        select sum(idx_tup_read) from pg_stat_user_indexes
        where schemaname = '\(schema)' and relname = 'fieldhouse_board_entries'
        """)
      return try #require(texts.first.flatMap { Int($0) })
    }
    // The server tells of what its connections have done when they have nothing to do.
    try await eventually { try read() > 0 }
    #expect(try read() < 100)
  }

  @Test func `of two batches over the same people in opposite order, none is lost`() async throws {
    let storage = try await open()
    try await withThrowingTaskGroup { group in
      for batch in 0..<6 {
        group.addTask {
          try await storage.write { transaction in
            let people = batch.isMultiple(of: 2) ? Array(0..<300) : (0..<300).reversed()
            for person in people { try await transaction.submit(self.score(person, 1)) }
          }
        }
      }
      try await group.waitForAll()
    }
    let position = BoardPosition(board: "sum", season: "all")
    let entries = try await storage.boardEntries(at: position, of: (0..<300).map { AccountID("p\($0)") })
    #expect(entries.count == 300)
    #expect(entries.allSatisfy { $0.score == 6 })
  }

  @Test func `a schema of before loses the triggers that noted changes, and notes them all the same`() async throws {
    let storage = try await open()
    let engine = try #require(StorageWorld.current.openEngines.last as? PostgreSQLEngine)
    let schema = engine.schema(of: "club")
    let server = Superuser(try TestPostgreSQL.address())
    server.run(
      """
      set search_path to "\(schema)";
      create function fieldhouse_note_board_changes() returns trigger language plpgsql as
        'begin raise exception ''still there''; end';
      create trigger fieldhouse_board_inserted after insert on fieldhouse_board_entries
        for each statement execute function fieldhouse_note_board_changes()
      """)
    await engine.close()
    let (writer, follower) = try await openTwo()
    let start = try await mark(follower)
    try await writer.write { try await $0.submit(self.score(1, 3)) }
    #expect(try await changes(follower, since: start) == ["sum//p1": 3])
    withExtendedLifetime(storage) {}
  }

  @Test func `are not read again by the process that made them`() async throws {
    let (storage, follower) = try await openTwo()
    let heard = Counter()
    storage.onCommit { _ in heard.next() }
    let (own, others) = (try await mark(storage), try await mark(follower))
    try await storage.write { transaction in
      try await submit(0..<5_000, in: transaction)
    }
    try await storage.write { try await $0.submit(self.score(1, 1)) }
    #expect(heard.count == 2)
    #expect(try await changes(storage, since: own).isEmpty)
    #expect(try await changes(follower, since: others).count == 5_000)
    #expect(try await changes(follower, since: others).isEmpty)
  }

  @Test func `of another process that are very many are told some at a time`() async throws {
    let (storage, follower) = try await openTwo()
    var mark = try await mark(follower).number
    try await storage.write { transaction in
      try await submit(0..<120_000, in: transaction)
    }
    var counts: [Int] = []
    repeat {
      let found = try #require(try await follower.boardChanges(since: mark))
      counts.append(Set(found.changes.map(\.account)).count)
      mark = found.mark
    } while counts.last != 0 && counts.count < 9
    #expect(counts.reduce(0, +) == 120_000)
    #expect(counts.dropLast().allSatisfy { (1...60_000).contains($0) })
  }

  /// Submits a score of each, and lets others go on in between: a test must not hold a thread for seconds.
  private func submit(_ people: Range<Int>, in transaction: any Transaction) async throws {
    for person in people {
      try await transaction.submit(score(person, 1))
      if person.isMultiple(of: 200) { await Task.yield() }
    }
  }

  @Test func `that are forgotten after some minutes are asked for anew from storage`() async throws {
    let (storage, follower) = try await openTwo()
    let rebuilds = Counter()
    follower.onForeignWrites { rebuilds.next() }
    let start = try await mark(follower)
    let server = try #require(storage as? ServerNamespace)
    for person in 0..<7 { try await storage.write { try await $0.submit(self.score(person, 1)) } }
    try await server.forgetNotes(slice: 3)
    try await server.forgetNotes(slice: 3)
    #expect(try await changes(follower, since: start).count == 7)
    let superuser = Superuser(try TestPostgreSQL.address())
    let marks = "\"\(server.schema)\".fieldhouse_note_marks"
    let last = "(select max(transaction) + 1 from \"\(server.schema)\".fieldhouse_score_notes)"
    superuser.run("update \(marks) set at = at - \(ScoreNotes.age + 1), value = \(last) where key = 'next'")
    try await server.forgetNotes(slice: 3)
    #expect(superuser.run("select count(*) from \"\(server.schema)\".fieldhouse_score_notes") == ["0"])
    #expect(rebuilds.count == 0)
    #expect(try await changes(follower, since: start).isEmpty)
    #expect(rebuilds.count == 1)
  }

  @Test func `noted in the table of before are read anew once its last writer has ended`() async throws {
    let storage = try #require(try await open() as? ServerNamespace)
    let rebuilds = Counter()
    storage.onForeignWrites { rebuilds.next() }
    let server = Superuser(try TestPostgreSQL.address())
    server.run("create table \"\(storage.schema)\".fieldhouse_board_changes (board text)")
    await storage.upkeep()
    #expect(rebuilds.count == 1)
    let left = "schemaname = '\(storage.schema)' and tablename = 'fieldhouse_board_changes'"
    #expect(server.run("select count(*) from pg_tables where \(left)") == ["0"])
    await storage.upkeep()
    #expect(rebuilds.count == 1)
  }

  @Test func `in a table with much in it are looked at by the server that it has never looked at`() async throws {
    let storage = try #require(try await open() as? ServerNamespace)
    let server = Superuser(try TestPostgreSQL.address())
    for table in ["much", "little", "seen"] {
      server.run(
        """
        set search_path = "\(storage.schema)";
        create table \(table) (n integer not null) with (autovacuum_enabled = false);
        alter table \(table) owner to "\(storage.schema)";
        insert into \(table) select n from generate_series(1, \(table == "little" ? 10 : 20_000)) as numbers (n)
        """)
    }
    server.run("analyze \"\(storage.schema)\".seen")
    server.run("insert into \"\(storage.schema)\".seen select 1 from generate_series(1, 20000)")
    try await storage.analyse()
    let rows = server.run(
      """
      select relname || ' ' || reltuples from pg_class where relname in ('much', 'little', 'seen')
      and relnamespace = '"\(storage.schema)"'::regnamespace order by 1
      """)
    #expect(rows == ["little -1", "much 20000", "seen 20000"])
  }

  @Test func `of new people become those of people who have been there, in the middle of a batch`() async throws {
    let storage = try await open()
    try await storage.write { try await $0.submit(self.score(9_000, 5)) }
    try await storage.write { transaction in
      try await submit(0..<20_000, in: transaction)
      try await transaction.submit(self.score(7, 1))
    }
    let position = BoardPosition(board: "sum", season: "all")
    let people = [0, 7, 8_999, 9_000, 9_001, 19_999].map { AccountID("p\($0)") }
    let entries = try await storage.boardEntries(at: position, of: people)
    let scores = Dictionary(entries.map { ($0.account.text, $0.score) }, uniquingKeysWith: { $1 })
    #expect(scores == ["p0": 1, "p7": 2, "p8999": 1, "p9000": 6, "p9001": 1, "p19999": 1])
    #expect(try await storage.boardParts(BoardFilter()).map(\.size) == [20_000])
  }

  @Test func `of one transaction each are stored together, and each is told`() async throws {
    let storage = try #require(try await open() as? ServerNamespace)
    let heard = Collector<Int>()
    storage.onCommit { heard.add($0.count) }
    let promises: [[ScoreChange]] = [
      [score(1, 5)], [score(2, 5, on: "best"), score(3, 1)], [score(1, 2)], [score(2, 4, on: "best")],
    ]
    let outcomes = await storage.commitTogether(promises.map(Promise.scores)).map { "\($0)" }
    #expect(outcomes == [String](repeating: "committed", count: 4))
    let position = { BoardPosition(board: $0, season: "all") }
    let sums = try await storage.boardEntries(at: position("sum"), of: [AccountID("p1"), AccountID("p3")])
    #expect(Set(sums.map(\.score)) == [7, 1])
    #expect(try await storage.boardEntries(at: position("best"), of: [AccountID("p2")]).map(\.score) == [5])
    #expect(heard.items.count == 1)
  }

  @Test func `one of which fails go alone, and the others are stored`() async throws {
    let storage = try #require(try await open() as? ServerNamespace)
    var largest = score(1, 1)
    largest.score = .max
    try await storage.write { [largest] in try await $0.submit(largest) }
    let outcomes = await storage.commitTogether([.scores([score(1, 1)]), .scores([score(2, 1)])]).map { "\($0)" }
    #expect(outcomes == ["alone", "alone"])
    await withTaskGroup { group in
      for person in 0..<20 {
        group.addTask { try? await storage.write { try await $0.submit(self.score(person, 1)) } }
      }
    }
    #expect(try await storage.boardParts(BoardFilter()).map(\.size) == [20])
    let position = BoardPosition(board: "sum", season: "all")
    #expect(try await storage.boardEntries(at: position, of: [AccountID("p1")]).map(\.score) == [.max])
  }
}
