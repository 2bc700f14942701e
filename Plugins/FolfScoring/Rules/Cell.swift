/// What a set of entries makes of a cell.
///
/// Entries that say the same agree. Entries that did not know of one another and differ are in dispute, until one that names
/// them all takes their place. It depends on the set alone: not on the order in which the entries came, nor on how often, nor on
/// any clock. Nothing is lost: an entry is out of force only when another one was made in knowledge of it.
struct Cell: Sendable {
  /// Everything that was entered, by the devices' clocks.
  let entries: [Entry]
  /// Those in whose place no other one stands.
  let current: [Entry]

  init(_ entries: some Sequence<Entry>) {
    let all = Set(entries).sorted { ($0.enteredAt, $0.id, $0.value) < ($1.enteredAt, $1.id, $1.value) }
    let known = Self.known(all)
    self.entries = all
    current = all.filter { entry in
      all.allSatisfy { other in
        known[other.id]?.contains(entry.id) != true || known[entry.id]?.contains(other.id) == true
      }
    }
  }

  /// What is in force, each value once.
  var values: Set<Int> { Set(current.map(\.value)) }
  /// Whether several values are in force, or lists of discs that begin alike and go on differently.
  var isDisputed: Bool { values.count > 1 || current.contains { $0.more != current[0].more } }
  /// The value; nil while there is none, or a dispute.
  var value: Int? { isDisputed || values == [0] ? nil : values.first }

  /// The discs of a hole, throw after throw; empty while there are none, or a dispute.
  var discs: [Int] { value.map { [$0] + current[0].more } ?? [] }

  /// For each id those that it was made in knowledge of, directly or through others.
  private static func known(_ entries: [Entry]) -> [String: Set<String>] {
    let bases = Dictionary(entries.map { ($0.id, $0.base) }) { $0.union($1) }
    return bases.mapValues { base in
      var (found, waiting) = (base, Array(base))
      while let next = waiting.popLast() {
        for older in bases[next] ?? [] where found.insert(older).inserted { waiting.append(older) }
      }
      return found
    }
  }
}
