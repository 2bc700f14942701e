/// Members in order, with an index by name as soon as a linear search would be slow.
@usableFromInline
final class JSONObjectStorage {
  private static let linearLimit = 12

  var entries: [(key: String, value: JSON)] = []
  private var index: [String: Int] = [:]

  init() {}

  init(copying other: JSONObjectStorage) {
    entries = other.entries
    index = other.index
  }

  func position(of key: String) -> Int? {
    if entries.count > Self.linearLimit { return index[key] }
    return entries.firstIndex { $0.key == key }
  }

  func set(_ key: String, _ value: JSON) {
    if let position = position(of: key) {
      entries[position].value = value
    } else {
      append(key, value)
    }
  }

  /// Adds a member unless the name is taken.
  func insertNew(_ key: String, _ value: JSON) -> Bool {
    guard position(of: key) == nil else { return false }
    append(key, value)
    return true
  }

  func remove(at position: Int) -> JSON {
    let removed = entries.remove(at: position).value
    rebuildIndex()
    return removed
  }

  private func append(_ key: String, _ value: JSON) {
    entries.append((key, value))
    if entries.count == Self.linearLimit + 1 {
      rebuildIndex()
    } else if entries.count > Self.linearLimit {
      index[key] = entries.count - 1
    }
  }

  private func rebuildIndex() {
    index.removeAll(keepingCapacity: true)
    guard entries.count > Self.linearLimit else { return }
    for (position, entry) in entries.enumerated() { index[entry.key] = position }
  }
}
