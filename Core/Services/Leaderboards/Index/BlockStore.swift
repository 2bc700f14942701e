/// Blocks of slots in one piece of memory; each block is a short sorted part of a board.
///
/// The top bit of an element says that the entry begins a group of ties, that is, does not share the rank of the entry
/// before it. So ranks are counted without looking at keys.
struct BlockStore: Sendable {
  /// The bit that marks the first entry of a group of ties.
  static let groupBit: UInt32 = 1 << 31

  /// The most entries of a block.
  let capacity: Int
  private var elements: ContiguousArray<UInt32> = []
  private var counts: ContiguousArray<Int32> = []
  private var groupCounts: ContiguousArray<Int32> = []
  private var free: ContiguousArray<UInt32> = []

  /// The bytes allocated.
  var byteCount: Int {
    (elements.capacity + counts.capacity + groupCounts.capacity + free.capacity) * MemoryLayout<UInt32>.stride
  }

  init(capacity: Int) {
    precondition(capacity >= 4, "a block holds at least four entries")
    self.capacity = capacity
  }

  /// The number of entries in a block.
  func count(_ block: UInt32) -> Int { Int(counts[Int(block)]) }

  /// The number of entries of a block that begin a group of ties.
  func groups(_ block: UInt32) -> Int { Int(groupCounts[Int(block)]) }

  /// The slot at an offset of a block.
  func slot(_ block: UInt32, _ offset: Int) -> UInt32 { elements[Int(block) * capacity + offset] & ~Self.groupBit }

  /// Whether the entry at an offset of a block begins a group of ties.
  func beginsGroup(_ block: UInt32, _ offset: Int) -> Bool {
    elements[Int(block) * capacity + offset] & Self.groupBit != 0
  }

  /// The offset of a slot that is known to be in a block.
  ///
  /// One pass without a branch, so that it compiles to vector instructions: a difference of 0 becomes all ones when 1 is
  /// taken off and the sign spread, every other one, being below 2³¹, becomes 0.
  func offset(of slot: UInt32, in block: UInt32) -> Int {
    withElements(of: block) { elements in
      var found: Int32 = 0
      for offset in 0..<Int32(truncatingIfNeeded: elements.count) {
        let difference = Int32(bitPattern: (elements[Int(offset)] ^ slot) & ~Self.groupBit)
        found |= (difference &- 1) >> 31 & offset
      }
      return Int(found)
    }
  }

  /// How many of the first `end` entries of a block begin a group of ties.
  func groups(_ block: UInt32, before end: Int) -> Int {
    withElements(of: block) { elements in
      var groups: UInt32 = 0
      for offset in 0..<end { groups &+= elements[offset] >> 31 }
      return Int(groups)
    }
  }

  /// The last offset, at or before `offset`, whose entry begins a group of ties; nil when the group began in an earlier block.
  func groupStart(_ block: UInt32, at offset: Int) -> Int? {
    withElements(of: block) { elements in elements[...offset].lastIndex { $0 >= Self.groupBit } }
  }

  /// The offset of the entry that begins the group of ties numbered `number` (from 0) of those that begin in a block.
  func groupStart(_ block: UInt32, number: Int) -> Int {
    withElements(of: block) { elements in
      var remaining = number + 1
      return elements.firstIndex { element in
        remaining -= Int(element >> 31)
        return remaining == 0
      }!
    }
  }

  /// Appends the slots of a block to a list.
  func append(_ block: UInt32, to slots: inout ContiguousArray<UInt32>) {
    for offset in 0..<count(block) { slots.append(slot(block, offset)) }
  }

  private func withElements<Result>(of block: UInt32, _ body: (UnsafeBufferPointer<UInt32>) -> Result) -> Result {
    elements.withUnsafeBufferPointer { elements in
      body(UnsafeBufferPointer(start: elements.baseAddress! + Int(block) * capacity, count: count(block)))
    }
  }

  /// Marks whether the entry at an offset begins a group of ties.
  mutating func setBeginsGroup(_ begins: Bool, _ block: UInt32, _ offset: Int) {
    guard begins != beginsGroup(block, offset) else { return }
    groupCounts[Int(block)] += begins ? 1 : -1
    let index = Int(block) * capacity + offset
    elements[index] = elements[index] & ~Self.groupBit | (begins ? Self.groupBit : 0)
  }
}

extension BlockStore {
  /// Takes an empty block.
  mutating func allocate() -> UInt32 {
    if let block = free.popLast() { return block }
    counts.append(0)
    groupCounts.append(0)
    elements.grow(to: counts.count * capacity, filling: 0)
    return UInt32(counts.count - 1)
  }

  /// Gives a block back; its entries are forgotten.
  mutating func release(_ block: UInt32) {
    counts[Int(block)] = 0
    groupCounts[Int(block)] = 0
    free.append(block)
  }

  /// Forgets all blocks and makes room for `blocks` of them.
  mutating func removeAll(reserving blocks: Int) {
    elements = []
    counts = []
    groupCounts = []
    free = []
    elements.reserveCapacity(blocks * capacity)
    counts.reserveCapacity(blocks)
    groupCounts.reserveCapacity(blocks)
  }

  /// Inserts an entry into a block that is not full.
  mutating func insert(_ slot: UInt32, beginsGroup: Bool, _ block: UInt32, at offset: Int) {
    let base = Int(block) * capacity
    let end = base + count(block)
    elements.withUnsafeMutableBufferPointer { elements in
      let hole = elements.baseAddress! + base + offset
      (hole + 1).update(from: hole, count: end - base - offset)
      hole.pointee = slot | (beginsGroup ? Self.groupBit : 0)
    }
    counts[Int(block)] += 1
    groupCounts[Int(block)] += beginsGroup ? 1 : 0
  }

  /// Removes the entry at an offset and closes the gap.
  mutating func remove(_ block: UInt32, at offset: Int) {
    let base = Int(block) * capacity
    let end = base + count(block)
    groupCounts[Int(block)] -= beginsGroup(block, offset) ? 1 : 0
    elements.withUnsafeMutableBufferPointer { elements in
      let hole = elements.baseAddress! + base + offset
      hole.update(from: hole + 1, count: end - base - offset - 1)
    }
    counts[Int(block)] -= 1
  }

  /// Moves the entries from `offset` on to the end of another block.
  mutating func move(_ block: UInt32, from offset: Int, to target: UInt32) {
    let moved = count(block) - offset
    let movedGroups = Int32(groups(block) - groups(block, before: offset))
    let source = Int(block) * capacity + offset
    let end = Int(target) * capacity + count(target)
    for index in 0..<moved { elements[end + index] = elements[source + index] }
    counts[Int(block)] -= Int32(moved)
    counts[Int(target)] += Int32(moved)
    groupCounts[Int(block)] -= movedGroups
    groupCounts[Int(target)] += movedGroups
  }
}
