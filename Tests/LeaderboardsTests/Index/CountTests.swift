import FieldhouseTestSupport
import Testing

@testable import FieldhouseLeaderboards

@Suite struct `Sums over prefixes` {
  @Test(arguments: [0, 1, 2, 3, 7, 8, 9, 100])
  func `are those of a list that is added up, through all changes`(count: Int) {
    var random = SeededRandom(seed: UInt64(count) + 1)
    var list = (0..<count).map { _ in Int32(random.next(below: 4)) }
    var tree = FenwickTree()
    tree.replace(with: list)
    for _ in 0..<30 {
      if count > 0 {
        let (index, more) = (random.next(below: count), random.next(below: 3))
        list[index] += Int32(more)
        tree.add(more, at: index)
      }
      #expect(tree.total == list.reduce(0) { $0 + Int($1) })
      #expect((0...count).map { tree.sum(before: $0) } == (0...count).map { list[..<$0].reduce(0) { $0 + Int($1) } })
      // Each item stands in the first place whose prefix holds it.
      var ordinal = 0
      for (index, number) in list.enumerated() {
        for remainder in 0..<Int(number) {
          let found = tree.locate(ordinal)
          #expect(found.index == index && found.remainder == remainder)
          ordinal += 1
        }
      }
    }
    tree.replace(with: [Int32(5)])
    #expect(tree.total == 5 && tree.sum(before: 1) == 5, "nothing is left of what was before")
  }
}

@Suite struct `Values that were used last` {
  @Test func `stay, as many as there is room for, and are never another's`() {
    var random = SeededRandom(seed: 88)
    var (cache, newest) = (ClockCache<Int>(capacity: 5), [UInt64: Int]())
    for number in 0..<3_000 {
      let key = UInt64(random.next(below: 9))
      switch random.next(below: 4) {
      case 0:
        let found = cache.value(key)
        #expect(found == newest[key] || found == nil)
      case 1:
        cache.remove(key)
        newest[key] = nil
        let found = cache.value(key)
        #expect(found == nil)
      default:
        cache.set(key, number)
        newest[key] = number
        let found = cache.value(key)
        #expect(found == number, "what was set last is there")
      }
      #expect(cache.count == (0..<9).count { cache.contains($0) } && cache.count <= 5)
    }
  }

  @Test func `go round by round: who was asked for is passed over once`() {
    var cache = ClockCache<String>(capacity: 3)
    for key in 0..<3 as Range<UInt64> { cache.set(key, "\(key)") }
    _ = cache.value(0)
    cache.set(3, "3")
    #expect((0..<4).filter { cache.contains($0) } == [0, 2, 3])
    cache.set(4, "4")
    #expect((0..<5).filter { cache.contains($0) } == [0, 3, 4])
    cache.set(5, "5")
    #expect((0..<6).filter { cache.contains($0) } == [3, 4, 5], "it was asked for before the last round")
  }
}

@Suite struct `Changes that are told in the wrong order` {
  @Test func `are known by the number of the later one, each entry by itself`() {
    var changes = RecentChanges()
    let told: [(UInt64, Int64, Bool)] = [
      (7, 10, true), (7, 9, false), (7, 10, true), (8, 1, true), (7, 11, true), (8, 0, false), (0, .min, true),
      (.max, 5, true), (.max, 4, false), (.max, .max, true),
    ]
    for (key, sequence, isTaken) in told {
      let found = changes.note(key, sequence)
      #expect(found == isTaken, "\(key) \(sequence)")
    }
  }
}
