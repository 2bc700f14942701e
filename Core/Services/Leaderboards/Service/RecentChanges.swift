/// The numbers of the latest changes, so that two commits of one entry whose hooks ran in the wrong order leave the later
/// state. Remembers one entry per place, so it forgets; what it forgets is by far older than hooks can be apart.
struct RecentChanges: Sendable {
  private static let size = 1 << 14

  private var entries = ContiguousArray(
    repeating: (key: UInt64.max, sequence: Int64.min), count: Self.size)

  /// Notes a change; false when a later one of the same entry was noted before.
  mutating func note(_ key: UInt64, _ sequence: Int64) -> Bool {
    let place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 50)
    guard entries[place].key != key || entries[place].sequence <= sequence else { return false }
    entries[place] = (key, sequence)
    return true
  }
}
