@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct `What follows a commit` {
  /// A storage with notes over a double, and a way to hear the bell.
  private struct Bench {
    let base = StorageDouble()
    let changes = ChangesDouble()
    let bell = Bell()
    let log = MemoryLog()
    let storage: NotedStorage

    init() {
      storage = NotedStorage(
        base: base, changes: changes, feed: ChangeFeed(changes: changes, listeners: []), bell: bell, log: log)
    }

    /// How often the bell rang; the bell keeps one ring at most.
    func rings() async -> Int {
      bell.close()
      return await bell.rings.reduce(0) { count, _ in count + 1 }
    }
  }

  @Test func `a change of an account is looked at once, however many were noted and however often the body ran`()
    async throws
  {
    let bench = Bench()
    bench.base.set(runs: 3)
    try await bench.storage.write { transaction in
      for number in [0, 1, 1, 0] { try await ChangeLog.record(AccountID("\(number)"), in: transaction) }
    }
    #expect(bench.changes.asked.count == 1)
    #expect(bench.changes.noted.map(\.text) == ["0", "1", "0", "1", "0", "1"], "each once in every run")
    #expect(bench.base.commits == 1)
    #expect(await bench.rings() == 0)
  }

  @Test func `a message rings the bell once, and only after the commit`() async throws {
    let bench = Bench()
    let heard = Mutex<[Int]>([])
    let listening = Task { [base = bench.base] in
      for await _ in bench.bell.rings { heard.withLock { $0.append(base.commits) } }
    }
    try await bench.storage.write { transaction in
      for _ in 0..<3 { transaction.note { $0.postsMessages = true } }
      for _ in 0..<100 { await Task.yield() }
    }
    bench.bell.close()
    await listening.value
    #expect(heard.withLock { $0 } == [1])
    #expect(bench.changes.asked.isEmpty)
  }

  @Test func `nothing follows a transaction that failed, that only read or that noted nothing`() async throws {
    let bench = Bench()
    bench.base.set(fails: true)
    await #expect(throws: StorageDouble.Down.self) {
      try await bench.storage.write { try await ChangeLog.record(AccountID("1"), in: $0) }
    }
    bench.base.set()
    try await bench.storage.write { try await $0.execute("update people set name = null") }
    _ = try await bench.storage.read { try await $0.query("select 1") }
    #expect(bench.changes.asked.isEmpty)
    #expect(await bench.rings() == 0)
  }

  @Test func `what an earlier run of the body noted does not count when the last one noted nothing`() async throws {
    let bench = Bench()
    bench.base.set(runs: 2)
    let runs = Mutex(0)
    try await bench.storage.write { transaction in
      let run = runs.withLock {
        $0 += 1; return $0
      }
      if run == 1 {
        transaction.note {
          $0.postsMessages = true; $0.changed.insert(AccountID("1"))
        }
      }
    }
    #expect(bench.changes.asked.isEmpty)
    #expect(await bench.rings() == 0)
  }

  @Test func `a commit stands although the look after it fails, and the next caller looks`() async throws {
    let base = StorageDouble()
    let (failing, log) = (ChangesDouble(), MemoryLog())
    let feed = ChangeFeed(changes: failing, listeners: [])
    try await feed.look()
    let storage = NotedStorage(base: base, changes: failing, feed: feed, bell: Bell(), log: log)
    failing.set(fails: true)
    try await storage.write { try await ChangeLog.record(AccountID("1"), in: $0) }
    #expect(base.commits == 1)
    #expect(log.lines.count == 1)
    failing.set(fails: false)
    let before = failing.asked.count
    try await feed.freshen()
    #expect(failing.asked.count == before + 1)
  }

  @Test func `every change of an account is seen at once by the process that made it`() async throws {
    try await World.with { world in
      let (person, other) = (try await world.person(1, name: "Jane Doe"), try await world.person(2))
      let changes: [(FieldhouseKit.Method, String, JSON?, String, JSON)] = [
        (.patch, "/me", ["name": "Jane Roe"], "name", "Jane Roe"),
        (.put, "/me/following/\(other.accountID)", nil, "following", 1),
        (.put, "/me/blocked/\(other.accountID)", nil, "following", 0),
        (.post, "/me/reset", nil, "fullName", .null),
      ]
      for (method, path, body, field, value) in changes {
        _ = try await world.call(.get, "/me", token: person.token)
        #expect(try await world.call(method, path, body, token: person.token).status < 300, "\(path)")
        #expect(try await world.call(.get, "/me", token: person.token).body[field] == value, "\(path)")
      }
    }
  }
}

@Suite struct `The last uses of sessions` {
  @Test func `wait on when they could not be written, and are written once`() async throws {
    let (storage, queue) = (StorageDouble(), TouchQueue())
    let now = Date(timeIntervalSince1970: 1_000_000)
    for id in ["a", "b", "a"] { queue.add(id, seenAt: now, expiresAt: now) }
    storage.set(fails: true)
    await #expect(throws: StorageDouble.Down.self) { try await queue.flush(into: storage) }
    storage.set()
    let before = storage.statements.count
    try await queue.flush(into: storage)
    #expect(storage.statements.count == 2 * before)
    try await queue.flush(into: storage)
    #expect(storage.statements.count == 2 * before)
    #expect(storage.commits == 1)
  }

  @Test func `outlast a database that was gone for a while`() async throws {
    try await World.with { world in
      let token = try await world.guestToken()
      world.clock.advance(20 * 86_400)
      #expect(try await world.call(.get, "/me", token: token).status == 200)
      world.clock.advance(20 * 86_400)
      try await world.accounts.flush()
      let later = try await world.restarted()
      #expect(try await later.call(.get, "/me", token: token).status == 200)
      await later.close()
    }
  }
}

@Suite struct `The journal of those who left` {
  private func path() -> String {
    FileManager.default.temporaryDirectory.appending(path: "journal-" + EngineKind.uniqueName()).path
  }

  @Test func `is nobody without a file, and keeps what was added, for its owner alone`() throws {
    let path = path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let journal = ErasureJournal(path: path)
    #expect(try journal.read().erased == [])
    try journal.add([])
    #expect(!FileManager.default.fileExists(atPath: path))
    try journal.add(["a", "b"])
    try journal.add(["c"])
    #expect(try journal.read().erased == ["a", "b", "c"])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    #expect(mode == 0o600)
  }

  @Test func `that cannot be read is not nobody`() async throws {
    let folder = path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(throws: (any Error).self) { try ErasureJournal(path: folder).read().erased }
    try await World.with { world in
      _ = try await world.register()
      let accounts = Accounts(
        tables: AccountsTables(world.storage), clock: world.clock,
        secret: try InstallationSecret.load(path: world.keyPath),
        deliveries: FileDeliveries(path: world.folder.path + "/other.jsonl", clock: world.clock),
        texts: try Strings.load(), log: world.log, erasures: ErasureJournal(path: folder))
      await #expect(throws: (any Error).self) { try await accounts.eraseAgain() }
    }
  }

  @Test func `has those whom another host has erased or merged, however often it hears of them`() async throws {
    try await World.with { world in
      let journal = ErasureJournal(path: world.folder.path + "/erased.ids")
      let changes = [
        PersonChange(sequence: 1, kind: .erased, account: AccountID("gone"), other: nil),
        PersonChange(sequence: 2, kind: .merged, account: AccountID("guest"), other: AccountID("ann")),
        PersonChange(sequence: 3, kind: .blocked, account: AccountID("bob"), other: AccountID("ann")),
      ]
      for _ in 1...2 { try world.accounts.note(changes) }
      #expect(Set(try journal.read().erased) == ["gone"])
      #expect(Set(try journal.read().merged.map { "\($0.account.text) \($0.other.text)" }) == ["guest ann"])
      #expect(try await world.accounts.eraseAgain() == 0)
    }
  }

  @Test func `is completed from the audit log when the host was killed before it was written`() async throws {
    try await World.with { world in
      let guest = try await world.call(.post, "/auth/guest")
      try await world.call(.delete, "/me", token: guest.token)
      let path = world.folder.path + "/erased.ids"
      try FileManager.default.removeItem(atPath: path)
      #expect(try await world.accounts.eraseAgain() == 0)
      #expect(try ErasureJournal(path: path).read().erased == [guest.accountID.text])
      #expect(try await world.accounts.eraseAgain() == 0)
      #expect(try ErasureJournal(path: path).read().erased == [guest.accountID.text])
    }
  }
}
