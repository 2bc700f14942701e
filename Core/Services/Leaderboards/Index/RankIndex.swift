/// One board's exact ranking in memory.
///
/// Accounts are given as *slots*: small numbers from 0, below 2³¹, that the caller hands out densely for this board; memory
/// grows with the largest slot used. Entries with equal keys are ordered by slot, so hosts that hand slots out in the
/// same order agree on every position.
///
/// The keys lie in one table by slot, the order in blocks of at most ``blockCapacity`` slots, and two Fenwick trees count
/// the entries and the groups of ties of the blocks. With n entries in b ≈ n / 350 blocks a look-up of a rank, a position
/// or a page costs O(log b) and one pass over a block; ``set(slot:key:)`` and ``remove(slot:)`` cost O(log n), and O(b)
/// once in a few hundred inserts, when a block splits. Every numbering costs the same.
///
/// A value with copy on write: reading one value from many threads is safe, changing a variable needs the exclusive
/// access that an actor or a lock gives. To answer while a large batch is applied, keep the present value for the
/// readers, call ``apply(_:)`` on a copy elsewhere and put the copy in its place; changes that came in between must be
/// applied to the copy too. The first change after a copy copies what it touches: tens of megabytes for a million entries.
public struct RankIndex: Sendable {
  static let noBlock = UInt32.max
  static let pendingBlock = UInt32.max - 1

  /// How the entries are ordered.
  public let order: RankOrder
  /// The most entries of a block; a matter of speed only.
  public var blockCapacity: Int { store.capacity }
  /// The number of entries.
  public var count: Int { directory.entries.total }
  /// Whether the board has no entry.
  public var isEmpty: Bool { count == 0 }
  /// The bytes of memory allocated for the index, the unused part of its tables included.
  public var byteCount: Int {
    keys.byteCount + blocks.capacity * MemoryLayout<UInt32>.stride + store.byteCount + directory.byteCount
  }

  var keys: KeyTable
  var blocks: ContiguousArray<UInt32> = []
  var store: BlockStore
  var directory: BlockDirectory

  /// Makes an empty index. `blockCapacity` is at least 4.
  public init(order: RankOrder, blockCapacity: Int = 512) {
    self.order = order
    keys = KeyTable(order: order)
    store = BlockStore(capacity: blockCapacity)
    directory = BlockDirectory(order: order)
  }

  /// Whether a slot has an entry.
  public func contains(slot: UInt32) -> Bool {
    slot < blocks.count && blocks[Int(slot)] != Self.noBlock
  }

  /// The key of a slot's entry, nil when it has none. Columns that the board's order does not have are 0.
  public func key(of slot: UInt32) -> RankKey? {
    contains(slot: slot) ? keys.key(Int(slot)) : nil
  }

  /// Puts an entry on the board or replaces its key.
  public mutating func set(slot: UInt32, key: RankKey) {
    remove(slot: slot)
    store(key, slot: slot)
    insert(slot)
  }

  /// Takes an entry off the board; false when there was none.
  @discardableResult
  public mutating func remove(slot: UInt32) -> Bool {
    guard let cursor = cursor(of: slot) else { return false }
    unlink(at: cursor)
    blocks[Int(slot)] = Self.noBlock
    return true
  }

  mutating func store(_ key: RankKey, slot: UInt32) {
    precondition(slot < BlockStore.groupBit, "a slot is below 2^31")
    keys.grow(toRows: Int(slot) + 1)
    blocks.grow(to: Int(slot) + 1, filling: Self.noBlock)
    keys.store(key, row: Int(slot))
  }
}
