extension RankIndex {
  /// How many entries come before a key and slot, which need not be on the board. O(log² n).
  func position(before key: RankKey, _ slot: UInt32) -> Int {
    firstPosition { !order.precedes(self.keys.key(Int($0)), $0, key, slot) }
  }

  /// How many entries come before a key and slot or are there.
  func position(after key: RankKey, _ slot: UInt32) -> Int {
    firstPosition { order.precedes(key, slot, self.keys.key(Int($0)), $0) }
  }

  /// The first position whose slot satisfies a predicate that all later ones satisfy too; ``count`` when there is none.
  private func firstPosition(where isBehind: (UInt32) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(slot(at: cursor(at: middle))) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension RankOrder {
  /// Whether a row comes strictly before another.
  func precedes(_ left: RankKey, _ leftSlot: UInt32, _ right: RankKey, _ rightSlot: UInt32) -> Bool {
    if left.score != right.score { return score.precedes(left.score, right.score) }
    for (column, direction) in tieBreaks.enumerated()
    where left[tieBreak: column] != right[tieBreak: column] {
      return direction.precedes(left[tieBreak: column], right[tieBreak: column])
    }
    if left.achievedAt != right.achievedAt {
      return achievedAt.precedes(left.achievedAt, right.achievedAt)
    }
    return leftSlot < rightSlot
  }
}

extension RankOrder.Direction {
  fileprivate func precedes(_ left: Int64, _ right: Int64) -> Bool {
    self == .ascending ? left < right : left > right
  }
}
