/// When something has changed last, by the count of changes, for topics and for parts of accounts.
struct SlotChanges: Sendable {
  private static let width = 1 << 12

  /// How many changes there were.
  private(set) var count: UInt64 = 0
  private var ofAll: UInt64 = 0
  private var ofEach = [UInt64](repeating: 0, count: 2 * width)

  /// The slot of a topic (FNV-1a).
  static func slot(ofTopic topic: String) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in topic.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int((hash ^ (hash >> 32)) & UInt64(width - 1))
  }

  static func slot(ofPart part: Int) -> Int { width + (part & (width - 1)) }

  mutating func note(_ slots: [Int]) {
    count += 1
    for slot in slots { ofEach[slot] = count }
  }

  mutating func noteAll() {
    count += 1
    ofAll = count
  }

  /// Whether what began to be read under a count still holds.
  func hold(_ slots: (Int, Int), since revision: UInt64) -> Bool {
    ofAll <= revision && ofEach[slots.0] <= revision && ofEach[slots.1] <= revision
  }
}

/// Values that hold until one of their slots changes, up to a weight.
struct FeedShelf<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  struct Kept: Sendable {
    let value: Value
    let revision: UInt64
    fileprivate let slots: (Int, Int)
    fileprivate let weight: Int
  }

  private let capacity: Int
  private var kept: [Key: Kept] = [:]
  private(set) var weight = 0

  init(capacity: Int) { self.capacity = capacity }

  func find(_ key: Key, _ changes: SlotChanges) -> Kept? {
    guard let found = kept[key], changes.hold(found.slots, since: found.revision) else { return nil }
    return found
  }

  /// Keeps a value, unless its slots have changed since it began to be read, or it is too heavy for the shelf.
  mutating func keep(
    _ value: Value, _ key: Key, weight: Int, _ slots: (Int, Int), _ revision: UInt64, _ changes: SlotChanges
  ) {
    remove(key)
    guard changes.hold(slots, since: revision), weight <= capacity / 10 else { return }
    if self.weight + weight > capacity { makeRoom(changes) }
    kept[key] = Kept(value: value, revision: revision, slots: slots, weight: weight)
    self.weight += weight
  }

  private mutating func remove(_ key: Key) { weight -= kept.removeValue(forKey: key)?.weight ?? 0 }

  /// Puts away what holds no more, and then others until a tenth is free.
  private mutating func makeRoom(_ changes: SlotChanges) {
    for (key, value) in kept where !changes.hold(value.slots, since: value.revision) { remove(key) }
    for key in Array(kept.keys) where weight > capacity / 10 * 9 { remove(key) }
  }
}
