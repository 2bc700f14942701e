extension RankIndex {
  /// At most `count` rows from the position `offset` on, in the board's order.
  public func top(offset: Int = 0, count: Int, numbering: RankNumbering = .standard) -> [RankRow] {
    let length = min(count, self.count - max(offset, 0))
    guard length > 0 else { return [] }
    var cursor = cursor(at: max(offset, 0))
    var rows = [row(at: cursor, numbering: numbering)]
    rows.reserveCapacity(length)
    while rows.count < length, let next = successor(of: cursor) {
      cursor = next
      rows.append(row(at: cursor, after: rows[rows.count - 1], numbering: numbering))
    }
    return rows
  }

  /// `count` rows with a slot's row in the middle, moved up or down where the board ends, so that it is shorter only when
  /// the board is; of an even count the longer half is behind. Empty when the slot has no entry.
  public func around(slot: UInt32, count: Int, numbering: RankNumbering = .standard) -> [RankRow] {
    guard let position = position(of: slot) else { return [] }
    let first = min(position - max(count - 1, 0) / 2, self.count - count)
    return top(offset: max(first, 0), count: count, numbering: numbering)
  }

  /// The rows of those slots that have an entry, best first, each with its rank among them and on the board. A slot that
  /// is named twice counts once. O(m log m) for m slots.
  public func rows(among slots: some Sequence<UInt32>, numbering: RankNumbering = .standard) -> [SubsetRow] {
    let rows = Set(slots).compactMap { row(of: $0, numbering: numbering) }.sorted { $0.position < $1.position }
    var result: [SubsetRow] = []
    result.reserveCapacity(rows.count)
    for (position, row) in rows.enumerated() {
      let beginsGroup = position == 0 || !keys.sharesRank(Int(rows[position - 1].slot), Int(row.slot))
      let previous = result.last?.rank ?? 0
      let rank = numbering.rank(after: previous, position: position, beginsGroup: beginsGroup)
      result.append(SubsetRow(board: row, rank: rank))
    }
    return result
  }

  private func row(at cursor: Cursor, after previous: RankRow, numbering: RankNumbering) -> RankRow {
    let slot = slot(at: cursor)
    let position = previous.position + 1
    let rank = numbering.rank(after: previous.rank, position: position, beginsGroup: beginsGroup(at: cursor))
    return RankRow(slot: slot, key: keys.key(Int(slot)), position: position, rank: rank)
  }
}
