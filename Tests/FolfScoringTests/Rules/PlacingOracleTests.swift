import FieldhouseTestSupport
import Testing

@testable import FolfScoring

/// Places, groups and points on whatever is thrown, beside what a plain reckoning says of them.
@Suite struct `Places beside a plain reckoning` {
  private static let seeds = 0..<4

  private func field(_ random: inout SeededRandom) -> [TournamentScore] {
    let rounds = 1 + random.next(below: 3)
    return (0..<1 + random.next(below: 9)).map { number in
      let played = random.next(below: 8) == 0 ? random.next(below: rounds + 1) : rounds
      return TournamentScore(
        id: "p\(number)", rounds: (0..<played).map { _ in 27 + random.next(below: 3) },
        isOut: random.next(below: 8) == 0,
        memberNumber: random.next(below: 2) == 0 ? nil : 1 + random.next(below: 5),
        lastName: ["Abel", "Berg", "Þór", ""][random.next(below: 4)])
    }
  }

  /// PDGA, Competition Manual, 1.09: a place is one behind as many as have thrown less.
  @Test(.tags(.fs160), arguments: seeds)
  func `a place is where an equal total stands first in the sorted list`(seed: Int) {
    for run in 0..<100 {
      var random = SeededRandom(seed: UInt64(seed * 1_000 + run))
      let scores = field(&random)
      let going = scores.filter { !$0.isOut }
      let most = going.map(\.rounds.count).max() ?? 0
      let whole = going.filter { $0.rounds.count == most && most > 0 }
      let totals = whole.map(\.total).sorted()
      let wanted = whole.map { ($0.id, (totals.firstIndex(of: $0.total) ?? -2) + 1) }
      #expect(Placing.places(scores) == Dictionary(uniqueKeysWithValues: wanted))
      let leaders = wanted.filter { $0.1 == 1 }.map(\.0).sorted()
      #expect(Placing.ties(scores) == (leaders.count > 1 ? leaders : []))
      guard leaders.count > 1, let winner = leaders.randomElement(using: &random) else { continue }
      let decided = scores.map { score in
        TournamentScore(
          id: score.id, rounds: score.rounds, isOut: score.isOut, memberNumber: score.memberNumber,
          lastName: score.lastName, hasWonPlayoff: score.id == winner)
      }
      let places = Placing.places(decided)
      #expect(places[winner] == 1 && Placing.ties(decided).isEmpty)
      #expect(leaders.filter { $0 != winner }.allSatisfy { places[$0] == 2 }, "the others share the second place")
      #expect(wanted.filter { $0.1 > 1 }.allSatisfy { places[$0.0] == $0.1 }, "and nobody else's place changes")
    }
  }

  @Test(.tags(.fs160), arguments: seeds) func `groups have everybody who plays on, in one order, the leaders last`(
    seed: Int
  ) {
    for run in 0..<100 {
      var random = SeededRandom(seed: UInt64(seed * 1_000 + run))
      let scores = field(&random)
      let order = Placing.order(scores)
      #expect(order == Placing.order(scores.shuffled(using: &random)))
      #expect(order.sorted() == scores.filter { !$0.isOut }.map(\.id).sorted())
      let places = Placing.places(scores)
      let ranked = order.compactMap { places[$0] }
      #expect(ranked == ranked.sorted(by: >))
      #expect(order.drop { places[$0] == nil }.allSatisfy { places[$0] != nil }, "who lacks a round begins")
      let size = 3 + random.next(below: 3)
      let cards = TeeSheet.cards(order, size: size, interval: 7, holes: 18)
      #expect(cards.flatMap(\.entrants) == order)
      let counts = cards.map(\.entrants.count)
      #expect(counts.allSatisfy { $0 <= size } && (counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
      #expect((cards.count - 1) * size < order.count || order.isEmpty, "no card more than is needed")
      #expect(cards.map(\.minutes) == cards.indices.map { 7 * $0 })
    }
  }

  /// Competition Manual, 1.09: shares of tied places are added and divided, so that nothing is lost and nothing is added.
  @Test(.tags(.fs159), arguments: seeds) func `points of shared places are those of the places together`(seed: Int) {
    for run in 0..<100 {
      var random = SeededRandom(seed: UInt64(seed * 1_000 + run))
      let places = Placing.places(field(&random))
      let points = (0..<1 + random.next(below: 6)).map { _ in random.next(below: 20) }
      let earned = LeaguePoints.points(places, points)
      let sum = points.prefix(places.count).reduce(0, +)
      #expect(abs(earned.values.reduce(0, +) - Double(sum)) < 1e-9)
      for (one, place) in places {
        #expect(places.allSatisfy { $0.value != place || earned[$0.key] == earned[one] }, "equal ones have the same")
      }
    }
  }

  /// 1/3, 2 and 20/3 are nine, in binary fractions in some orders a little more.
  @Test(.tags(.fs159)) func `points add up to the same in whatever order they came`() {
    let shares = [1.0 / 3, 2, 20.0 / 3]
    #expect(shares.reduce(0, +) != shares.reversed().reduce(0, +), "or this proves nothing")
    #expect(LeaguePoints.sum(shares) == 9 && LeaguePoints.sum(shares.reversed()) == 9)
    #expect(LeaguePoints.sum([10.0 / 3]) == 3.333333 && LeaguePoints.sum([]) == 0)
    #expect(LeaguePoints.sum([6.5, 0.25]) == 6.75)
  }

  @Test(.tags(.fs160)) func `whoever lacks a round leads no group, however little was thrown`() {
    let scores = [("leader", [27, 27]), ("one", [25]), ("last", [30, 30]), ("none", [])]
    let order = Placing.order(scores.map { TournamentScore(id: $0.0, rounds: $0.1, isOut: false) })
    #expect(order == ["none", "one", "last", "leader"])
  }
}
