internal import Dispatch

/// Sorts slots by their keys, column by column: all by the first, then every run of equals by the next, at last by slot.
/// So each pass moves small items and most columns are compared within short runs only.
struct SlotSorter {
  private struct Item {
    var word: UInt64
    var slot: UInt32
  }

  private typealias Items = UnsafeMutableBufferPointer<Item>

  /// From how many items on the halves are sorted at the same time.
  private static let divided = 1 << 15

  private let keys: KeyTable

  /// The slots, given in ascending order, in the board's order.
  static func sorted(_ slots: ContiguousArray<UInt32>, by keys: KeyTable) -> ContiguousArray<UInt32> {
    var items = ContiguousArray(slots.lazy.map { Item(word: 0, slot: $0) })
    var spare = items
    items.withUnsafeMutableBufferPointer { items in
      spare.withUnsafeMutableBufferPointer { SlotSorter(keys: keys).sort(items, $0, column: 0) }
    }
    return ContiguousArray(items.lazy.map(\.slot))
  }

  private func sort(_ items: Items, _ spare: Items, column: Int) {
    guard items.count > 1, column < keys.width else { return }
    for index in items.indices { items[index].word = keys.word(Int(items[index].slot), column: column) }
    if items.count < 512 { sortByComparing(items) } else { radixSort(items, spare) }
    if items.count < Self.divided { return sortRuns(items, spare, column: column) }
    let half = items[(items.count / 2)...]
    let middle = half.firstIndex { $0.word != items[half.startIndex - 1].word } ?? items.count
    nonisolated(unsafe) let (items, spare) = (items, spare)
    DispatchQueue.concurrentPerform(iterations: 2) { number in
      let range = number == 0 ? 0..<middle : middle..<items.count
      sortRuns(Items(rebasing: items[range]), Items(rebasing: spare[range]), column: column)
    }
  }

  /// Sorts every run of equals by the next column.
  private func sortRuns(_ items: Items, _ spare: Items, column: Int) {
    var start = 0
    for index in items.indices.dropFirst() where items[index].word != items[start].word {
      sort(Items(rebasing: items[start..<index]), Items(rebasing: spare[start..<index]), column: column + 1)
      start = index
    }
    let last = start..<items.count
    sort(Items(rebasing: items[last]), Items(rebasing: spare[last]), column: column + 1)
  }

  private func sortByComparing(_ items: Items) {
    var items = items
    items.sort { ($0.word, $0.slot) < ($1.word, $1.slot) }
  }

  /// Sorts by one byte of the word after the other from the lowest up, stable, leaving out bytes in which all words agree.
  private func radixSort(_ items: Items, _ spare: Items) {
    let differing = items.reduce(0) { $0 | ($1.word ^ items[0].word) }
    var (source, target) = (items, spare)
    for shift in stride(from: 0, to: UInt64(UInt64.bitWidth), by: 8) where (differing >> shift) & 0xFF != 0 {
      distribute(source, into: target, shift: shift)
      swap(&source, &target)
    }
    if source.baseAddress != items.baseAddress { _ = items.update(from: source) }
  }

  private func distribute(_ source: Items, into target: Items, shift: UInt64) {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { offsets in
      offsets.update(repeating: 0)
      for item in source { offsets[Int((item.word >> shift) & 0xFF)] += 1 }
      var next = 0
      for digit in offsets.indices { (offsets[digit], next) = (next, next + offsets[digit]) }
      for item in source {
        let digit = Int((item.word >> shift) & 0xFF)
        target[offsets[digit]] = item
        offsets[digit] += 1
      }
    }
  }
}
