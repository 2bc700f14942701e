internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

/// Two people who turn out to be one end as if one had made every attempt, whatever the boards.
@Suite("Scores of two people who become one", .storageWorld)
struct ScoreMergeTests {
  private struct Attempt: Hashable {
    var board: BoardDeclaration
    var account: AccountID
    var partition: String
    var score: Int64
    var ties: [Int64]
    var at: Int64

    /// The chain by which attempts are compared, the larger the better: of equal ones the earlier.
    func isBetter(than other: Attempt) -> Bool {
      let orders = [board.order] + board.tieBreaks.map(\.order)
      for ((own, others), order) in zip(zip([score] + ties, [other.score] + other.ties), orders) where own != others {
        return order == .descending ? own > others : own < others
      }
      return at < other.at
    }
  }

  private static let boards: [BoardDeclaration] = {
    let operators: [BoardDeclaration.Operator] = [.best, .latest, .sum]
    let orders: [BoardDeclaration.Order] = [.ascending, .descending]
    return operators.flatMap { kind in
      orders.flatMap { order in
        orders.map { tie in
          BoardDeclaration(
            id: "\(kind.name)-\(order.name)-\(tie.name)", title: "Board", order: order, operator: kind,
            tieBreaks: [.init(column: "a", order: tie), .init(column: "b", order: order)])
        }
      }
    }
  }()

  /// What one person has at one place after attempts in any order, reckoned without a database.
  private static func entry(_ attempts: [Attempt]) -> String? {
    guard let first = attempts.first else { return nil }
    var result = attempts.dropFirst().reduce(first) { best, next in
      switch first.board.operator {
      case .best: next.isBetter(than: best) ? next : best
      default: next.at > best.at ? next : best
      }
    }
    if first.board.operator == .sum {
      result.score = attempts.reduce(0) { $0 + $1.score }
      result.ties = (0..<2).map { column in attempts.reduce(0) { $0 + $1.ties[column] } }
    }
    return "\(first.board.id) \(first.partition) \(result.score) \(result.ties) \(result.at)"
  }

  private static func attempts() -> [Attempt] {
    var random = SeededRandom(seed: 41)
    var times = Array(1...10_000).shuffled(using: &random)[...]
    return (0..<300).map { _ in
      Attempt(
        board: boards[random.next(below: boards.count)], account: AccountID(["ada", "bo"][random.next(below: 2)]),
        partition: ["", "SE"][random.next(below: 2)], score: Int64(random.next(below: 5)) - 2,
        ties: (0..<2).map { _ in Int64(random.next(below: 3)) - 1 }, at: Int64(times.removeFirst()))
    }
  }

  private func kept(_ storage: any NamespaceStorage, _ account: AccountID) async throws -> [String] {
    try await storage.boardEntries(of: account).map { position, entry in
      "\(position.board) \(position.partition) \(entry.score) \(entry.tieBreaks) \(entry.achievedAt.millisecondsSince1970)"
    }.sorted()
  }

  @Test(arguments: EngineKind.available)
  func `are combined as each board combines attempts, part by part`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, boards: Self.boards)
    try await storage.beginFollowingPeople(at: 0)
    let attempts = Self.attempts()
    for start in stride(from: 0, to: attempts.count, by: 50) {
      try await storage.write { transaction in
        for attempt in attempts[start..<start + 50] {
          try await transaction.submit(
            ScoreChange(
              board: attempt.board.id, account: attempt.account, score: attempt.score,
              achievedAt: Date(millisecondsSince1970: attempt.at), partitions: [attempt.partition],
              tieBreaks: attempt.ties))
        }
      }
    }
    let (ada, bo) = (AccountID("ada"), AccountID("bo"))
    func reckoned(_ accounts: [AccountID]) -> [String] {
      let own = attempts.filter { accounts.contains($0.account) }
      return Dictionary(grouping: own) { [$0.board.id, $0.partition] }.values.compactMap(Self.entry).sorted()
    }
    #expect(try await kept(storage, bo) == reckoned([bo]))
    try await storage.follow(PersonalChange(sequence: 1, work: .merge(ada, into: bo)), nil)
    #expect(try await kept(storage, ada) == [])
    #expect(try await kept(storage, bo) == reckoned([ada, bo]))
  }
}
