/// Sums over prefixes of a list of counts, each read and changed in O(log n).
///
/// Source: P. M. Fenwick, "A new data structure for cumulative frequency tables", Software: Practice and Experience
/// 24 (3), 1994.
struct FenwickTree: Sendable {
  private var sums: ContiguousArray<Int32> = []
  /// The sum of all counts.
  private(set) var total = 0

  /// The bytes allocated.
  var byteCount: Int { sums.capacity * MemoryLayout<Int32>.stride }

  /// Replaces all counts, in O(n).
  mutating func replace(with counts: some Collection<Int32>) {
    sums.removeAll(keepingCapacity: true)
    sums.append(contentsOf: counts)
    total = counts.reduce(0) { $0 + Int($1) }
    for index in sums.indices {
      let parent = index | (index + 1)
      if parent < sums.count { sums[parent] += sums[index] }
    }
  }

  /// Adds to the count at `index`.
  mutating func add(_ delta: Int, at index: Int) {
    total += delta
    var index = index
    while index < sums.count {
      sums[index] += Int32(delta)
      index |= index + 1
    }
  }

  /// The sum of the counts before `index`.
  func sum(before index: Int) -> Int {
    var sum = 0
    var end = index
    while end > 0 {
      sum += Int(sums[end - 1])
      end &= end - 1
    }
    return sum
  }

  /// The index whose count holds the item numbered `ordinal` (from 0), and the item's number within that count.
  func locate(_ ordinal: Int) -> (index: Int, remainder: Int) {
    var index = 0
    var remainder = ordinal
    var step = sums.isEmpty ? 0 : 1 << (Int.bitWidth - 1 - sums.count.leadingZeroBitCount)
    while step > 0 {
      if index + step <= sums.count, Int(sums[index + step - 1]) <= remainder {
        index += step
        remainder -= Int(sums[index - 1])
      }
      step >>= 1
    }
    return (index, remainder)
  }
}
