/// The blocks of a board in order, with what is needed to find the block of a key or of a position.
///
/// A block's fence is a key that no entry of the block precedes and every entry of the earlier blocks does. It is the
/// block's first key when the block is made and stays when that entry goes, so it need not be kept up with changes. The
/// fence of the first block is never consulted.
struct BlockDirectory: Sendable {
  private var blocks: ContiguousArray<UInt32> = []
  private var places: ContiguousArray<UInt32> = []
  private var fences: KeyTable
  private var fenceSlots: ContiguousArray<UInt32> = []
  /// The number of entries of each block.
  private(set) var entries = FenwickTree()
  /// The number of groups of ties that begin in each block.
  private(set) var groups = FenwickTree()

  /// The number of blocks.
  var count: Int { blocks.count }
  /// The bytes allocated.
  var byteCount: Int {
    let words = blocks.capacity + places.capacity + fenceSlots.capacity
    return words * MemoryLayout<UInt32>.stride + fences.byteCount + entries.byteCount + groups.byteCount
  }

  init(order: RankOrder) {
    fences = KeyTable(order: order)
  }

  /// The block at a place of the order.
  func block(_ place: Int) -> UInt32 { blocks[place] }

  /// The place of a block in the order.
  func place(of block: UInt32) -> Int { Int(places[Int(block)]) }

  /// The place of the block in which the row of a slot belongs.
  func place(for slot: UInt32, in keys: KeyTable) -> Int {
    var low = 0
    var high = blocks.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if keys.precedes(Int(slot), tag: slot, fences, middle, tag: fenceSlots[middle]) {
        high = middle - 1
      } else {
        low = middle
      }
    }
    return low
  }

  /// Notes that a block has gained or lost entries and beginnings of groups.
  mutating func add(entries: Int, groups: Int, at place: Int) {
    if entries != 0 { self.entries.add(entries, at: place) }
    if groups != 0 { self.groups.add(groups, at: place) }
  }

  /// Puts a block at a place of the order, with the row of `slot` as its fence. ``recount(_:from:)`` must follow.
  mutating func insert(_ block: UInt32, at place: Int, fence slot: UInt32, in keys: KeyTable) {
    blocks.makeRoom(for: blocks.count + 1)
    blocks.insert(block, at: place)
    fenceSlots.makeRoom(for: fenceSlots.count + 1)
    fenceSlots.insert(slot, at: place)
    fences.insert(Int(slot), of: keys, at: place)
  }

  /// Takes the block at a place out of the order. ``recount(_:from:)`` must follow.
  mutating func remove(at place: Int) {
    blocks.remove(at: place)
    fenceSlots.remove(at: place)
    fences.remove(at: place)
  }

  /// Counts all blocks anew after blocks were inserted or removed from the place `first` on.
  mutating func recount(_ store: BlockStore, from first: Int = 0) {
    for place in first..<blocks.count {
      places.grow(to: Int(blocks[place]) + 1, filling: 0)
      places[Int(blocks[place])] = UInt32(place)
    }
    entries.replace(with: blocks.lazy.map { Int32(store.count($0)) })
    groups.replace(with: blocks.lazy.map { Int32(store.groups($0)) })
  }
}
