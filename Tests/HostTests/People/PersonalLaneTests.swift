import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@testable import FieldhouseHost

@Suite struct `A namespace that follows what happens to people` {
  /// A plugin that writes down of whom it is told, and fails at some.
  private final class Diary: Sendable {
    struct Refusal: Error {}

    static let names = ["ann", "bob", "cid", "dan"]
    /// They have left, one after the other.
    static let changes = names.enumerated().map { index, name in
      PersonChange(sequence: Int64(index) + 1, kind: .erased, account: AccountID(name), other: nil)
    }

    let storage: any NamespaceStorage
    let log = KeptLog()
    let refused: Mutex<Set<String>>
    let stuck = Stuck()
    private let patience: Duration

    init(
      _ database: TestDatabase, refusing refused: Set<String>, patience: Duration = Patience.ofPlugins
    ) async throws {
      self.refused = Mutex(refused)
      self.patience = patience
      storage = try await database.open(
        "diary", [Migration(id: "1", sql: "create table calls (place integer primary key, what text not null)")])
      try await storage.beginFollowingPeople(at: 0)
    }

    /// The lane of the plugin, whose pauses end at once.
    func lane() -> PersonalLane {
      let hooks = PersonalHooks { [self] change, transaction in
        try await transaction.execute("insert into calls (what) values (\(change.account.text))")
        guard refused.withLock({ $0.contains(change.account.text) }) else { return }
        if patience == Patience.ofPlugins { throw Refusal() }
        await stuck.wait()
      }
      return PersonalLane(
        storage, hooks, before: nil,
        changes: { place, limit in Array(Self.changes.drop { $0.sequence <= place }.prefix(limit)) },
        scores: PersonalLane.Scores(mayHold: { _ in false }, remove: { _ in }), longestPause: 0, patience: patience,
        log: log)
    }

    /// The place of the last change that host and plugin have followed.
    func places() async throws -> [Int64] {
      try await storage.personalPosition().map { [$0.inTables, $0.inHooks] } ?? []
    }

    func told() async throws -> [String] {
      try await storage.read { try await $0.query("select what from calls order by place").map { try $0[0] } }
    }

    func remind(_ names: [String]) async throws {
      try await storage.write { transaction in
        try await transaction.reminders.set(
          Reminder(of: "match", at: .now + 3_600, to: names.map { AccountID($0) }, kind: "k", text: "t"))
      }
    }

    func reminded() async throws -> [String] {
      var found: [String] = []
      for name in Self.names {
        let kept = try await storage.reminders(
          of: AccountID(name), at: .now, after: ReminderPlace(at: 0), limit: 1)
        if !kept.isEmpty { found.append(name) }
      }
      return found
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `does not wait for a hook that never returns: it has failed, and is called again`(engine: TestEngine)
    async throws
  {
    try await engine.run { database in
      let diary = try await Diary(database, refusing: ["bob"], patience: .milliseconds(200))
      let lane = diary.lane()
      for _ in 1...2 { await lane.follow(through: 4, settled: .max) }
      #expect(try await diary.told() == ["ann"])
      #expect(try await diary.places() == [4, 1], "what the host keeps has followed")
      let health = await lane.health
      #expect(health.state == .degraded && health.reason.contains("had not returned"), "\(health.reason)")
      diary.refused.withLock { $0 = [] }
      await lane.follow(through: 4, settled: .max)
      #expect(try await diary.told() == Diary.names)
      #expect(await lane.health.state == .ok && diary.stuck.count == 2)
      diary.stuck.end()
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `is told of nobody before the one at whom it fails, however soon it is tried again, and of each once`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let diary = try await Diary(database, refusing: ["bob"])
      let lane = diary.lane()
      await lane.follow(through: 4, settled: .max)
      #expect(try await diary.told() == ["ann"])
      #expect(try await diary.places() == [4, 1])
      #expect(await lane.health.state == .ok, "once is a moment's trouble")
      await lane.follow(through: 4, settled: .max)
      #expect(try await diary.told() == ["ann"])
      let health = await lane.health
      #expect(health.state == .degraded && health.reason.contains("erase tried 2 times"))
      #expect(diary.log.lines.map(\.level) == [.error, .error])
      diary.refused.withLock { $0 = ["dan"] }
      await lane.follow(through: 4, settled: .max)
      #expect(try await diary.told() == ["ann", "bob", "cid"])
      diary.refused.withLock { $0 = [] }
      // Another process knows from the database where this one was.
      for lane in [diary.lane(), lane] { await lane.follow(through: 4, settled: .max) }
      #expect(try await diary.told() == Diary.names)
      #expect(await lane.health.state == .ok)
      #expect(await lane.hasFollowed(through: 4))
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `has the host erase what it keeps there of everybody, whom the plugin fails at or not`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let diary = try await Diary(database, refusing: ["ann"])
      try await diary.remind(Diary.names)
      #expect(try await diary.reminded() == Diary.names)
      let lane = diary.lane()
      await lane.follow(through: 4, settled: 3)
      #expect(try await diary.reminded() == ["dan"], "who has just left may have requests under way")
      #expect(try await diary.places() == [3, 0])
      await lane.follow(through: 4, settled: 4)
      #expect(try await diary.reminded().isEmpty)
      #expect(try await diary.told().isEmpty)
    }
  }
}
