extension RankIndex {
  /// Puts the stored row of a slot that is not on the board into the order.
  mutating func insert(_ slot: UInt32) {
    if directory.count == 0 { openBlock(at: 0, fence: slot) }
    let cursor = makeRoom(at: insertionPoint(of: slot))
    link(slot, at: cursor)
  }

  private mutating func link(_ slot: UInt32, at cursor: Cursor) {
    let before = predecessor(of: cursor).map { self.slot(at: $0) }
    let beginsGroup = before.map { !keys.sharesRank(Int($0), Int(slot)) } ?? true
    if let after = normalised(cursor), keys.sharesRank(Int(self.slot(at: after)), Int(slot)) {
      setBeginsGroup(false, at: after)
    }
    let block = directory.block(cursor.place)
    store.insert(slot, beginsGroup: beginsGroup, block, at: cursor.offset)
    directory.add(entries: 1, groups: beginsGroup ? 1 : 0, at: cursor.place)
    blocks[Int(slot)] = block
  }

  /// Takes the entry at a cursor out of the order.
  mutating func unlink(at cursor: Cursor) {
    let beginsGroup = beginsGroup(at: cursor)
    if beginsGroup, let after = successor(of: cursor) { setBeginsGroup(true, at: after) }
    let block = directory.block(cursor.place)
    store.remove(block, at: cursor.offset)
    directory.add(entries: -1, groups: beginsGroup ? -1 : 0, at: cursor.place)
    if store.count(block) == 0 {
      closeBlock(at: cursor.place)
    } else if store.count(block) < store.capacity / 4 {
      mergeBlock(at: cursor.place)
    }
  }

  private mutating func setBeginsGroup(_ begins: Bool, at cursor: Cursor) {
    guard beginsGroup(at: cursor) != begins else { return }
    store.setBeginsGroup(begins, directory.block(cursor.place), cursor.offset)
    directory.add(entries: 0, groups: begins ? 1 : -1, at: cursor.place)
  }
}

extension RankIndex {
  /// Makes sure that the block of a cursor has room for one more entry and returns where the cursor is then. At the end of
  /// the board a full block is left full, so that entries that come in order pack tightly.
  private mutating func makeRoom(at cursor: Cursor) -> Cursor {
    let block = directory.block(cursor.place)
    guard store.count(block) == store.capacity else { return cursor }
    let atEnd = cursor.place == directory.count - 1 && cursor.offset == store.capacity
    let kept = atEnd ? store.capacity : store.capacity / 2
    let fence = atEnd ? store.slot(block, kept - 1) : store.slot(block, kept)
    let upper = openBlock(at: cursor.place + 1, fence: fence)
    move(block, from: kept, to: upper)
    directory.recount(store, from: cursor.place)
    return cursor.offset > kept || atEnd ? Cursor(place: cursor.place + 1, offset: cursor.offset - kept) : cursor
  }

  @discardableResult
  private mutating func openBlock(at place: Int, fence slot: UInt32) -> UInt32 {
    let block = store.allocate()
    directory.insert(block, at: place, fence: slot, in: keys)
    directory.recount(store, from: place)
    return block
  }

  private mutating func closeBlock(at place: Int) {
    store.release(directory.block(place))
    directory.remove(at: place)
    directory.recount(store, from: place)
  }

  /// Joins a sparse block with a neighbour, unless both would be nearly full together.
  private mutating func mergeBlock(at place: Int) {
    for left in [place, place - 1] where left >= 0 && left + 1 < directory.count {
      let (target, source) = (directory.block(left), directory.block(left + 1))
      guard store.count(target) + store.count(source) <= store.capacity / 4 * 3 else { continue }
      move(source, from: 0, to: target)
      return closeBlock(at: left + 1)
    }
  }

  private mutating func move(_ block: UInt32, from offset: Int, to target: UInt32) {
    for index in offset..<store.count(block) { blocks[Int(store.slot(block, index))] = target }
    store.move(block, from: offset, to: target)
  }
}
