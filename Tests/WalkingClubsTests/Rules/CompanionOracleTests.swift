import FieldhouseKit
import FieldhouseTestSupport
import Testing

@testable import WalkingClubs

@Suite struct `Who walked together` {
  /// Everybody compared with everybody.
  private static func compared(_ walkers: [String: Set<Companions.Mark>]) -> Set<String> {
    Set(
      walkers.filter { name, marks in
        walkers.contains { other, places in
          let shared = marks.intersection(places).count
          return other != name && shared >= 2 && shared * 2 >= marks.count
        }
      }.keys)
  }

  /// Some people on ways through a few cells at a few times.
  private static func walkers(_ count: Int, _ random: inout SeededRandom) -> [String: Set<Companions.Mark>] {
    var walkers: [String: Set<Companions.Mark>] = [:]
    for number in 0..<count {
      let marks = (0..<random.next(below: 7)).map { _ in
        Companions.Mark(bucket: random.next(below: 4), cell: "\(random.next(below: 3))")
      }
      walkers["w\(number)"] = Set(marks)
    }
    return walkers
  }

  @Test(.tags(.wc90)) func `is found without a mistake among few, whoever is called what`() {
    var random = SeededRandom(seed: 90)
    var found = 0
    for round in 0..<400 {
      let walkers = Self.walkers(2 + random.next(below: 3), &random)
      let expected = Self.compared(walkers)
      #expect(Companions.together(walkers) == expected, "round \(round)")
      let renamed = Dictionary(uniqueKeysWithValues: walkers.map { (String($0.key.reversed()), $0.value) })
      #expect(Companions.together(renamed) == Set(expected.map { String($0.reversed()) }))
      found += expected.count
    }
    #expect(found > 50)
  }

  @Test(.tags(.wc90)) func `is never said of anybody who did not, in a crowd either`() {
    var random = SeededRandom(seed: 91)
    for round in 0..<60 {
      let walkers = Self.walkers(5 + random.next(below: 60), &random)
      #expect(Companions.together(walkers).isSubset(of: Self.compared(walkers)), "round \(round)")
    }
  }

  @Test func `is looked for in five minutes that a stay touches, its end left out`() {
    let minute: Int64 = 60_000
    func marks(_ places: [(Int64, Int64)]) -> [Int] {
      PlacesAnswer(
        places: places.map { PlacesAnswer.Place(cell: "a", from: $0.0 * minute, before: $0.1 * minute) }
      ).marks.map(\.bucket).sorted()
    }
    #expect(marks([(0, 5)]) == [0] && marks([(4, 6)]) == [0, 1] && marks([(5, 10)]) == [1])
    #expect(marks([(0, 30), (10, 40)]) == [0, 1, 2, 3, 4, 5, 6, 7])
    #expect(marks([(5, 5), (6, 5)]).isEmpty, "no time at all")
    #expect(marks([(0, 1_440)]).count == 288 && marks([(0, 1_441)]).isEmpty, "nobody stays longer than a day")
    let two = PlacesAnswer(
      places: ["a", "b"].map { PlacesAnswer.Place(cell: $0, from: 0, before: 5 * minute) })
    #expect(two.marks == [Companions.Mark(bucket: 0, cell: "a"), Companions.Mark(bucket: 0, cell: "b")])
  }

  @Test func `counts as what is more certain: a walk with others who checked in, then places`() {
    let company = Company(
      sizes: [:], recognised: ["psv": ["ann", "bob"]], checkedIn: ["psv": ["ann"], "ajax": ["bob"]])
    let kinds = ["ann", "bob", "cat"].map { company.kind(of: AccountID($0), in: "psv") }
    #expect(kinds == [.walk, .recognised, .alone])
    #expect(
      company.kind(of: AccountID("ann"), in: "ajax") == .alone
        && company.kind(of: AccountID("bob"), in: "ajax") == .walk)
    #expect(company.kind(of: AccountID("ann"), in: "nec") == .alone)
  }
}
