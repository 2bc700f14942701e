/// Values that were set or read last, by number.
///
/// A value is dropped by the clock algorithm: a hand goes round and takes the first that was not read since it last came by.
struct ClockCache<Value: Sendable>: Sendable {
  private struct Entry {
    let key: UInt64
    var value: Value
    var isWanted: Bool
  }

  /// The most values.
  let capacity: Int
  private var places: [UInt64: Int] = [:]
  private var entries: [Entry?] = []
  private var free: [Int] = []
  private var hand = 0

  /// The number of values.
  var count: Int { places.count }

  init(capacity: Int) {
    precondition(capacity > 0, "the cache holds at least one value")
    self.capacity = capacity
  }

  func contains(_ key: UInt64) -> Bool { places[key] != nil }

  /// A value, which stays longer for having been read.
  mutating func value(_ key: UInt64) -> Value? {
    guard let place = places[key] else { return nil }
    entries[place]?.isWanted = true
    return entries[place]?.value
  }

  /// Sets a value that may be there already.
  mutating func set(_ key: UInt64, _ value: Value) {
    if let place = places[key] {
      entries[place]?.value = value
    } else {
      let place = freePlace()
      entries[place] = Entry(key: key, value: value, isWanted: false)
      places[key] = place
    }
  }

  mutating func remove(_ key: UInt64) {
    guard let place = places.removeValue(forKey: key) else { return }
    entries[place] = nil
    free.append(place)
  }

  private mutating func freePlace() -> Int {
    if let place = free.popLast() { return place }
    if entries.count < capacity {
      entries.append(nil)
      return entries.count - 1
    }
    while entries[hand]?.isWanted == true {
      entries[hand]?.isWanted = false
      hand = (hand + 1) % entries.count
    }
    defer { hand = (hand + 1) % entries.count }
    if let key = entries[hand]?.key { places[key] = nil }
    return hand
  }
}
