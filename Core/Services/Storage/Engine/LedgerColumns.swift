internal import FieldhouseKit
internal import Foundation
internal import Synchronization

/// Entries of one place of a board as columns, without their details.
public struct LedgerColumns: Sendable {
  /// Where they stand.
  public let position: BoardPosition
  /// The ids of the accounts in UTF-8, one after another.
  public private(set) var accounts: [UInt8] = []
  /// Where in ``accounts`` each id ends.
  public private(set) var ends: [Int] = []
  /// Five numbers for each entry: the score, three columns of the tie-break chain and when the score was achieved, in
  /// milliseconds since 1970.
  public private(set) var numbers: [Int64] = []
  /// Whether any of them has details.
  public private(set) var hasDetails = false

  /// How many entries there are.
  public var count: Int { ends.count }
  /// Whether there are as many as are handed over at once.
  var isFull: Bool { count >= Self.largest }

  private static let largest = 4096

  /// No entries.
  init(at position: BoardPosition, reserving: Bool = true) {
    self.position = position
    guard reserving else { return }
    accounts.reserveCapacity(Self.largest * 24)
    ends.reserveCapacity(Self.largest)
    numbers.reserveCapacity(Self.largest * 5)
  }

  /// Adds an entry.
  @inline(__always)
  mutating func append(
    account: UnsafeRawBufferPointer, hasDetails: Bool, number: (Int) -> Int64
  ) {
    accounts.append(contentsOf: account)
    ends.append(accounts.count)
    for column in 0..<5 { numbers.append(number(column)) }
    if hasDetails { self.hasDetails = true }
  }

  /// Adds an entry.
  mutating func append(_ entry: LedgerEntry) {
    append(entry.account, entry.score, entry.tieBreaks, entry.achievedAt, hasDetails: entry.detailsText != nil)
  }

  /// Adds an attempt.
  mutating func append(_ attempt: ScoreChange) {
    append(
      attempt.account, attempt.score, attempt.tieBreaks, attempt.achievedAt, hasDetails: attempt.details != nil)
  }

  private mutating func append(
    _ account: AccountID, _ score: Int64, _ tieBreaks: [Int64], _ achievedAt: Date, hasDetails: Bool
  ) {
    accounts.append(contentsOf: account.text.utf8)
    ends.append(accounts.count)
    numbers.append(score)
    for column in 0..<3 { numbers.append(column < tieBreaks.count ? tieBreaks[column] : 0) }
    numbers.append(achievedAt.millisecondsSince1970)
    if hasDetails { self.hasDetails = true }
  }
}

extension LedgerColumns {
  /// Adds some entries of another list.
  mutating func append(_ other: LedgerColumns, _ range: Range<Int>) {
    let offset = accounts.count - other.start(of: range.lowerBound)
    accounts.append(contentsOf: other.accounts[other.start(of: range.lowerBound)..<other.start(of: range.upperBound)])
    ends.append(contentsOf: other.ends[range].lazy.map { $0 + offset })
    numbers.append(contentsOf: other.numbers[range.lowerBound * 5..<range.upperBound * 5])
    if other.hasDetails { hasDetails = true }
  }

  /// Where in ``accounts`` an id starts.
  func start(of entry: Int) -> Int { entry == 0 ? 0 : ends[entry - 1] }
}

extension NamespaceStorage {
  /// From the entries one by one.
  public func boardColumns(_ body: @escaping @Sendable (LedgerColumns) throws -> Void) async throws {
    let open = Mutex(LedgerColumns(at: BoardPosition(board: "", season: ""), reserving: false))
    try await boardEntries(BoardFilter()) { position, entry in
      let done = open.withLock { columns -> LedgerColumns? in
        let done = columns.position != position || columns.isFull ? columns : nil
        if done != nil { columns = LedgerColumns(at: position) }
        columns.append(entry)
        return done
      }
      if let done, done.count > 0 { try body(done) }
    }
    let last = open.withLock { $0 }
    if last.count > 0 { try body(last) }
  }
}
