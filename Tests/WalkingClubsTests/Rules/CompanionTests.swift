import FieldhouseTestSupport
import Foundation
import Testing

@testable import WalkingClubs

@Suite struct `Walking together` {
  private static func marks(_ cells: [(Int, String)]) -> Set<Companions.Mark> {
    Set(cells.map { Companions.Mark(bucket: $0.0, cell: $0.1) })
  }

  @Test(.tags(.wc90)) func `is being where another one is for half of the way and ten minutes, each by the own way`() {
    let long = Self.marks((0..<8).map { ($0, "a") })
    let together = Companions.together([
      "ann": Self.marks([(0, "a"), (1, "a"), (2, "b"), (3, "b")]),
      "bob": Self.marks([(0, "a"), (1, "a"), (2, "c"), (3, "c")]),
      "cat": Self.marks([(0, "x"), (1, "x")]), "dan": Self.marks([(1, "y")]),
    ])
    #expect(together == ["ann", "bob"], "half of the way")
    #expect(
      Companions.together(["ann": Self.marks([(0, "a"), (1, "a")]), "bob": long]) == ["ann"], "bob went on for long")
    #expect(
      Companions.together(["ann": Self.marks([(0, "a")]), "bob": Self.marks([(0, "a")])]).isEmpty, "five minutes")
    #expect(
      Companions.together(["ann": Self.marks([(0, "a"), (1, "a")]), "bob": Self.marks([(2, "a"), (3, "a")])]).isEmpty,
      "later")
    #expect(Companions.together(["ann": long]).isEmpty && Companions.together([:]).isEmpty)
  }

  /// Walkers of a club on one day: some in groups of two to six, who miss a cell now and then, the others on ways of their own, all of
  /// them within a town of 400 cells.
  private static func town(_ count: Int, _ random: inout SeededRandom) -> (
    walkers: [String: Set<Companions.Mark>], grouped: Set<String>
  ) {
    var (walkers, grouped): ([String: Set<Companions.Mark>], Set<String>) = ([:], [])
    while walkers.count < count {
      let size = Bool.random(using: &random) ? 1 : Int.random(in: 2...6, using: &random)
      let (start, length) = (Int.random(in: 0..<280, using: &random), Int.random(in: 4...14, using: &random))
      var (x, y) = (Int.random(in: 0..<20, using: &random), Int.random(in: 0..<20, using: &random))
      var way: [Companions.Mark] = []
      for step in 0..<length {
        way.append(Companions.Mark(bucket: start + step, cell: "\(x)/\(y)"))
        x += Int.random(in: -1...1, using: &random)
        y += Int.random(in: -1...1, using: &random)
      }
      for _ in 0..<size {
        let name = "w\(walkers.count)"
        walkers[name] = Set(way.filter { _ in Int.random(in: 0..<10, using: &random) > 0 })
        if size > 1 { grouped.insert(name) }
      }
    }
    return (walkers, grouped)
  }

  @Test(.tags(.wc90)) func `is found of nearly all who do, and of hardly anybody who does not`() {
    var random = SeededRandom(seed: 90)
    let (walkers, grouped) = Self.town(3_000, &random)
    let found = Companions.together(walkers)
    let right = found.intersection(grouped).count
    let (recall, precision) = (Double(right) / Double(grouped.count), Double(right) / Double(found.count))
    print("Walking together: \(walkers.count) walkers, recall \(recall), precision \(precision)")
    #expect(recall > 0.95 && precision > 0.95)
  }

  @Test(.tags(.wc90))
  func `is found in a crowd of ten thousand at one place by comparisons that grow with the crowd, not with its square`()
  {
    func crowd(_ count: Int) -> [String: Set<Companions.Mark>] {
      var walkers: [String: Set<Companions.Mark>] = [:]
      for index in 0..<count {
        walkers["w\(index)"] = Self.marks(
          (0..<12).map { ($0, "stadium") } + (0..<4).map { (12 + $0, "home \(index / 2) \($0)") })
      }
      return walkers
    }
    var comparisons: [Int] = []
    for count in [2_500, 10_000] {
      let found = Companions.found(among: crowd(count))
      #expect(found.people.count == count)
      comparisons.append(found.comparisons)
      print("Walking together: \(count) at one place, \(found.comparisons) pairs compared")
    }
    #expect(comparisons[1] <= comparisons[0] * 5, "four times as many, and not sixteen times")
    #expect(comparisons[1] <= 10_000 * 40)
  }
}
