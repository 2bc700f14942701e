internal import FieldhouseKit
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Changes of accounts", .storageWorld)
struct AccountChangeTests {
  private static let kept = HostStatement("select account from fieldhouse_account_changes")

  private func open(_ kind: EngineKind, _ engine: (any StorageEngine)? = nil) async throws -> any NamespaceStorage {
    let storage = try await (engine ?? StorageWorld.current.engine(kind)).open(Namespace(id: "club"))
    try await storage.migrate()
    return storage
  }

  private func change(_ accounts: String..., in storage: any NamespaceStorage) async throws {
    try await storage.write { transaction in
      for account in accounts { try await storage.note(changed: AccountID(account), in: transaction) }
    }
  }

  private func names(_ changes: ChangedAccounts) -> [String] { changes.changes.map(\.account.text).sorted() }

  @Test(arguments: EngineKind.available)
  func `are told to every process once they are committed, and only then`(on kind: EngineKind) async throws {
    let (storage, other) = (try await open(kind), try await open(kind, StorageWorld.current.engine(kind)))
    let start = try await storage.accountChanges(since: nil)
    #expect(start.changes == [])
    await #expect(throws: Deliberate.self) {
      try await other.write { transaction in
        try await other.note(changed: AccountID("nobody"), in: transaction)
        throw Deliberate()
      }
    }
    #expect(try await storage.accountChanges(since: start.mark).changes == [])
    try await change("ada", "bo", "ada", in: other)
    let first = try await storage.accountChanges(since: start.mark)
    #expect(Set(names(first)) == ["ada", "bo"])
    try await other.inSteps.write { try await other.note(changed: AccountID("cy"), in: $0) }
    try await change("ada", in: storage)
    let second = try await storage.accountChanges(since: first.mark)
    #expect(Set(second.changes).subtracting(first.changes).map(\.account.text).sorted() == ["ada", "cy"])
    #expect(second.mark >= first.mark, "on a server it waits for the oldest transaction")
    #expect(Set(try await other.accountChanges(since: start.mark).changes).isSuperset(of: second.changes))
  }

  @Test func `of a transaction that is committed after a later one are told all the same`() async throws {
    let storage = try await open(.postgresql)
    let start = try await storage.accountChanges(since: nil)
    let marks = try await storage.inSteps.write { transaction in
      try await storage.note(changed: AccountID("early"), in: transaction)
      try await change("later", in: storage)
      let meanwhile = try await storage.accountChanges(since: start.mark)
      #expect(names(meanwhile) == ["later"])
      return meanwhile.mark
    }
    let found = try await storage.accountChanges(since: marks)
    #expect(names(found) == ["early", "later"], "what was told may be told again, what was not is told")
    let early = try #require(found.changes.first { $0.account.text == "early" })
    let later = try #require(found.changes.first { $0.account.text == "later" })
    #expect(early.number < later.number && marks <= early.number)
  }

  @Test(arguments: EngineKind.available)
  func `many at once keep nobody waiting and make nobody run again`(on kind: EngineKind) async throws {
    let (storage, runs) = (try await open(kind), Counter())
    let start = try await storage.accountChanges(since: nil)
    try await withThrowingTaskGroup { group in
      for number in 0..<40 {
        group.addTask {
          try await storage.inSteps.write { transaction in
            runs.next()
            try await storage.note(changed: AccountID("a\(number)"), in: transaction)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(runs.count == 40)
    #expect(try await storage.accountChanges(since: start.mark).changes.count == 40)
  }

  @Test(arguments: EngineKind.available)
  func `are forgotten when they are old, and the numbers go on behind the last`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let start = try await storage.accountChanges(since: nil)
    for account in ["a", "b", "c"] { try await change(account, in: storage) }
    try await storage.forgetAccountChanges(olderThan: .seconds(3_600))
    #expect(names(try await storage.accountChanges(since: start.mark)) == ["a", "b", "c"])
    try await storage.forgetAccountChanges(olderThan: .seconds(-10))
    for _ in 1...2 {
      let left = try await storage.accountChanges(since: start.mark)
      #expect(names(left) == [])
      try await change("d", in: storage)
      let found = try await storage.accountChanges(since: left.mark)
      #expect(names(found) == ["d"] && found.changes.allSatisfy { $0.number >= left.mark })
      try await storage.forgetAccountChanges(olderThan: .seconds(-10))
    }
    let engine = try #require(storage as? any NamespaceEngine)
    let rows = try await engine.rows(Self.kept, [])
    #expect(try rows.map { try $0[0] } == [""], "a number is kept, and nobody's id")
  }

  @Test(arguments: EngineKind.available)
  func `are noted in a transaction of the namespace alone`(on kind: EngineKind) async throws {
    struct Foreign: Transaction {
      func query(_ sql: SQL) async throws -> [Row] { [] }
      func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws {}
      func execute(_ sql: SQL) async throws -> Int { 0 }
      func submit(_ score: ScoreChange) async throws {}
      func notify(_ notification: NotificationRequest) async throws {}
      func emit(_ event: Event) async throws {}
    }
    let storage = try await open(kind)
    let error = await #expect(throws: StorageError.self) {
      try await storage.note(changed: AccountID("a"), in: Foreign())
    }
    #expect(error?.code == .statement)
  }
}
