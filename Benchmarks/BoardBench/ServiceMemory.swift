import FieldhouseKit
import FieldhouseLeaderboards
import Foundation
import Glibc

/// What the whole service keeps in memory for a board: index, ids of 20 characters as the host gives them, and details.
struct ServiceMemory {
  let size: Int

  /// The growth of the process's resident memory for each entry when the boards are rebuilt from rows.
  func rebuilt() async throws -> (bytesPerEntry: Double, milliseconds: Double) {
    let boards = Boards(accounts: NoAccounts(), clock: StoppedClock())
    Self.giveBack()
    let before = try Self.residentBytes()
    let start = ContinuousClock.now
    let rebuild = Self.begin(boards)
    for number in 0..<size { rebuild.add(record(number), at: Self.place) }
    try await rebuild.finish()
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    return (try growth(since: before, boards), milliseconds)
  }

  /// The same when they grow by single commits.
  func grown() async throws -> Double {
    let boards = Boards(accounts: NoAccounts(), clock: StoppedClock())
    try await Self.begin(boards).finish()
    Self.giveBack()
    let before = try Self.residentBytes()
    let portion = 1000
    for start in stride(from: 0, to: size, by: portion) {
      boards.apply("bench", (start..<min(start + portion, size)).map(change))
    }
    return try growth(since: before, boards)
  }

  private static let place = BoardPlace(board: "points", season: "all", partition: "")

  private static func begin(_ boards: Boards) -> BoardRebuild {
    boards.begin("bench", [BoardDeclaration(id: "points", title: "Points")], details: { _, _ in [:] })
  }

  private func growth(since before: Int, _ boards: Boards) throws -> Double {
    Self.giveBack()
    let after = try Self.residentBytes()
    precondition(boards.memory(of: "bench")?.entries == size)
    return Double(after - before) / Double(size)
  }

  private func record(_ number: Int) -> BoardRecord {
    let digits = String(number)
    return BoardRecord(
      account: AccountID("p" + String(repeating: "0", count: 19 - digits.count) + digits),
      score: Int64(scatter(number) % 100_000), tieBreaks: [], achievedAt: Date(timeIntervalSince1970: Double(number)),
      details: nil)
  }

  private func change(_ number: Int) -> BoardChange {
    let record = record(number)
    return BoardChange(place: Self.place, account: record.account, record: record, sequence: Int64(number))
  }

  /// Gives free memory back to the kernel: malloc_trim(3), which the Glibc module does not show.
  private static func giveBack() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)(0)
  }

  /// The second field of /proc/self/statm, in pages.
  private static func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return (Int(text.split(separator: " ")[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE))
  }
}

/// The ranks need no names.
private struct NoAccounts: Authentication {
  func account(forToken token: String) async throws -> Principal? { nil }
  func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account] { [:] }
  func following(of id: AccountID) async throws -> [AccountID] { [] }
  func friends(of id: AccountID) async throws -> [AccountID] { [] }
  func bodyData(of id: AccountID) async throws -> BodyData? { nil }
}

private struct StoppedClock: HostClock {
  var now: Date { Date(timeIntervalSince1970: 0) }
  var isSimulated: Bool { true }
}
