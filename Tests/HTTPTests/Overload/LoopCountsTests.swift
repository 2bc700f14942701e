import FieldhouseTestSupport
import Synchronization
import Testing

@testable import FieldhouseHTTP

@Suite struct `Counts of several event loops` {
  @Test func `add up, and begin again when they are taken`() {
    let counts = LoopCounts(loops: 3)
    #expect(counts.parts == 3)
    #expect([0, 1, 2, 5].map { counts.add(1, on: $0) } == [1, 1, 1, 2])
    #expect(counts.sum == 4)
    #expect(counts.take() == 4)
    #expect(counts.sum == 0)
  }

  @Test func `are one for a machine with one, and few for one with very many`() {
    #expect(LoopCounts(loops: 0).parts == 1)
    #expect(LoopCounts(loops: 1000).parts == 8)
  }
}

@Suite struct `A limit over several event loops` {
  /// How many are let in now, and were at a time.
  private final class Inside: Sendable {
    let now = Atomic(0)
    let most = Atomic(0)
  }

  @Test(arguments: [1, 2, 8]) func `is exact on one loop and over all`(loops: Int) {
    let places = LoopLimit(least: 20, loops: loops)
    #expect((0..<60).count { _ in places.add(on: 0, upTo: { 50 }) } == 50)
    #expect(!places.add(on: 1, upTo: { 50 }))
    for _ in 0..<50 { places.subtract(on: 0) }
    #expect((0..<60).count { places.add(on: $0, upTo: { 50 }) } == 50)
  }

  /// Beside a plain count: the same are let in, wherever they come and go.
  @Test(arguments: 0..<20) func `lets in whom one count lets in`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let places = LoopLimit(least: 16, loops: 1 + Int(seed % 4))
    var held: [Int] = []
    for _ in 0..<2000 {
      let loop = random.next(below: 5)
      if random.next(below: 9) < 4, !held.isEmpty {
        places.subtract(on: held.remove(at: random.next(below: held.count)))
      } else if places.add(on: loop, upTo: { 24 }) {
        held.append(loop)
      } else {
        #expect(held.count == 24)
      }
      #expect(held.count <= 24 && places.count == held.count)
    }
  }

  @Test func `is kept by many threads at once, and is empty again in the end`() async {
    let places = LoopLimit(least: 4, loops: 4)
    let inside = Inside()
    await withTaskGroup(of: Void.self) { group in
      for loop in 0..<4 {
        group.addTask {
          for _ in 0..<5000 where places.add(on: loop, upTo: { 4 }) {
            let now = inside.now.add(1, ordering: .relaxed).newValue
            inside.most.max(now, ordering: .relaxed)
            inside.now.subtract(1, ordering: .relaxed)
            places.subtract(on: loop)
          }
        }
      }
    }
    #expect(places.count == 0)
    #expect((1...4).contains(inside.most.load(ordering: .relaxed)))
    #expect((0..<9).count { places.add(on: $0, upTo: { 4 }) } == 4)
  }
}
