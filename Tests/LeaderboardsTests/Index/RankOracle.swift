import FieldhouseLeaderboards

/// A board that ranks by counting, one entry after the other: slow, and right at a glance.
struct RankOracle {
  struct Entry {
    let slot: UInt32
    let key: RankKey
    /// What separates ranks, smaller is better.
    let group: [Int64]
    /// What separates positions, smaller is earlier.
    let place: [Int64]
  }

  let order: RankOrder
  private(set) var entries: [UInt32: Entry] = [:]

  init(order: RankOrder) {
    self.order = order
  }

  mutating func set(slot: UInt32, key: RankKey) {
    let values = [key.score] + key.tieBreaks(order.tieBreaks.count)
    var group = zip(values, [order.score] + order.tieBreaks).map(Self.oriented)
    let time = Self.oriented(key.achievedAt, order.achievedAt)
    let place = group + [time, Int64(slot)]
    if order.timeBreaksTies { group.append(time) }
    entries[slot] = Entry(slot: slot, key: key, group: group, place: place)
  }

  mutating func remove(slot: UInt32) {
    entries[slot] = nil
  }

  mutating func removeAll() {
    entries = [:]
  }

  /// The complement reverses the order of signed integers and has no overflow.
  private static func oriented(_ value: Int64, _ direction: RankOrder.Direction) -> Int64 {
    direction == .ascending ? value : ~value
  }

  func position(of slot: UInt32) -> Int? {
    guard let entry = entries[slot] else { return nil }
    return entries.values.count { $0.place.lexicographicallyPrecedes(entry.place) }
  }

  func rank(of slot: UInt32, numbering: RankNumbering, among others: Set<UInt32>? = nil) -> Int? {
    guard let entry = entries[slot] else { return nil }
    let rivals = entries.values.filter { others?.contains($0.slot) ?? true }
    let better = rivals.filter { $0.group.lexicographicallyPrecedes(entry.group) }
    switch numbering {
    case .standard: return 1 + better.count
    case .dense: return 1 + Set(better.map(\.group)).count
    case .ordinal: return 1 + rivals.count { $0.place.lexicographicallyPrecedes(entry.place) }
    }
  }

  func percentile(of slot: UInt32) -> Double? {
    guard let entry = entries[slot] else { return nil }
    guard entries.count > 1 else { return 100 }
    let behind = entries.values.count { entry.group.lexicographicallyPrecedes($0.group) }
    let level = entries.values.count { $0.group == entry.group } - 1
    return 100 * (Double(behind) + Double(level) / 2) / Double(entries.count - 1)
  }

  /// All slots in the board's order.
  func board() -> [UInt32] {
    entries.values.sorted { $0.place.lexicographicallyPrecedes($1.place) }.map(\.slot)
  }
}
