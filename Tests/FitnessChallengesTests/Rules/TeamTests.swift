import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `Teams` {
  @Test(.tags(.fc18, .fc31))
  func `that are drawn differ by one at most, in 10,000 draws, and are drawn again from the seed`() {
    var numbers = SplitMix64(state: 3)
    var draws = 0
    while draws < 10_000 {
      let (count, limit) = (Int.random(in: 1...12, using: &numbers), Int.random(in: 2...9, using: &numbers))
      let seed = Int64(bitPattern: numbers.next())
      func drawn() -> [Int] {
        var (sizes, teams) = ([Int](repeating: 0, count: count), [Int]())
        while true {
          let among = TeamDraw.candidates(sizes: sizes, limit: limit)
          guard !among.isEmpty else { return teams }
          let team = among[TeamDraw.pick(seed: seed, number: teams.count, among: among.count)]
          sizes[team] += 1
          teams.append(team)
          #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
        }
      }
      let teams = drawn()
      #expect(teams.count == count * limit, "every place is taken")
      #expect(drawn() == teams)
      draws += teams.count
    }
  }

  @Test func `that have as few members are as likely as each other`() {
    var counts = [Int](repeating: 0, count: 7)
    for number in 0..<70_000 { counts[TeamDraw.pick(seed: 42, number: number, among: 7)] += 1 }
    let square = counts.reduce(0.0) { $0 + (Double($1) - 10_000) * (Double($1) - 10_000) / 10_000 }
    #expect(square < 22.46, "chi-square with six degrees of freedom, one in a thousand: \(counts)")
    #expect(Set((0..<50).map { TeamDraw.pick(seed: Int64($0), number: 0, among: 5) }).count == 5, "seeds differ")
  }

  @Test func `are drawn from the emptiest below the limit alone`() {
    #expect(TeamDraw.candidates(sizes: [2, 1, 3, 1], limit: 4) == [1, 3])
    #expect(TeamDraw.candidates(sizes: [4, 4], limit: 4).isEmpty)
    #expect(TeamDraw.candidates(sizes: [], limit: 4).isEmpty)
    #expect(TeamDraw.candidates(sizes: [0, 5], limit: 4) == [0])
  }

  @Test(.tags(.fc17)) func `lose nothing when somebody withdraws, whatever counts, 10,000 times`() {
    var numbers = SplitMix64(state: 5)
    for _ in 0..<10_000 {
      let scores = (0..<Int.random(in: 2...8, using: &numbers)).map { _ in Int64.random(in: 0...90_000, using: &numbers)
      }
      let active = Int.random(in: 2...scores.count, using: &numbers)
      for scoring in [TeamScoring.sum, .average, .best(1), .best(3)] {
        #expect(
          scoring.score(scores, active: active - 1) >= scoring.score(scores, active: active), "\(scoring) \(scores)")
      }
    }
  }

  @Test func `have the sum, the average or the best of their members`() {
    let scores: [Int64] = [4_000, 1_000, 7_000, 2_000]
    #expect(TeamScoring.sum.score(scores, active: 4) == 14_000)
    #expect(TeamScoring.average.score(scores, active: 4) == 3_500)
    #expect(TeamScoring.average.score(scores, active: 2) == 7_000)
    #expect(TeamScoring.best(2).score(scores, active: 4) == 11_000)
    #expect(TeamScoring.best(9).score(scores, active: 4) == 14_000)
    #expect([TeamScoring.sum, .average, .best(1)].allSatisfy { $0.score(scores, active: 0) == 0 })
  }
}
