/// Draws teams that are equally large and equally strong: one after the other, the strongest first, comes into one of the teams with the
/// fewest members, and among them into one whose levels add up to the least. Among equals the lot decides, which follows from the seed
/// and the number of the draw.
///
/// Where all teams were empty, sizes differ by one at most, and the sums of the levels of two teams by the highest level at most; where all
/// teams are equally large, by the highest less the lowest level at most. For a team that was weaker before a round of one newcomer each
/// gets one who is as strong or stronger, so that a round either lessens a difference or turns it into one that is no larger than the
/// levels of that round lie apart; and rounds do not overlap.
enum BalancedDraw {
  /// The levels that people give themselves: beginner, regular, advanced.
  static let levels = 1...3

  struct Team: Hashable, Sendable {
    var members: Int
    /// The sum of the members' levels.
    var levels: Int
  }

  /// The team of each, by its place; nil where there is no room any more.
  /// - Parameters:
  ///   - people: the level of each, in the order in which they came.
  ///   - number: the number of the draw in the challenge, from 0.
  static func draw(_ people: [Int], into teams: [Team], limit: Int, seed: Int64, number: Int) -> [Int?] {
    var numbers = SplitMix64(state: UInt64(bitPattern: seed) &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03)
    // The places of the teams that have room, by what they are; those of one kind in order.
    var open = Dictionary(grouping: teams.indices.filter { teams[$0].members < limit }) { teams[$0] }
    var found = [Int?](repeating: nil, count: people.count)
    for person in order(people, &numbers) {
      guard let kind = open.keys.min(by: { ($0.members, $0.levels) < ($1.members, $1.levels) }) else { break }
      let weakest = open[kind]?.count ?? 0
      guard let team = open[kind]?.remove(at: numbers.below(weakest)) else { break }
      if weakest == 1 { open[kind] = nil }
      found[person] = team
      let next = Team(members: kind.members + 1, levels: kind.levels + people[person])
      guard next.members < limit else { continue }
      let place = open[next]?.firstIndex { $0 > team } ?? open[next]?.count ?? 0
      open[next, default: []].insert(team, at: place)
    }
    return found
  }

  /// Everybody once, the strongest first, those of one level in an order that is drawn (Fisher and Yates, from the end).
  private static func order(_ people: [Int], _ numbers: inout SplitMix64) -> [Int] {
    var order = Array(people.indices)
    for last in stride(from: order.count - 1, to: 0, by: -1) { order.swapAt(last, numbers.below(last + 1)) }
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    return order.sorted { (people[$1], places[$0] ?? 0) < (people[$0], places[$1] ?? 0) }
  }
}

extension SplitMix64 {
  /// A number from 0 to below a bound of at least 1, each as likely as the others: numbers behind the last multiple of the bound would make
  /// the first ones likelier.
  mutating func below(_ bound: Int) -> Int {
    let bound = UInt64(bound)
    let limit = UInt64.max - UInt64.max % bound
    var drawn = next()
    while drawn >= limit { drawn = next() }
    return Int(drawn % bound)
  }
}
