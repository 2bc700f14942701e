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

  /// A name that the server is asked to give to a statement.
  struct Naming {
    let key: Key
    let name: String
  }

  private final class Entry {
    let name: String
    /// The batch that prepares it; nil once the server has.
    var batch: Int?
    var lastUse: Int

    init(name: String, batch: Int, lastUse: Int) {
      self.name = name
      self.batch = batch
      self.lastUse = lastUse
    }
  }

  private var entries: [Key: Entry] = [:]
  /// Those that the server knows and nobody will use, until it is told to forget them.
  private var superfluous: [String] = []
  private var uses = 0
  private let limit = 256

  /// The name of a statement that is prepared, or that is prepared before in the same batch: a batch that is on its way may fail
  /// before it comes to that.
  mutating func find(_ key: Key, in batch: Int) -> String? {
    guard let entry = entries[key], entry.batch == nil || entry.batch == batch else { return nil }
    uses += 1
    entry.lastUse = uses
    return entry.name
  }

  /// A name for a statement that a batch is to prepare.
  mutating func add(_ key: Key, in batch: Int) -> Naming {
    if entries.count >= limit, let oldest = oldest {
      keep(oldest.value.name)
      entries[oldest.key] = nil
    }
    uses += 1
    let name = "s\(uses)"
    entries[key] = Entry(name: name, batch: batch, lastUse: uses)
    return Naming(key: key, name: name)
  }

  /// The names that the server is told to forget now.
  mutating func takeSuperfluous() -> [String] {
    defer { superfluous = [] }
    return superfluous
  }

  /// The server has prepared it.
  mutating func confirm(_ naming: Naming) {
    if let entry = entries[naming.key], entry.name == naming.name {
      entry.batch = nil
    } else {
      keep(naming.name)
    }
  }

  /// The server has not prepared it.
  mutating func remove(_ naming: Naming) {
    if entries[naming.key]?.name == naming.name { entries[naming.key] = nil }
  }

  /// A statement that was to be forgotten is there as before.
  mutating func keep(_ name: String) { superfluous.append(name) }

  /// Of those that the server knows, the one that was not used for longest.
  private var oldest: (key: Key, value: Entry)? {
    entries.lazy.filter { $0.value.batch == nil }.min { $0.value.lastUse < $1.value.lastUse }
  }
}
