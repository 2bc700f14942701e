import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@testable import SoccerPredictions

@Suite struct `Settling of what many predict alike` {
  /// A store on which others write just before somebody's first transaction.
  private final class OvertakenStorage: Storage {
    private let base: any Storage
    private let others: Mutex<(@Sendable (any Transaction) async throws -> Void)?>

    init(_ base: any Storage, by others: @escaping @Sendable (any Transaction) async throws -> Void) {
      self.base = base
      self.others = Mutex(others)
    }

    func read<Value: Sendable>(
      _ body: @escaping @Sendable (any ReadTransaction) async throws -> Value
    ) async throws -> Value { try await base.read(body) }

    func write<Value: Sendable>(
      _ body: @escaping @Sendable (any Transaction) async throws -> Value
    ) async throws -> Value {
      let others = others.withLock { others in
        defer { others = nil }
        return others
      }
      if let others { try await base.write(others) }
      return try await base.write(body)
    }
  }

  private struct Earned: Hashable {
    let points: Int?
    let exact: Int
    let correct: Int
    let fun: Int?
  }

  private static let people = (0..<300).map { AccountID(String(format: "p%03d", $0)) }

  private static func prediction(_ number: Int) -> Prediction {
    Prediction(
      home: number % 4, away: number / 4 % 3,
      scorers: number.isMultiple(of: 10) ? [PlayerID(SampleSeason.ann)].compactMap(\.self) : [])
  }

  private func match(_ id: String, in world: SoccerWorld) throws -> Match {
    try #require(try world.plugin.catalogue.reading.matches[id])
  }

  /// Everybody predicts the first match, and every third the second. Some scorers are kept in another form than today's.
  private func predict(in world: SoccerWorld) async throws {
    try await world.play(until: SampleSeason.morning)
    let (store, now) = (world.store, world.now)
    let (first, second) = (try match(SampleSeason.first, in: world), try match(SampleSeason.second, in: world))
    try await world.storage.write { transaction in
      for (number, account) in Self.people.enumerated() {
        for match in number.isMultiple(of: 3) ? [first, second] : [first] {
          try await store.save(Self.prediction(number), match: match, account: account, now: now, in: transaction)
        }
      }
      try await transaction.execute(
        "update predictions set scorers = '\n' where account in ('p007', 'p011', 'p207') and scorers = ''")
    }
  }

  private func settle(
    _ world: SoccerWorld, batch: Int, overtakenBy others: @escaping @Sendable (any Transaction) async throws -> Void
  ) async throws {
    let plugin = try world.plugin
    let settler = Settler(
      store: world.store, scoring: plugin.settler.scoring, catalogue: plugin.catalogue,
      host: world.host.services.storing(in: OvertakenStorage(world.storage, by: others)), batch: batch)
    try await settler.settle([try match(SampleSeason.first, in: world)], at: try instant(SampleSeason.evening))
  }

  /// What every prediction of the first match has come to, beside what it comes to alone.
  private func earned(in world: SoccerWorld) async throws -> (found: [String: Earned], wanted: [String: Earned]) {
    let (match, scoring) = (try match(SampleSeason.first, in: world), try world.plugin.settler.scoring)
    let state = match.view(at: try instant(SampleSeason.evening)).state
    let rows = try await world.storage.read {
      try await $0.query(
        """
        select account, home, away, scorers, points, exact, correct, fun from predictions
        where match = \(SampleSeason.first)
        """)
    }
    var (found, wanted): ([String: Earned], [String: Earned]) = ([:], [:])
    for row in rows {
      let account: String = try row["account"]
      found[account] = Earned(
        points: try row["points"], exact: try row["exact"], correct: try row["correct"], fun: try row["fun"])
      let prediction = try world.plugin.catalogue.reading.prediction(try PredictionStore.prediction(row))
      let outcome = SettledOutcome(
        try scoring.receipt(for: prediction, on: match, state: state),
        fun: scoring.funPoints(for: prediction, on: match, state: state))
      wanted[account] = Earned(
        points: outcome.points, exact: outcome.isExact ? 1 : 0, correct: outcome.isCorrect ? 1 : 0, fun: outcome.fun)
    }
    return (found, wanted)
  }

  /// The board's rows as `account points exact correct predictions`.
  private func board(_ accounts: [String], in world: SoccerWorld) async throws -> [String: [Int64]] {
    let entries = try await world.host.services.leaderboards.entries(
      of: accounts.map { AccountID($0) }, on: "league", partition: "en.1_2024-25")
    return Dictionary(
      entries.map { entry in
        (entry.account.id.text, [entry.score] + entry.tieBreaks + [Int64(entry.details["predictions"]?.int ?? -1)])
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test(arguments: TestHost.Engine.allCases, [64, 1_000])
  func `gives everybody what the prediction brings alone, and the place that follows`(
    engine: TestHost.Engine, batch: Int
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await predict(in: world)
      try await settle(world, batch: batch) { _ in }
      try await check(world, people: 300)
      #expect(try await world.store.settledKeys().keys.sorted() == [SampleSeason.first])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `counts who comes and goes between the look and the writing`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await predict(in: world)
      let (store, now, match) = (world.store, world.now, try match(SampleSeason.first, in: world))
      try await settle(world, batch: 64) { transaction in
        // As many are there as before, and the same number predict what is known to be predicted.
        try await transaction.execute("delete from predictions where account in ('p010', 'p012')")
        for (name, goals) in [("p0105", 9), ("p0115", 0)] {
          try await store.save(
            Prediction(home: goals, away: 1), match: match, account: AccountID(name), now: now, in: transaction)
        }
      }
      try await check(world, people: 300)
      #expect(try await earned(in: world).found["p0105"]?.points == 3)
    }
  }

  private func check(_ world: SoccerWorld, people: Int) async throws {
    let (found, wanted) = try await earned(in: world)
    #expect(found.count == people && found == wanted)
    #expect(Set(found.values.map(\.points)).count >= 4, "there is more than one outcome")
    let twice = try await world.storage.read {
      try await $0.query("select account from predictions group by account having count(*) = 2")
    }
    let both = Set(try twice.map { try $0["account"] as String })
    let board = try await board(Array(found.keys), in: world)
    for (account, earned) in found {
      let row = [earned.points ?? -1, earned.exact, earned.correct, both.contains(account) ? 2 : 1].map { Int64($0) }
      #expect(board[account] == row, "\(account)")
    }
  }
}
