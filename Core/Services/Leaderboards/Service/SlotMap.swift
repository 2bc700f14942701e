/// The accounts on one part of a board: gives each the next slot of the part's index, so that its memory follows the
/// number of entries. A slot stays its account's for the life of the map.
struct SlotMap: Sendable {
  private static let empty = UInt32.max

  /// The accounts below this number came first and in order: they are their own slots and take no memory.
  private var ownSlots: UInt32 = 0
  /// Places in ``accounts``.
  private var buckets: ContiguousArray<UInt32> = []
  /// The accounts of the slots from ``ownSlots`` on.
  private var accounts: ContiguousArray<UInt32> = []

  /// How many slots are given.
  var count: Int { Int(ownSlots) + accounts.count }
  /// The bytes allocated.
  var byteCount: Int { (buckets.capacity + accounts.capacity) * MemoryLayout<UInt32>.stride }

  /// The slot of an account that has one.
  func slot(of account: UInt32) -> UInt32? {
    if account < ownSlots { return account }
    guard !accounts.isEmpty else { return nil }
    let found = buckets[bucket(of: account)]
    return found == Self.empty ? nil : found + ownSlots
  }

  /// The account of a slot.
  func account(of slot: UInt32) -> UInt32 { slot < ownSlots ? slot : accounts[Int(slot - ownSlots)] }

  /// The slot of an account, the next one when it has none.
  mutating func assign(_ account: UInt32) -> UInt32 {
    if account < ownSlots { return account }
    if accounts.isEmpty, account == ownSlots {
      ownSlots += 1
      return account
    }
    if buckets.isEmpty { reserve(0) }
    let bucket = bucket(of: account)
    if buckets[bucket] != Self.empty { return buckets[bucket] + ownSlots }
    let place = UInt32(accounts.count)
    buckets[bucket] = place
    accounts.makeRoom(for: accounts.count + 1)
    accounts.append(account)
    if accounts.count * 5 > buckets.count * 4 { spread() }
    return place + ownSlots
  }

  /// Gives slots to accounts in their order.
  /// - Returns: whether no account came twice, so that each has the slot of its place.
  mutating func assignAll(_ all: ContiguousArray<UInt32>) -> Bool {
    let before = count
    let first = all.firstIndex { assignOwn($0) == false } ?? all.count
    if accounts.isEmpty { reserve(all.count - first) }
    for account in all[first...] { _ = assign(account) }
    return count == before + all.count
  }

  /// Makes an account its own slot if it is the next one of those.
  private mutating func assignOwn(_ account: UInt32) -> Bool {
    guard accounts.isEmpty, account == ownSlots else { return false }
    ownSlots += 1
    return true
  }

  private mutating func reserve(_ count: Int) {
    guard count > 0 || buckets.isEmpty else { return }
    buckets = ContiguousArray(repeating: Self.empty, count: Self.bucketCount(for: count))
    accounts.reserveCapacity(count)
  }

  /// At most four fifths of the buckets are used.
  private static func bucketCount(for count: Int) -> Int { Swift.max(8, count * 5 / 4 + 4) }

  private mutating func spread() {
    buckets = ContiguousArray(repeating: Self.empty, count: Self.bucketCount(for: accounts.count * 5 / 4))
    for slot in accounts.indices { buckets[bucket(of: accounts[slot])] = UInt32(slot) }
  }

  /// The bucket of an account, or the empty one where it belongs.
  private func bucket(of account: UInt32) -> Int {
    let spread = UInt64(account &+ 1) &* 0x9E37_79B9_7F4A_7C15
    var place = Int(truncatingIfNeeded: spread.multipliedFullWidth(by: UInt64(buckets.count)).high)
    while buckets[place] != Self.empty, accounts[Int(buckets[place])] != account {
      place = place + 1 == buckets.count ? 0 : place + 1
    }
    return place
  }
}
