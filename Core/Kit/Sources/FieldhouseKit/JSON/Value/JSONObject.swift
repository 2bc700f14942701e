/// The members of a JSON object, in the order in which they were added, found by name in constant time.
///
/// A value type with copy on write. Two objects are equal when they have equal members, in whatever order.
@frozen
public struct JSONObject: @unchecked Sendable {
  @usableFromInline internal var storage: JSONObjectStorage

  /// Makes an object without members.
  public init() { storage = JSONObjectStorage() }

  /// Makes an object without members that has room for that many.
  public init(minimumCapacity: Int) {
    storage = JSONObjectStorage()
    storage.entries.reserveCapacity(minimumCapacity)
  }

  /// Makes an object of those members; of members with the same name the last one counts.
  public init(_ members: some Sequence<(String, JSON)>) {
    storage = JSONObjectStorage()
    for (key, value) in members { storage.set(key, value) }
  }

  /// How many members there are.
  public var count: Int { storage.entries.count }

  /// Whether there are no members.
  public var isEmpty: Bool { storage.entries.isEmpty }

  /// The names, in order.
  public var keys: [String] { storage.entries.map(\.key) }

  /// The values, in order.
  public var values: [JSON] { storage.entries.map(\.value) }

  /// The member of that name. Setting nil removes it; setting a new name adds it at the end.
  public subscript(key: String) -> JSON? {
    get { storage.position(of: key).map { storage.entries[$0].value } }
    set {
      if let newValue {
        makeUnique()
        storage.set(key, newValue)
      } else {
        removeValue(forKey: key)
      }
    }
  }

  /// Whether there is a member of that name.
  public func contains(key: String) -> Bool { storage.position(of: key) != nil }

  /// Removes the member of that name and returns its value, or nil when there was none.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> JSON? {
    guard let position = storage.position(of: key) else { return nil }
    makeUnique()
    return storage.remove(at: position)
  }

  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = JSONObjectStorage(copying: storage) }
  }
}

extension JSONObject: Sequence {
  /// Walks the members in order.
  public func makeIterator() -> IndexingIterator<[(key: String, value: JSON)]> {
    storage.entries.makeIterator()
  }
}

extension JSONObject: Hashable {
  /// Whether both have equal members.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    if left.storage === right.storage { return true }
    return left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
  }

  /// Independent of the members' order.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for (key, value) in self {
      var member = Hasher()
      member.combine(key)
      member.combine(value)
      sum &+= member.finalize()
    }
    hasher.combine(sum)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Of members with the same name the last one counts.
  public init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}
