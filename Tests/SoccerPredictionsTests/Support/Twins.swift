import FieldhouseKit
import FieldhouseStorage
import Foundation
import Synchronization

/// People who are called like their ids and follow whom the test says.
final class People: Authentication {
  private let follows = Mutex<[AccountID: [AccountID]]>([:])

  func follow(_ follower: String, _ followed: String...) {
    follows.withLock { $0[AccountID(follower)] = followed.map(AccountID.init) }
  }

  func account(forToken token: String) async throws -> Principal? { nil }

  func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account] {
    let known = ids.filter { !$0.text.hasPrefix("erased") }
    return Dictionary(
      known.map { ($0, Account(id: $0, kind: .user, name: $0.text)) }, uniquingKeysWith: { first, _ in first })
  }

  func following(of id: AccountID) async throws -> [AccountID] { follows.withLock { $0[id] ?? [] } }
  func friends(of id: AccountID) async throws -> [AccountID] { [] }
  func bodyData(of id: AccountID) async throws -> BodyData? { nil }
}

/// Boards read from storage and sorted each time: slow, and obviously right.
struct LedgerBoards: Leaderboards {
  let storage: any NamespaceStorage

  func page(_ query: BoardQuery) async throws -> BoardPage {
    let rows = try await rows(query.board, query.partition)
    let start = query.after.flatMap { Int($0) } ?? 0
    let shown = Array(rows.dropFirst(start).prefix(query.limit))
    let end = start + shown.count
    return BoardPage(
      board: query.board, season: "all", size: rows.count, me: rows.first { $0.account.id == query.viewer },
      items: shown, next: end < rows.count ? String(end) : nil)
  }

  func entries(of accounts: [AccountID], on board: String, partition: String) async throws -> [BoardEntry] {
    try await rows(board, partition).filter { accounts.contains($0.account.id) }
  }

  func teams(_ query: TeamQuery) async throws -> TeamPage { throw Problem.notFound() }

  func members(
    _ accounts: [AccountID], on board: String, season: String?, partition: String
  ) async throws -> [MemberEntry] { throw Problem.notFound() }

  private func rows(_ board: String, _ partition: String) async throws -> [BoardEntry] {
    let kept = Kept()
    try await storage.boardEntries(BoardFilter(board: board)) { position, entry in
      if position.partition == partition { kept.add(entry) }
    }
    let best = kept.entries.sorted {
      ([$1.score] + $1.tieBreaks).lexicographicallyPrecedes([$0.score] + $0.tieBreaks)
    }
    return try best.map { entry in
      let rank = best.firstIndex { $0.score == entry.score && $0.tieBreaks == entry.tieBreaks } ?? 0
      return BoardEntry(
        rank: rank + 1, account: Account(id: entry.account, kind: .user, name: entry.account.text), score: entry.score,
        tieBreaks: entry.tieBreaks, details: try entry.detailsText.map { try JSON(parsing: $0) } ?? .null)
    }
  }

  private final class Kept: Sendable {
    private let kept = Mutex<[LedgerEntry]>([])
    var entries: [LedgerEntry] { kept.withLock { $0 } }
    func add(_ entry: LedgerEntry) { kept.withLock { $0.append(entry) } }
  }
}

/// Schedules that run when the test says so.
final class HandSchedules: Schedules {
  typealias Body = @Sendable (Date) async throws -> Date?
  private let jobs = Mutex<[String: Body]>([:])

  func schedule(_ name: String, due: Date, _ body: @escaping Body) async { jobs.withLock { $0[name] = body } }
  func cancel(_ name: String) async { jobs.withLock { $0[name] = nil } }

  /// Runs the work.
  /// - Returns: when it wants to run next.
  func run(_ name: String, due: Date) async throws -> Date? {
    let job = jobs.withLock { $0[name] }
    return try await job?(due)
  }
}

/// A rule module of one function, which gives what the test says.
struct HandRule: RuleModules, RuleFunction {
  let name: String
  let body: @Sendable ([RuleValue]) throws -> RuleValue

  func function(_ name: String) -> (any RuleFunction)? { name == self.name ? self : nil }
  func call(_ arguments: [RuleValue]) throws -> RuleValue { try body(arguments) }
}

/// Services that these tests have no use for: a plugin that calls one is found out.
struct Unused: Rights, Notifications, Events, OutgoingHTTP, Media, Texts, Log, Metrics {
  struct Called: Error {}

  func has(_ permission: String, _ account: AccountID, in scope: Scope) async throws -> Bool { throw Called() }
  func permits(_ caller: Principal, _ permission: String, in scope: Scope) async throws -> Bool { throw Called() }
  func grants(of account: AccountID) async throws -> [Grant] { throw Called() }
  func holders(in scope: Scope, after: Grant?, limit: Int) async throws -> [Grant] { throw Called() }
  func send(_ notification: NotificationRequest) async throws { throw Called() }
  func subscribe(_ name: String, _ body: @escaping @Sendable (Event, any Transaction) async throws -> Void) async {}
  func send(_ request: OutgoingRequest) async throws -> OutgoingResponse { throw Called() }
  func store(_ bytes: [UInt8], contentType: String) async throws -> MediaFile { throw Called() }
  func file(_ id: String) async throws -> MediaFile? { throw Called() }
  func remove(_ id: String) async throws { throw Called() }
  func text(_ key: String, language: String, arguments: [String: String]) -> String { key }
  var languages: [String] { [] }
  func write(_ level: LogLevel, _ message: String, _ fields: [String: String]) {}
  func count(_ name: String, by amount: Int, labels: [String: String]) {}
  func gauge(_ name: String, _ value: Double, labels: [String: String]) {}
  func time(_ name: String, seconds: Double, labels: [String: String]) {}
}

/// Settings as the operator's values over the manifest's defaults.
struct GivenSettings: Settings {
  let values: JSON
}
