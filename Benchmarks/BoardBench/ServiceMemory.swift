import FieldhouseKit
import FieldhouseLeaderboards
import Foundation

/// What the whole service keeps in memory for a board: index, ids of 20 characters as the host gives them, and details.
struct ServiceMemory {
  let size: Int

  /// The growth of the process's resident memory for each entry, with the records that only building needs gone.
  func bytesPerEntry() throws -> Double {
    let boards = Boards(accounts: NoAccounts(), clock: StoppedClock())
    boards.begin("bench", [BoardDeclaration(id: "points", title: "Points")])
    boards.finish("bench", entries: [:])
    malloc_trim(0)
    let before = try Self.residentBytes()
    let portion = 10_000
    for start in stride(from: 0, to: size, by: portion) {
      boards.apply("bench", (start..<min(start + portion, size)).map(change))
    }
    malloc_trim(0)
    let after = try Self.residentBytes()
    precondition(boards.isComplete)
    return Double(after - before) / Double(size)
  }

  private func change(_ number: Int) -> BoardChange {
    let place = BoardPlace(board: "points", season: "all", partition: "")
    let digits = String(number)
    let account = AccountID("p" + String(repeating: "0", count: 19 - digits.count) + digits)
    let record = BoardRecord(
      account: account, score: Int64(scatter(number) % 100_000), tieBreaks: [],
      achievedAt: Date(timeIntervalSince1970: Double(number)), details: nil)
    return BoardChange(place: place, account: account, record: record)
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
  func has(_ permission: String, account: AccountID, scope: String) async throws -> Bool { false }
}

private struct StoppedClock: HostClock {
  var now: Date { Date(timeIntervalSince1970: 0) }
  var isSimulated: Bool { true }
}
