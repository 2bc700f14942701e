@testable import FieldhouseCommunities
import FieldhouseTestSupport
import Testing

@Suite struct `Values that hold until something changes` {
  /// Everything that was noted and kept, looked through from the first to the last.
  private struct Diary {
    var changes: [(count: UInt64, slots: Set<Int>?)] = []
    var kept: [Int: (value: Int, slots: Set<Int>, since: UInt64)] = [:]

    func holds(_ slots: Set<Int>, since revision: UInt64) -> Bool {
      changes.allSatisfy { $0.count <= revision || $0.slots.map { !$0.isDisjoint(with: slots) } == false }
    }

    func find(_ key: Int) -> Int? {
      kept[key].flatMap { holds($0.slots, since: $0.since) ? $0.value : nil }
    }
  }

  @Test(arguments: [1, 2, 3, 4]) func `are found when nothing of theirs has changed since they were read, and else not`(
    seed: Int
  ) {
    var random = SeededRandom(seed: UInt64(seed))
    var (changes, diary) = (SlotChanges(), Diary())
    var shelf = FeedShelf<Int, Int>(capacity: 1_000)
    for step in 0..<600 {
      switch random.next(below: 12) {
      case 0:
        changes.noteAll()
        diary.changes.append((changes.count, nil))
      case 1, 2, 3:
        let slots = (0...random.next(below: 2)).map { _ in random.next(below: 5) }
        changes.note(slots)
        diary.changes.append((changes.count, Set(slots)))
      default:
        let (key, slots) = (random.next(below: 8), (random.next(below: 5), random.next(below: 5)))
        let since = changes.count - min(changes.count, UInt64(random.next(below: 3)))
        shelf.keep(step, key, weight: 1, slots, since, changes)
        let known = Set([slots.0, slots.1])
        diary.kept[key] = diary.holds(known, since: since) ? (step, known, since) : nil
      }
      for key in 0..<8 { #expect(shelf.find(key, changes)?.value == diary.find(key), "\(step) \(key)") }
    }
  }

  /// A shelf that is full of ten values, every other one with slots that are about to change.
  private static func full(_ changes: SlotChanges) -> FeedShelf<Int, Int> {
    var shelf = FeedShelf<Int, Int>(capacity: 100)
    for key in 0..<10 { shelf.keep(key, key, weight: 10, (key % 2, key % 2), changes.count, changes) }
    return shelf
  }

  @Test func `make room for the next, first those that count for nothing, then as many as a tenth takes`() {
    var changes = SlotChanges()
    var shelf = Self.full(changes)
    #expect(shelf.weight == 100)
    shelf.keep(10, 10, weight: 10, (2, 2), changes.count, changes)
    #expect(shelf.weight == 100 && shelf.find(10, changes)?.value == 10)
    #expect((0..<10).count { shelf.find($0, changes) != nil } == 9)
    shelf = Self.full(changes)
    changes.note([0])
    shelf.keep(10, 10, weight: 10, (2, 2), changes.count, changes)
    #expect((0...10).filter { shelf.find($0, changes) != nil } == [1, 3, 5, 7, 9, 10])
    #expect(shelf.weight == 60)
  }

  @Test func `take the place of one another, and are too heavy beyond a tenth of the room`() {
    let changes = SlotChanges()
    var shelf = FeedShelf<Int, Int>(capacity: 100)
    for (value, weight) in [(1, 10), (2, 4), (3, 0)] {
      shelf.keep(value, 7, weight: weight, (1, 1), changes.count, changes)
      #expect(shelf.find(7, changes)?.value == value && shelf.weight == weight)
    }
    shelf.keep(4, 7, weight: 11, (1, 1), changes.count, changes)
    #expect(shelf.find(7, changes) == nil && shelf.weight == 0, "what was there is older than what is not")
  }

  /// The published values of FNV-1a with 64 bits: `a` is af63dc4c8601ec8c, `foobar` 85944171f73967e8, nothing
  /// cbf29ce484222325; the halves are added without carry, and twelve bits of that count.
  @Test(arguments: [("", 0xFC1), ("a", 0x0C0), ("foobar", 0x699)])
  func `are spread over slots by the bytes of their topic`(topic: String, slot: Int) {
    #expect(SlotChanges.slot(ofTopic: topic) == slot)
  }

  @Test func `change with the part of an account that is theirs, and never with a topic`() {
    let topics = (0..<5_000).map { SlotChanges.slot(ofTopic: "groups/club/\($0)/posts") }
    #expect(Set(topics).count > 2_500 && topics.allSatisfy { (0..<4_096).contains($0) })
    #expect([0, 1, 4_095, 4_096].map { SlotChanges.slot(ofPart: $0) } == [4_096, 4_097, 8_191, 4_096])
  }
}
