import FieldhouseTestSupport
import Testing

@testable import FieldhouseKernel

/// Graphs made by chance, against ways that are counted by going all of them.
@Suite struct `Any dependency graph` {
  private struct World {
    let needs: [String: Set<String>]
    /// The fewest steps from each id to each other one.
    private(set) var steps: [String: [String: Int]] = [:]

    init(_ random: inout SeededRandom) {
      let ids = (0..<(1 + random.next(below: 7))).map { "p\($0)" }
      let edges = random.next(below: 3)
      var needs: [String: Set<String>] = [:]
      for id in ids {
        needs[id] = Set((0..<random.next(below: edges + 2)).map { _ in "p\(random.next(below: 8))" })
      }
      self.needs = needs
      for id in ids {
        var (reached, distance): ([String: Int], Int) = ([:], 1)
        var front = needs[id] ?? []
        while !front.isEmpty {
          for next in front { reached[next] = distance }
          front = Set(front.flatMap { needs[$0] ?? [] }).filter { reached[$0] == nil }
          distance += 1
        }
        steps[id] = reached
      }
    }

    func reaches(_ id: String, _ other: String) -> Bool { steps[id]?[other] != nil }
    func isInCircle(_ id: String) -> Bool { reaches(id, id) }
  }

  private func eachWorld(_ body: (World, DependencyGraph) -> Void) {
    var random = SeededRandom(seed: 31)
    for _ in 0..<400 {
      let world = World(&random)
      body(world, DependencyGraph(world.needs))
    }
  }

  @Test func `has an order in which each comes behind what it needs, and nothing of circles`() {
    eachWorld { world, graph in
      let order = graph.order
      let sound = world.needs.keys.filter { id in
        !world.isInCircle(id) && !world.needs.keys.contains { world.reaches(id, $0) && world.isInCircle($0) }
      }
      #expect(Set(order) == Set(sound) && order.count == sound.count, "\(world.needs)")
      for (place, id) in order.enumerated() {
        let known = world.needs[id, default: []].intersection(world.needs.keys)
        #expect(known.isSubset(of: order[..<place]), "\(world.needs)")
      }
    }
  }

  @Test func `tells a shortest circle through each member of one`() {
    eachWorld { world, graph in
      for id in world.needs.keys {
        let path = graph.cycle(through: id)
        #expect(path.map { $0.count - 1 } == world.steps[id]?[id], "\(world.needs) \(id)")
        for (one, next) in zip(path ?? [], (path ?? []).dropFirst()) {
          #expect(world.needs[one]?.contains(next) == true)
        }
        if let path { #expect(path.first == id && path.last == id) }
      }
    }
  }

  @Test func `tells of a failure everybody who needs it, with a way there`() {
    var random = SeededRandom(seed: 32)
    eachWorld { world, graph in
      let failed = Set(["p0", "p\(random.next(below: 8))"])
      let dependents = graph.dependents(of: failed)
      for id in world.needs.keys where !failed.contains(id) {
        #expect((dependents[id] != nil) == failed.contains { world.reaches(id, $0) }, "\(world.needs) \(failed) \(id)")
      }
      for (id, way) in dependents {
        #expect(world.needs[id]?.contains(way.direct) == true && failed.contains(way.root), "\(world.needs) \(id)")
        #expect(way.direct == way.root || world.reaches(way.direct, way.root))
      }
    }
  }
}
