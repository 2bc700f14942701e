extension RankIndex {
  /// The place of a slot's entry in the board's order, from 0; nil when it has none.
  public func position(of slot: UInt32) -> Int? {
    cursor(of: slot).map { position(of: $0) }
  }

  /// The rank of a slot's entry, from 1; nil when it has none.
  public func rank(of slot: UInt32, numbering: RankNumbering = .standard) -> Int? {
    cursor(of: slot).map { rank(at: $0, numbering: numbering) }
  }

  /// The row of a slot; nil when it has no entry.
  public func row(of slot: UInt32, numbering: RankNumbering = .standard) -> RankRow? {
    cursor(of: slot).map { row(at: $0, numbering: numbering) }
  }

  /// How many per cent of the other entries this one is ahead of, those of the same rank counted as half; from 0 to 100.
  /// An only entry has 100. Nil when the slot has no entry.
  public func percentile(of slot: UInt32) -> Double? {
    guard let cursor = cursor(of: slot) else { return nil }
    guard count > 1 else { return 100 }
    let group = groups(through: cursor)
    let first = groupStart(group)
    let end = group < directory.groups.total ? groupStart(group + 1) : count
    let beaten = Double(count - end) + Double(end - first - 1) / 2
    return 100 * beaten / Double(count - 1)
  }

  func row(at cursor: Cursor, numbering: RankNumbering) -> RankRow {
    let slot = slot(at: cursor)
    let rank = rank(at: cursor, numbering: numbering)
    return RankRow(slot: slot, key: keys.key(Int(slot)), position: position(of: cursor), rank: rank)
  }

  func rank(at cursor: Cursor, numbering: RankNumbering) -> Int {
    switch numbering {
    case .ordinal: position(of: cursor) + 1
    case .dense: groups(through: cursor)
    case .standard: groupStart(at: cursor) + 1
    }
  }

  /// The number of groups of ties that begin at or before a cursor.
  private func groups(through cursor: Cursor) -> Int {
    directory.groups.sum(before: cursor.place) + store.groups(directory.block(cursor.place), before: cursor.offset + 1)
  }

  /// The position of the first entry that shares the rank of the one at a cursor.
  private func groupStart(at cursor: Cursor) -> Int {
    if let offset = store.groupStart(directory.block(cursor.place), at: cursor.offset) {
      return position(of: Cursor(place: cursor.place, offset: offset))
    }
    return groupStart(directory.groups.sum(before: cursor.place))
  }

  /// The position of the first entry of a group of ties, counted from 1.
  private func groupStart(_ group: Int) -> Int {
    let (place, ordinal) = directory.groups.locate(group - 1)
    return position(of: Cursor(place: place, offset: store.groupStart(directory.block(place), number: ordinal)))
  }
}
