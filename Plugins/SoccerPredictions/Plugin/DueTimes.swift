import Foundation

/// When each match is to be looked at next: a binary heap by the instant, in which a later word about a match outdates an earlier one.
struct DueTimes: Sendable {
  private var heap: [(due: Date, match: String)] = []
  private var valid: [String: Date] = [:]

  /// The first instant at which something is due.
  mutating func next() -> Date? {
    while let first = heap.first, valid[first.match] != first.due { _ = removeFirst() }
    return heap.first?.due
  }

  /// Says when a match is due; nil for never.
  mutating func set(_ match: String, _ due: Date?) {
    guard valid[match] != due else { return }
    valid[match] = due
    if let due { insert((due, match)) }
  }

  /// Takes out matches that are due, the first ones first.
  mutating func take(until now: Date, most: Int) -> [String] {
    var matches: [String] = []
    while matches.count < most, let due = next(), due <= now {
      let match = removeFirst().match
      valid[match] = nil
      matches.append(match)
    }
    return matches
  }

  private mutating func insert(_ entry: (due: Date, match: String)) {
    heap.append(entry)
    var place = heap.count - 1
    while place > 0, heap[place].due < heap[(place - 1) / 2].due {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func removeFirst() -> (due: Date, match: String) {
    heap.swapAt(0, heap.count - 1)
    let first = heap.removeLast()
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child].due < heap[least].due {
        least = child
      }
      if least == place { return first }
      heap.swapAt(place, least)
      place = least
    }
  }
}
