internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Transactions of a crowd that change a few rows", .storageWorld)
struct CrowdedTransactionTests {
  private static let tables = """
    create table teams (id integer not null primary key, answers integer not null);
    create table answers (team integer not null references teams (id), person integer not null, reply integer not null,
      primary key (team, person))
    """
  private static let teams = 3
  private static let people = 40

  private func open(_ kind: EngineKind, limits: TransactionLimits = StorageWorld.limits) async throws
    -> any NamespaceStorage
  {
    let storage = try await StorageWorld.current.open(kind, Self.tables, limits: limits)
    for team in 0..<Self.teams { try await storage.execute("insert into teams values (\(team), 0)") }
    return storage
  }

  /// What a person does in a transaction of several statements, with a live event.
  private func answer(
    _ person: Int, _ team: Int, _ reply: Int, in transaction: any Transaction
  ) async throws {
    try await transaction.execute("update teams set answers = answers + 1 where id = \(team)")
    let before: Int? = try await transaction.first(
      "select reply from answers where team = \(team) and person = \(person)"
    ).map { try $0[0] }
    guard before != reply else { throw Deliberate() }
    try await transaction.execute(
      """
      insert into answers values (\(team), \(person), \(reply))
      on conflict (team, person) do update set reply = excluded.reply
      """)
    try await transaction.publish("teams/\(team)", LiveEvent("answers", .integer(Int64(person))))
  }

  @Test(arguments: EngineKind.available)
  func `are all taken, once each, and what fails takes back its own part alone`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let rounds = Guarantee.size(12, full: 200)
    let failures = try await withThrowingTaskGroup(of: Int.self) { group in
      for person in 0..<Self.people {
        group.addTask {
          var failures = 0
          for round in 0..<rounds {
            do {
              // Every third time somebody says the same again, which fails after a statement.
              try await storage.write {
                try await answer(person, person % Self.teams, round - (round % 3 == 2 ? 1 : 0), in: $0)
              }
            } catch is Deliberate {
              failures += 1
            }
          }
          return failures
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(failures == Self.people * (rounds / 3))
    let taken = Self.people * rounds - failures
    #expect(try await storage.value("select sum(answers) from teams") == taken)
    #expect(try await storage.value("select count(*) from answers") == Self.people)
    let events = try await storage.liveEvents(after: 0, limit: 100_000).events
    #expect(events.count == taken)
    #expect(events.map(\.number) == Array(Set(events.map(\.number))).sorted())
  }

  @Test(arguments: EngineKind.available)
  func `have each a failure of its own when a statement fails`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
      for person in 0..<Self.people {
        group.addTask {
          do {
            try await storage.write { transaction in
              try await answer(person, person % Self.teams, 1, in: transaction)
              // Every fourth one names a team that is not there.
              let team = person % 4 == 0 ? 99 : person % Self.teams
              try await transaction.execute("insert into answers values (\(team), \(1_000 + person), 1)")
            }
            return false
          } catch let error as StorageError {
            #expect(error.code == .constraint)
            return true
          }
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(refused == Self.people / 4)
    #expect(try await storage.value("select count(*) from answers") == 2 * (Self.people - refused))
    #expect(try await storage.value("select sum(answers) from teams") == Self.people - refused)
  }

  @Test(arguments: EngineKind.available)
  func `of two hosts on one database lose nothing`(on kind: EngineKind) async throws {
    guard kind == .postgresql else { return }
    let first = try await open(kind)
    let second = try await StorageWorld.current.engine(kind).open(first.namespace)
    let rounds = Guarantee.size(6, full: 100)
    try await withThrowingTaskGroup { group in
      for person in 0..<Self.people {
        let storage: any NamespaceStorage = person.isMultiple(of: 2) ? first : second
        group.addTask {
          for round in 0..<rounds {
            try await storage.write { try await answer(person, person % Self.teams, round, in: $0) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await first.value("select sum(answers) from teams") == Self.people * rounds)
  }

  @Test(.timeLimit(.minutes(1)))
  func `go on without somebody who does nothing in the middle of one`() async throws {
    let storage = try await open(.postgresql, limits: TransactionLimits(idle: .seconds(1), total: .seconds(20)))
    let (begun, done) = (Latch(), Latch())
    try await withThrowingTaskGroup { group in
      group.addTask {
        try await withThrowingTaskGroup { others in
          for person in 0..<Self.people {
            others.addTask {
              for round in 0..<3 {
                try await storage.write { transaction in
                  try await answer(person, person % Self.teams, round, in: transaction)
                  begun.open()
                }
              }
            }
          }
          try await others.waitForAll()
        }
        done.open()
      }
      group.addTask {
        await begun.wait()
        // It ends when all others have, so that they cannot have waited for it. It may have lost its connection by then.
        do {
          try await storage.write { transaction in
            try await transaction.execute("update teams set answers = answers + 0 where id = -1")
            await done.wait()
            try await transaction.execute("update teams set answers = answers + 0 where id = -2")
          }
        } catch is StorageError {}
      }
      try await group.waitForAll()
    }
    #expect(try await storage.value("select sum(answers) from teams") == Self.people * 3)
  }
}
