/// Rows of normalised key columns in contiguous memory.
///
/// Every column is stored as an unsigned word whose ascending order is the board's order, so comparing two keys needs
/// neither directions nor signs: the sign bit is flipped, and for a descending column all the other bits instead.
struct KeyTable: Sendable {
  private let masks: ContiguousArray<UInt64>
  private let groupWidth: Int
  private var words: ContiguousArray<UInt64> = []

  /// The number of columns.
  var width: Int { masks.count }
  /// The number of rows.
  var count: Int { words.count / width }
  /// The bytes allocated for the rows.
  var byteCount: Int { words.capacity * MemoryLayout<UInt64>.stride }

  init(order: RankOrder) {
    masks = ContiguousArray(order.columns.map { $0 == .ascending ? 1 << 63 : ~(1 << 63) })
    groupWidth = order.groupWidth
  }

  /// The normalised word of a row's column.
  func word(_ row: Int, column: Int) -> UInt64 { words[row * width + column] }

  /// The key stored in a row; columns that the board does not have are 0.
  func key(_ row: Int) -> RankKey {
    let base = row * width
    let last = width - 1
    var key = RankKey(
      score: Int64(bitPattern: words[base] ^ masks[0]),
      achievedAt: Int64(bitPattern: words[base + last] ^ masks[last]))
    for column in 1..<last { key[tieBreak: column - 1] = Int64(bitPattern: words[base + column] ^ masks[column]) }
    return key
  }

  /// Stores a key in a row of the table.
  mutating func store(_ key: RankKey, row: Int) {
    let base = row * width
    let last = width - 1
    words[base] = UInt64(bitPattern: key.score) ^ masks[0]
    for column in 1..<last { words[base + column] = UInt64(bitPattern: key[tieBreak: column - 1]) ^ masks[column] }
    words[base + last] = UInt64(bitPattern: key.achievedAt) ^ masks[last]
  }

  /// Adds a key behind the last row.
  mutating func append(_ key: RankKey) {
    words.makeRoom(for: words.count + width)
    let last = width - 1
    words.append(UInt64(bitPattern: key.score) ^ masks[0])
    for column in 1..<last { words.append(UInt64(bitPattern: key[tieBreak: column - 1]) ^ masks[column]) }
    words.append(UInt64(bitPattern: key.achievedAt) ^ masks[last])
  }

  /// Whether a row comes strictly before another in the order of all columns; rows with equal keys by the two tags.
  func precedes(_ row: Int, tag: UInt32, _ other: KeyTable, _ otherRow: Int, tag otherTag: UInt32) -> Bool {
    let base = row * width
    let otherBase = otherRow * width
    for column in 0..<width {
      let left = words[base + column]
      let right = other.words[otherBase + column]
      if left != right { return left < right }
    }
    return tag < otherTag
  }

  /// Whether two rows share a rank.
  func sharesRank(_ row: Int, _ other: Int) -> Bool {
    let base = row * width
    let otherBase = other * width
    for column in 0..<groupWidth where words[base + column] != words[otherBase + column] { return false }
    return true
  }

  /// Makes the table hold at least `rows` rows; new ones are zero.
  mutating func grow(toRows rows: Int) {
    words.grow(to: rows * width, filling: 0)
  }

  /// Inserts a copy of another table's row before the row at `index`.
  mutating func insert(_ row: Int, of source: KeyTable, at index: Int) {
    let base = row * width
    words.makeRoom(for: words.count + width)
    words.insert(contentsOf: source.words[base..<base + width], at: index * width)
  }

  /// Removes the row at `index` and closes the gap.
  mutating func remove(at index: Int) {
    words.removeSubrange(index * width..<(index + 1) * width)
  }
}

extension ContiguousArray {
  /// Appends copies of `value` up to `count` elements; see ``makeRoom(for:)``.
  mutating func grow(to count: Int, filling value: Element) {
    guard count > self.count else { return }
    makeRoom(for: count)
    append(contentsOf: repeatElement(value, count: count - self.count))
  }

  /// Makes room for `count` elements, by a quarter of the capacity at least: seldom enough for cheap growth, and a large
  /// board does not hold twice the memory it needs.
  mutating func makeRoom(for count: Int) {
    if count > capacity { reserveCapacity(Swift.max(count, capacity + capacity / 4)) }
  }
}
