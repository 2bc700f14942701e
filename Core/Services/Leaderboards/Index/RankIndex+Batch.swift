extension RankIndex {
  /// Makes an index of many entries at once; see ``build(_:)``.
  public init(order: RankOrder, entries: some Sequence<(slot: UInt32, key: RankKey)>, blockCapacity: Int = 512) {
    self.init(order: order, blockCapacity: blockCapacity)
    build(entries)
  }

  /// Makes an index of a table of keys; the number of a row is its slot.
  init(order: RankOrder, keys: KeyTable, blockCapacity: Int = 512) {
    self.init(order: order, blockCapacity: blockCapacity)
    self.keys = keys
    blocks = ContiguousArray(repeating: Self.pendingBlock, count: keys.count)
    load(SlotSorter.sorted(ContiguousArray(0..<UInt32(keys.count)), by: keys))
  }

  /// Replaces all entries, which may come in any order; of a slot that is named twice the last entry counts.
  public mutating func build(_ entries: some Sequence<(slot: UInt32, key: RankKey)>) {
    self = RankIndex(order: order, blockCapacity: blockCapacity)
    for (slot, key) in entries { stage(slot, key: key) }
    load(SlotSorter.sorted(pendingSlots(), by: keys))
  }

  /// Applies changes in their order: of a slot that is named twice the last change counts. A batch that is large beside
  /// the board is merged with it in one pass, a small one is applied change by change.
  public mutating func apply(_ changes: some Collection<RankChange>) {
    guard changes.count > 64, changes.count > count / 32 else { return changes.forEach { apply($0) } }
    let order = slotsInOrder()
    for change in changes { stage(change.slot, key: change.key) }
    settle(order)
  }

  /// Puts all staged changes into the order that was before them, see ``slotsInOrder()``.
  mutating func settle(_ order: ContiguousArray<UInt32>) {
    load(merge(order, SlotSorter.sorted(pendingSlots(), by: keys)))
  }

  private mutating func apply(_ change: RankChange) {
    if let key = change.key { set(slot: change.slot, key: key) } else { remove(slot: change.slot) }
  }

  /// Stores a key and marks its slot as not yet in the order, or marks the slot as empty.
  mutating func stage(_ slot: UInt32, key: RankKey?) {
    if let key {
      store(key, slot: slot)
      blocks[Int(slot)] = Self.pendingBlock
    } else if contains(slot: slot) {
      blocks[Int(slot)] = Self.noBlock
    }
  }

  private func pendingSlots() -> ContiguousArray<UInt32> {
    ContiguousArray(blocks.indices.lazy.filter { blocks[$0] == Self.pendingBlock }.map { UInt32($0) })
  }
}

extension RankIndex {
  /// All slots in the board's order.
  func slotsInOrder() -> ContiguousArray<UInt32> {
    var slots = ContiguousArray<UInt32>()
    slots.reserveCapacity(count)
    for place in 0..<directory.count { store.append(directory.block(place), to: &slots) }
    return slots
  }

  /// Two ordered lists of slots as one, without those of the left that have changed.
  private func merge(_ left: ContiguousArray<UInt32>, _ right: ContiguousArray<UInt32>) -> ContiguousArray<UInt32> {
    var merged = ContiguousArray<UInt32>()
    merged.reserveCapacity(left.count + right.count)
    var next = 0
    for slot in left where blocks[Int(slot)] < Self.pendingBlock {
      while next < right.count, keys.precedes(Int(right[next]), tag: right[next], keys, Int(slot), tag: slot) {
        merged.append(right[next])
        next += 1
      }
      merged.append(slot)
    }
    merged.append(contentsOf: right[next...])
    return merged
  }

  /// Makes the blocks anew from all slots in order, each block filled to seven eighths.
  private mutating func load(_ slots: ContiguousArray<UInt32>) {
    let fill = store.capacity - store.capacity / 8
    store.removeAll(reserving: (slots.count + fill - 1) / fill)
    directory = BlockDirectory(order: order)
    for start in stride(from: 0, to: slots.count, by: fill) {
      let block = store.allocate()
      directory.insert(block, at: directory.count, fence: slots[start], in: keys)
      for index in start..<min(start + fill, slots.count) {
        let beginsGroup = index == 0 || !keys.sharesRank(Int(slots[index - 1]), Int(slots[index]))
        store.insert(slots[index], beginsGroup: beginsGroup, block, at: index - start)
        blocks[Int(slots[index])] = block
      }
    }
    directory.recount(store)
  }
}
