import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `A draw by level` {
  @Test(.tags(.fc18, .fc31))
  func `gives teams that differ by one at most, as strong as each other within the bound, and the same once more`() {
    var numbers = SplitMix64(state: 23)
    for _ in 0..<10_000 {
      let (count, limit) = (Int.random(in: 1...12, using: &numbers), Int.random(in: 2...9, using: &numbers))
      let people = (0..<Int.random(in: 1...count * limit, using: &numbers)).map { _ in
        Int.random(in: BalancedDraw.levels, using: &numbers)
      }
      let (seed, number) = (Int64(bitPattern: numbers.next()), Int.random(in: 0...99, using: &numbers))
      let teams = [BalancedDraw.Team](repeating: BalancedDraw.Team(members: 0, levels: 0), count: count)
      let drawn = BalancedDraw.draw(people, into: teams, limit: limit, seed: seed, number: number)
      let (sizes, sums) = Self.reckoned(drawn, people, count)
      #expect(sizes.reduce(0, +) == people.count, "everybody is in a team")
      #expect(Self.spread(sizes) <= 1 && sizes.allSatisfy { $0 <= limit })
      let (least, most) = (people.min() ?? 0, people.max() ?? 0)
      #expect(Self.spread(sums) <= (Self.spread(sizes) == 0 ? most - least : most), "\(people) \(sums)")
      #expect(BalancedDraw.draw(people, into: teams, limit: limit, seed: seed, number: number) == drawn)
    }
  }

  /// A draw as its description tells it, step by step.
  private static func told(
    _ people: [Int], into teams: [BalancedDraw.Team], limit: Int, seed: Int64, number: Int
  ) -> [Int?] {
    var numbers = SplitMix64(state: UInt64(bitPattern: seed) &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03)
    var order = Array(people.indices)
    for last in stride(from: order.count - 1, to: 0, by: -1) { order.swapAt(last, numbers.below(last + 1)) }
    order = [3, 2, 1].flatMap { level in order.filter { people[$0] == level } }
    var (teams, found) = (teams, [Int?](repeating: nil, count: people.count))
    for person in order {
      let open = teams.indices.filter { teams[$0].members < limit }
      guard let fewest = open.map({ teams[$0].members }).min() else { break }
      let smallest = open.filter { teams[$0].members == fewest }
      let least = smallest.map { teams[$0].levels }.min()
      let weakest = smallest.filter { teams[$0].levels == least }
      let team = weakest[numbers.below(weakest.count)]
      teams[team].members += 1
      teams[team].levels += people[person]
      found[person] = team
    }
    return found
  }

  @Test(.tags(.fc18)) func `is the one that its description tells, whoever is in the teams already`() {
    var numbers = SplitMix64(state: 47)
    for number in 0..<500 {
      let teams = (0..<Int.random(in: 0...9, using: &numbers)).map { _ in
        let members = Int.random(in: 0...4, using: &numbers)
        return BalancedDraw.Team(members: members, levels: members * Int.random(in: 1...3, using: &numbers))
      }
      let people = (0..<Int.random(in: 0...40, using: &numbers)).map { _ in
        Int.random(in: BalancedDraw.levels, using: &numbers)
      }
      let (limit, seed) = (Int.random(in: 2...7, using: &numbers), Int64(bitPattern: numbers.next()))
      let drawn = BalancedDraw.draw(people, into: teams, limit: limit, seed: seed, number: number)
      #expect(drawn == Self.told(people, into: teams, limit: limit, seed: seed, number: number))
    }
  }

  private static func reckoned(_ drawn: [Int?], _ people: [Int], _ count: Int) -> (sizes: [Int], sums: [Int]) {
    var (sizes, sums) = ([Int](repeating: 0, count: count), [Int](repeating: 0, count: count))
    for (team, level) in zip(drawn, people) {
      guard let team else { continue }
      sizes[team] += 1
      sums[team] += level
    }
    return (sizes, sums)
  }

  private static func spread(_ values: [Int]) -> Int { (values.max() ?? 0) - (values.min() ?? 0) }

  @Test func `reaches the bound, and no less would do`() {
    let empty = [BalancedDraw.Team](repeating: BalancedDraw.Team(members: 0, levels: 0), count: 2)
    let even = Self.reckoned(BalancedDraw.draw([3, 1], into: empty, limit: 9, seed: 1, number: 0), [3, 1], 2)
    #expect(Self.spread(even.sums) == 2 && even.sizes == [1, 1])
    let odd = Self.reckoned(BalancedDraw.draw([3], into: empty, limit: 9, seed: 1, number: 0), [3], 2)
    #expect(Self.spread(odd.sums) == 3)
  }

  @Test func `fills teams that there are, and leaves out whom there is no room for`() {
    let teams = [
      BalancedDraw.Team(members: 2, levels: 6), BalancedDraw.Team(members: 1, levels: 1),
      BalancedDraw.Team(members: 2, levels: 2),
    ]
    #expect(BalancedDraw.draw([3], into: teams, limit: 3, seed: 5, number: 0) == [1])
    #expect(BalancedDraw.draw([3, 2], into: teams, limit: 3, seed: 5, number: 0) == [1, 2], "the weaker one of two")
    let many = BalancedDraw.draw([1, 1, 1, 1, 1, 1], into: teams, limit: 3, seed: 5, number: 0)
    #expect(many.count { $0 != nil } == 4)
    #expect(BalancedDraw.draw([2], into: [], limit: 3, seed: 5, number: 0) == [nil])
  }

  @Test func `takes another lot with another seed and another number`() {
    let teams = [BalancedDraw.Team](repeating: BalancedDraw.Team(members: 0, levels: 0), count: 4)
    let people = [Int](repeating: 2, count: 12)
    let lots = (0..<20).map { BalancedDraw.draw(people, into: teams, limit: 3, seed: Int64($0), number: 0) }
    #expect(Set(lots).count > 15)
    let next = (0..<20).map { BalancedDraw.draw(people, into: teams, limit: 3, seed: 7, number: $0) }
    #expect(Set(next).count > 15)
  }
}
