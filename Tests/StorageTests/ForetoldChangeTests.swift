internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Synchronization
internal import Testing

@testable internal import FieldhouseStorage

/// PostgreSQL's engine tells bodies what a change will do once it has done the same several times; nothing of that may be seen.
@Suite("Changes that are answered before the database has made them", .storageWorld)
struct ForetoldChangeTests {
  private static let tables = """
    create table days (id integer not null primary key, visits integer not null);
    create table visits (day integer not null references days (id), person integer not null, primary key (day, person))
    """
  private static let days = 4

  private func open(_ kind: EngineKind) async throws -> any NamespaceStorage {
    let storage = try await StorageWorld.current.open(kind, Self.tables)
    for day in 0..<Self.days { try await storage.execute("insert into days values (\(day), 0)") }
    return storage
  }

  /// How often a body has run.
  private final class Runs: Sendable {
    let count = Atomic(0)
  }

  /// Writes down that somebody came, once a day.
  /// - Returns: whether that is new.
  private func visit(
    _ day: Int, _ person: Int, in transaction: any Transaction, _ runs: Runs? = nil
  ) async throws -> Bool {
    runs?.count.add(1, ordering: .relaxed)
    let seen: Int = try await transaction.query("select visits from days where id = \(day)")[0][0]
    let added = try await transaction.execute(
      "insert into visits values (\(day), \(person)) on conflict do nothing")
    guard added == 1 else { return false }
    try await transaction.execute("update days set visits = \(seen + 1) where id = \(day)")
    return true
  }

  /// Lets the engine see the same so often that it foretells it.
  private func learn(_ storage: any NamespaceStorage, from first: Int = 0) async throws {
    for person in first..<first + 10 {
      let isNew = try await storage.write { try await visit(0, person, in: $0) }
      #expect(isNew)
    }
  }

  @Test(arguments: EngineKind.available)
  func `do what they do and not what they did before`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    try await learn(storage)
    let runs = Runs()
    let isNew = try await storage.write { try await visit(0, 3, in: $0, runs) }
    #expect(!isNew)
    // Where it was foretold that somebody comes for the first time, the body has run again.
    #expect(runs.count.load(ordering: .relaxed) == (kind == .postgresql ? 2 : 1))
    let isNext = try await storage.write { try await visit(0, 10, in: $0) }
    #expect(isNext)
    #expect(try await storage.value("select visits from days where id = 0") == 11)
    #expect(try await storage.value("select count(*) from visits") == 11)
  }

  @Test(arguments: EngineKind.available)
  func `let a body fail for what is so, and not for what was foretold`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    try await learn(storage)
    let isKnown = try await storage.write { transaction in
      guard try await visit(0, 3, in: transaction) else { return true }
      throw Deliberate()
    }
    #expect(isKnown)
    await #expect(throws: Deliberate.self) {
      try await storage.write { transaction in
        guard try await visit(0, 99, in: transaction) else { return }
        throw Deliberate()
      }
    }
    #expect(try await storage.value("select count(*) from visits where person = 99") == 0)
    #expect(try await storage.value("select visits from days where id = 0") == 10)
  }

  @Test(arguments: EngineKind.available)
  func `are refused as they would be otherwise, whatever comes behind them`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    func add(_ day: Int, _ person: Int) async throws {
      try await storage.write { transaction in
        _ = try await transaction.query("select visits from days where id = 0")
        try await transaction.execute("insert into visits values (\(day), \(person))")
        try await transaction.execute("update days set visits = visits + 1 where id = 0")
        try await transaction.publish("days/0", LiveEvent("visit", .integer(Int64(person))))
      }
    }
    for person in 0..<10 { try await add(0, person) }
    for day in [0, 77] {
      await #expect { try await add(day, 3) } throws: { ($0 as? StorageError)?.code == .constraint }
    }
    try await add(1, 3)
    #expect(try await storage.value("select visits from days where id = 0") == 11)
    #expect(try await storage.liveEvents(after: 0, limit: 100).events.count == 11)
  }

  @Test(arguments: EngineKind.available)
  func `of which there are thousands in one transaction all come`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let people = 1_700
    try await storage.write { transaction in
      for person in 0..<people {
        let added = try await transaction.execute("insert into visits values (\(1), \(person))")
        #expect(added == 1)
      }
    }
    #expect(try await storage.value("select count(*) from visits") == people)
  }

  @Test(arguments: EngineKind.available)
  func `of a crowd are right, of whom some say what is known and some fail`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    try await learn(storage, from: 1_000)
    let (people, rounds) = (32, Guarantee.size(12, full: 200))
    let new = try await withThrowingTaskGroup(of: Int.self) { group in
      for person in 0..<people {
        group.addTask {
          var new = 0
          for round in 0..<rounds {
            // Each fifth of some people is known already, each seventh of others fails behind what was foretold.
            let number = person * rounds + (person % 3 == 0 && round % 5 == 4 ? round - 1 : round)
            let fails = person % 3 == 1 && round % 7 == 6
            do {
              let isNew = try await storage.write { transaction in
                let isNew = try await visit(person % Self.days, 10_000 + number, in: transaction)
                try await transaction.publish("days/\(person % Self.days)", LiveEvent("visit", [:]))
                if fails { throw Deliberate() }
                return isNew
              }
              if isNew { new += 1 }
              #expect(isNew == (number == person * rounds + round))
              #expect(!fails)
            } catch is Deliberate {
              #expect(fails)
            }
          }
          return new
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(try await storage.value("select sum(visits) from days") == new + 10)
    #expect(try await storage.value("select count(*) from visits") == new + 10)
  }
}
