extension RankIndex {
  /// Where an entry is: the place of its block in the order and its offset in the block.
  struct Cursor {
    var place: Int
    var offset: Int
  }

  /// The cursor of a slot's entry, nil when it has none.
  func cursor(of slot: UInt32) -> Cursor? {
    guard contains(slot: slot) else { return nil }
    let block = blocks[Int(slot)]
    return Cursor(place: directory.place(of: block), offset: store.offset(of: slot, in: block))
  }

  /// The cursor of the entry at a position below ``count``.
  func cursor(at position: Int) -> Cursor {
    let (place, offset) = directory.entries.locate(position)
    return Cursor(place: place, offset: offset)
  }

  /// Where the row of a slot that is not on the board belongs; the offset may be the end of the block.
  func insertionPoint(of slot: UInt32) -> Cursor {
    let place = directory.place(for: slot, in: keys)
    let block = directory.block(place)
    var low = 0
    var high = store.count(block)
    while low < high {
      let middle = (low + high) / 2
      let other = store.slot(block, middle)
      if keys.precedes(Int(slot), tag: slot, keys, Int(other), tag: other) { high = middle } else { low = middle + 1 }
    }
    return Cursor(place: place, offset: low)
  }

  /// The entry before a cursor, nil at the top of the board.
  func predecessor(of cursor: Cursor) -> Cursor? {
    if cursor.offset > 0 { return Cursor(place: cursor.place, offset: cursor.offset - 1) }
    guard cursor.place > 0 else { return nil }
    return Cursor(place: cursor.place - 1, offset: store.count(directory.block(cursor.place - 1)) - 1)
  }

  /// The entry at a cursor or, when that is the end of a block, the first of the next; nil at the end of the board.
  func normalised(_ cursor: Cursor) -> Cursor? {
    if cursor.offset < store.count(directory.block(cursor.place)) { return cursor }
    return cursor.place + 1 < directory.count ? Cursor(place: cursor.place + 1, offset: 0) : nil
  }

  /// The entry after a cursor, nil at the end of the board.
  func successor(of cursor: Cursor) -> Cursor? {
    normalised(Cursor(place: cursor.place, offset: cursor.offset + 1))
  }

  /// The slot at a cursor.
  func slot(at cursor: Cursor) -> UInt32 { store.slot(directory.block(cursor.place), cursor.offset) }

  /// Whether the entry at a cursor does not share the rank of the one before it.
  func beginsGroup(at cursor: Cursor) -> Bool { store.beginsGroup(directory.block(cursor.place), cursor.offset) }

  /// The position of a cursor, from 0.
  func position(of cursor: Cursor) -> Int { directory.entries.sum(before: cursor.place) + cursor.offset }
}
