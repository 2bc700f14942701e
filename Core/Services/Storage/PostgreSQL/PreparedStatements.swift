internal import CPQ
internal import FieldhouseKit

/// The prepared statements of one connection, at most 256.
struct PreparedStatements {
  /// What makes a statement another one: the namespace its names are looked up in, what it may do, its text and the
  /// types of its values.
  struct Key: Hashable {
    let namespace: String
    let authority: Authority
    let text: String
    let types: [Oid]
  }

  private final class Entry {
    let name: String
    var lastUse: Int

    init(name: String, lastUse: Int) {
      self.name = name
      self.lastUse = lastUse
    }
  }

  private var entries: [Key: Entry] = [:]
  private var uses = 0
  private let limit = 256

  /// The name of a statement that is prepared.
  mutating func find(_ key: Key) -> String? {
    guard let entry = entries[key] else { return nil }
    uses += 1
    entry.lastUse = uses
    return entry.name
  }

  /// A name for a statement that is to be prepared, and the name of one to forget in its place.
  mutating func add(_ key: Key) -> (name: String, forgotten: String?) {
    var forgotten: String?
    if entries.count >= limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      forgotten = oldest.value.name
      entries[oldest.key] = nil
    }
    uses += 1
    let name = "s\(uses)"
    entries[key] = Entry(name: name, lastUse: uses)
    return (name, forgotten)
  }

  mutating func remove(_ key: Key) { entries[key] = nil }
}
