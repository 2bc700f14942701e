/// Which plugin needs which.
struct DependencyGraph: Sendable {
  /// The ids that each id needs; ids without an entry of their own are not there.
  let needs: [String: Set<String>]

  init(_ needs: [String: Set<String>]) {
    self.needs = needs
  }

  init(_ drafts: [PluginDraft]) {
    needs = Dictionary(drafts.map { ($0.id, Set($0.manifest.dependencies.keys)) }, uniquingKeysWith: { $0.union($1) })
  }

  /// The shortest way from an id back to itself, which stands at both ends; nil when there is none.
  func cycle(through id: String) -> [String]? {
    var paths = [[id]]
    var seen: Set<String> = []
    while !paths.isEmpty {
      let path = paths.removeFirst()
      for next in needs[path[path.count - 1], default: []].sorted() {
        if next == id { return path + [id] }
        if needs[next] != nil, seen.insert(next).inserted { paths.append(path + [next]) }
      }
    }
    return nil
  }

  /// The ids so that each comes after those it needs; among equals by name. Ids in a cycle, and those that
  /// need them, are left out.
  var order: [String] {
    var order: [String] = []
    var waiting = Set(needs.keys)
    while true {
      let ready = waiting.filter { needs[$0, default: []].isDisjoint(with: waiting) }
      if ready.isEmpty { return order }
      order += ready.sorted()
      waiting.subtract(ready)
    }
  }

  /// For each id that needs, at any distance, another one in `failed`: the id it needs directly, and the failed one at the
  /// end of that way. Members of a circle are not told of each other.
  func dependents(of failed: Set<String>) -> [String: (direct: String, root: String)] {
    var roots = Dictionary(uniqueKeysWithValues: failed.map { ($0, $0) })
    var dependents: [String: (direct: String, root: String)] = [:]
    for id in failed.sorted() where cycle(through: id) == nil {
      if let direct = needs[id, default: []].sorted().first(where: failed.contains) {
        dependents[id] = (direct, direct)
      }
    }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for id in needs.keys.sorted() where roots[id] == nil {
        guard let direct = needs[id, default: []].sorted().first(where: { roots[$0] != nil }) else { continue }
        guard let root = roots[direct] else { continue }
        roots[id] = root
        dependents[id] = (direct, root)
        hasChanged = true
      }
    }
    return dependents
  }
}
