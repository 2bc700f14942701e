import Testing

@testable import FieldhouseKernel

@Suite struct `The dependency graph` {
  @Test func `orders each plugin after those it needs, equals by name`() {
    let graph = DependencyGraph(["d": ["b", "c"], "c": ["a"], "b": ["a"], "a": [], "z": []])
    #expect(graph.order == ["a", "z", "b", "c", "d"])
  }

  @Test func `leaves out of the order a circle and those that need it`() {
    let graph = DependencyGraph(["a": ["b"], "b": ["c"], "c": ["a"], "d": ["a"], "e": []])
    #expect(graph.order == ["e"])
  }

  @Test func `finds the shortest circle through a plugin`() {
    let graph = DependencyGraph(["a": ["b", "c"], "b": ["c"], "c": ["a"], "d": ["a"]])
    #expect(graph.cycle(through: "a") == ["a", "c", "a"])
    #expect(graph.cycle(through: "b") == ["b", "c", "a", "b"])
    #expect(graph.cycle(through: "d") == nil)
  }

  @Test func `finds a plugin that needs itself`() {
    #expect(DependencyGraph(["a": ["a"]]).cycle(through: "a") == ["a", "a"])
  }

  @Test func `follows a failure to all that need it, with the way`() {
    let graph = DependencyGraph(["a": [], "b": ["a"], "c": ["b"], "d": [], "e": ["gone"]])
    let dependents = graph.dependents(of: ["a", "gone"])
    #expect(dependents.mapValues(\.direct) == ["b": "a", "c": "b", "e": "gone"])
    #expect(dependents.mapValues(\.root) == ["b": "a", "c": "a", "e": "gone"])
  }

  @Test func `tells a plugin that failed itself of another that it needs, but not the members of a circle`() {
    let graph = DependencyGraph(["a": [], "b": ["a"], "c": ["d"], "d": ["c"], "e": ["c"]])
    let dependents = graph.dependents(of: ["a", "b", "c", "d"])
    #expect(dependents.mapValues(\.root) == ["b": "a", "e": "c"])
  }

  @Test func `orders a thousand plugins in a chain`() {
    var needs: [String: Set<String>] = [:]
    for index in 0..<1000 { needs["p\(1000 + index)"] = index == 0 ? [] : ["p\(999 + index)"] }
    #expect(DependencyGraph(needs).order == needs.keys.sorted())
  }
}
