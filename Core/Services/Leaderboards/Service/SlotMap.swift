/// The accounts on one part of a board: gives each the next slot of the part's index, so that its memory follows the
/// number of entries. A slot stays its account's for the life of the map.
struct SlotMap: Sendable {
  private static let empty = UInt64.max

  /// Account number and slot, the number in the upper half.
  private var buckets: ContiguousArray<UInt64>
  private var accounts: ContiguousArray<UInt32> = []

  /// How many slots are given.
  var count: Int { accounts.count }
  /// The bytes allocated.
  var byteCount: Int {
    buckets.capacity * MemoryLayout<UInt64>.stride + accounts.capacity * MemoryLayout<UInt32>.stride
  }

  /// An empty map with room for `count` accounts.
  init(reserving count: Int = 0) {
    buckets = ContiguousArray(repeating: Self.empty, count: Self.bucketCount(for: count))
    accounts.reserveCapacity(count)
  }

  /// The slot of an account that has one.
  func slot(of account: UInt32) -> UInt32? {
    let found = buckets[bucket(of: account)]
    return found == Self.empty ? nil : UInt32(truncatingIfNeeded: found)
  }

  /// The account of a slot.
  func account(of slot: UInt32) -> UInt32 { accounts[Int(slot)] }

  /// The slot of an account, the next one when it has none.
  mutating func assign(_ account: UInt32) -> UInt32 {
    let place = bucket(of: account)
    if buckets[place] != Self.empty { return UInt32(truncatingIfNeeded: buckets[place]) }
    let slot = UInt32(accounts.count)
    buckets[place] = UInt64(account) << 32 | UInt64(slot)
    accounts.makeRoom(for: accounts.count + 1)
    accounts.append(account)
    if accounts.count * 5 > buckets.count * 4 { spread() }
    return slot
  }

  /// At most four fifths of the buckets are used.
  private static func bucketCount(for count: Int) -> Int { Swift.max(8, count * 5 / 4 + 4) }

  private mutating func spread() {
    buckets = ContiguousArray(
      repeating: Self.empty, count: Self.bucketCount(for: accounts.count * 5 / 4))
    for (slot, account) in accounts.enumerated() {
      buckets[bucket(of: account)] = UInt64(account) << 32 | UInt64(slot)
    }
  }

  /// The bucket of an account, or the empty one where it belongs.
  private func bucket(of account: UInt32) -> Int {
    let spread = UInt64(account &+ 1) &* 0x9E37_79B9_7F4A_7C15
    var place = Int(truncatingIfNeeded: spread.multipliedFullWidth(by: UInt64(buckets.count)).high)
    while buckets[place] != Self.empty, UInt32(truncatingIfNeeded: buckets[place] >> 32) != account {
      place = place + 1 == buckets.count ? 0 : place + 1
    }
    return place
  }
}
