import FieldhouseKit

/// What a plugin shows with some of its rows, as JSON text: those that were changed or read last. The rest is in storage.
///
/// A row is dropped by the clock algorithm: a hand goes round and takes the first row that was not read since it last
/// came by. A row that is read from storage while a commit changes it is not kept, see ``beginLoading(_:)``.
struct DetailsCache: Sendable {
  private struct Row {
    let key: UInt64
    var details: String
    var isWanted: Bool
  }

  /// What is shown where there are no details.
  static let none = "{}"

  /// The most rows.
  let capacity: Int
  private var places: [UInt64: Int] = [:]
  private var rows: [Row?] = []
  private var free: [Int] = []
  private var hand = 0
  private var loading: [UInt64: UInt64] = [:]
  private var lastLoad: UInt64 = 0

  /// The number of rows.
  var count: Int { places.count }

  init(capacity: Int) {
    precondition(capacity > 0, "the cache holds at least one row")
    self.capacity = capacity
  }

  /// The details of a row, nil when they are not here.
  mutating func details(_ key: UInt64) -> String? {
    guard let place = places[key] else { return nil }
    rows[place]?.isWanted = true
    return rows[place]?.details
  }

  /// Notes a committed change of a row: its details as they are now, or nil when it has left the board.
  /// - Parameter isKept: whether a row that is not here is taken in.
  mutating func change(_ key: UInt64, to text: String?, isKept: Bool) {
    if !loading.isEmpty { loading[key] = nil }
    if let place = places[key] {
      rows[place]?.details = text ?? Self.none
    } else if isKept {
      insert(key, text ?? Self.none)
    }
  }

  /// Notes that a row has left the board.
  mutating func remove(_ key: UInt64) {
    loading[key] = nil
    guard let place = places.removeValue(forKey: key) else { return }
    rows[place] = nil
    free.append(place)
  }

  /// Says that rows are about to be read from storage. What is read is kept only when no commit changed the row since.
  /// - Returns: what ``finishLoading(_:_:)`` must be told.
  mutating func beginLoading(_ keys: [UInt64]) -> UInt64 {
    lastLoad += 1
    for key in keys { loading[key] = lastLoad }
    return lastLoad
  }

  /// Takes in what was read of the rows that ``beginLoading(_:)`` was told.
  mutating func finishLoading(_ load: UInt64, _ keys: [UInt64], found: [UInt64: String]) {
    for key in keys where loading[key] == load {
      loading[key] = nil
      if places[key] == nil, let details = found[key] { insert(key, details) }
    }
  }

  private mutating func insert(_ key: UInt64, _ details: String) {
    let place = freePlace()
    rows[place] = Row(key: key, details: details, isWanted: false)
    places[key] = place
  }

  private mutating func freePlace() -> Int {
    if let place = free.popLast() { return place }
    if rows.count < capacity {
      rows.append(nil)
      return rows.count - 1
    }
    while rows[hand]?.isWanted == true {
      rows[hand]?.isWanted = false
      hand = (hand + 1) % rows.count
    }
    defer { hand = (hand + 1) % rows.count }
    if let key = rows[hand]?.key { places[key] = nil }
    return hand
  }
}

extension JSON {
  /// Stored details; an empty object where there are none.
  init(details text: String?) {
    self = text.flatMap { try? JSON(parsing: $0) } ?? .object([:])
  }
}
