internal import FieldhouseKit

/// What is remembered of accounts' grants, by parts that are forgotten together. A value without locks.
struct GrantMemory: Sendable {
  private let capacity: Int
  private var parts: [Int: [AccountID: Holdings]] = [:]
  /// The newest reading of each account that is under way; what has changed meanwhile is not remembered.
  private var readings: [Int: [AccountID: UInt64]] = [:]
  private var lastReading: UInt64 = 0
  private(set) var count = 0

  /// - Parameter capacity: how many accounts are remembered.
  init(capacity: Int) { self.capacity = capacity }

  /// What is remembered of an account.
  func holdings(_ account: AccountID, in part: Int) -> Holdings? { parts[part]?[account] }

  /// Notes that an account's grants are about to be read.
  /// - Returns: what ``remember(_:of:in:reading:)`` takes.
  mutating func beginReading(_ account: AccountID, in part: Int) -> UInt64 {
    lastReading += 1
    readings[part, default: [:]][account] = lastReading
    return lastReading
  }

  /// Notes what was read, nil when it could not be, unless there is a newer reading or the grants have changed since it
  /// began.
  mutating func remember(_ holdings: Holdings?, of account: AccountID, in part: Int, reading: UInt64) {
    guard readings[part]?[account] == reading else { return }
    readings[part]?[account] = nil
    if readings[part]?.isEmpty == true { readings[part] = nil }
    guard let holdings else { return }
    if count >= capacity { makeRoom() }
    if parts[part, default: [:]].updateValue(holdings, forKey: account) == nil { count += 1 }
  }

  /// Forgets the accounts of some parts.
  mutating func forget(_ changed: some Sequence<Int>) {
    for part in changed {
      count -= parts.removeValue(forKey: part)?.count ?? 0
      readings[part] = nil
    }
  }

  private mutating func makeRoom() {
    for part in Array(parts.keys) where count > capacity / 10 * 9 {
      count -= parts.removeValue(forKey: part)?.count ?? 0
    }
  }
}
