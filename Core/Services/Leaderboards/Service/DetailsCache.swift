import FieldhouseKit

/// What a plugin shows with some of its rows, as JSON text: those that were changed or read last. The rest is in storage.
/// A row that is read from storage while a commit changes it is not kept, see ``beginLoading(_:)``.
struct DetailsCache: Sendable {
  /// What is shown where there are no details.
  static let none = "{}"

  private var rows: ClockCache<String>
  private var loading: [UInt64: UInt64] = [:]
  private var lastLoad: UInt64 = 0

  /// The most rows.
  var capacity: Int { rows.capacity }
  /// The number of rows.
  var count: Int { rows.count }

  init(capacity: Int) { rows = ClockCache(capacity: capacity) }

  /// The details of a row, nil when they are not here.
  mutating func details(_ key: UInt64) -> String? { rows.value(key) }

  /// Notes a committed change of a row: its details as they are now, or nil when it has left the board.
  /// - Parameter isKept: whether a row that is not here is taken in.
  mutating func change(_ key: UInt64, to text: String?, isKept: Bool) {
    if !loading.isEmpty { loading[key] = nil }
    if isKept || rows.contains(key) { rows.set(key, text ?? Self.none) }
  }

  /// Notes that a row has left the board.
  mutating func remove(_ key: UInt64) {
    loading[key] = nil
    rows.remove(key)
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
      if !rows.contains(key), let details = found[key] { rows.set(key, details) }
    }
  }
}

extension JSON {
  /// Stored details; an empty object where there are none.
  init(details text: String?) {
    self = text.flatMap { try? JSON(parsing: $0) } ?? .object([:])
  }
}
