import FieldhouseTestSupport
import Testing

@testable import FolfScoring

/// Games on whatever is thrown, beside what a slow and plain reckoning says of them.
@Suite struct `Games beside a plain reckoning` {
  private static let seeds = 0..<4
  private static let runs = 50

  /// Scores by hole and side, of which some are missing.
  private func scores(_ random: inout SeededRandom, sides: Int, holes: Int) -> [[Int?]] {
    (0..<holes).map { _ in
      (0..<sides).map { _ in random.next(below: 25) == 0 ? nil : 2 + random.next(below: 3) }
    }
  }

  private func run(_ seed: Int, _ body: (inout SeededRandom) throws -> Void) rethrows {
    for run in 0..<Self.runs {
      var random = SeededRandom(seed: UInt64(seed * 10_000 + run))
      try body(&random)
    }
  }

  /// A hole that is won brings as many skins as holes lie between it and the one that was won before.
  @Test(.tags(.fs116), arguments: seeds) func `skins are the holes since the last one that was won`(seed: Int) {
    run(seed) { random in
      let sides = 2 + random.next(below: 4)
      let scores = scores(&random, sides: sides, holes: 1 + random.next(below: 18))
      let whole = scores.prefix { !$0.contains(nil) }.map { $0.compactMap(\.self) }
      var (won, last) = (Array(repeating: 0, count: sides), -1)
      for (hole, row) in whole.enumerated() {
        let least = row.sorted()
        guard least[0] < least[1], let winner = row.firstIndex(of: least[0]) else { continue }
        won[winner] += hole - last
        last = hole
      }
      let skins = Skins(scores)
      #expect(skins.won == won && skins.holes == whole.count && skins.carried == whole.count - 1 - last)
    }
  }

  /// All ways in which the holes that are left can end, as how many holes the first one is up at last.
  private func ends(_ up: Int, _ left: Int) -> Set<Int> {
    left == 0 ? [up] : Set([-1, 0, 1].flatMap { ends(up + $0, left - 1) })
  }

  /// PDGA, Official Rules of Disc Golf, Appendix A: a match is over once nothing that follows can change who wins it.
  @Test(.tags(.fs116), arguments: seeds) func `a match is decided when no end of it is another one`(seed: Int) {
    run(seed) { random in
      let holes = 1 + random.next(below: 6)
      let scores = scores(&random, sides: 2, holes: holes)
      var (up, left) = (0, holes)
      func isOver() -> Bool { Set(ends(up, left).map { $0.signum() }).count == 1 }
      for row in scores {
        guard !isOver(), let one = row[0], let other = row[1] else { break }
        if one < other { up += 1 } else if other < one { up -= 1 }
        left -= 1
      }
      let match = MatchPlay(scores.map { ($0[0], $0[1]) })
      #expect(match.up == up && match.left == left && match.isDecided == isOver(), "\(scores)")
      let turned = MatchPlay(scores.map { ($0[1], $0[0]) })
      #expect(turned.up == -up && turned.left == left, "nobody is preferred")
    }
  }

  /// Who is in after some holes has the least row of throws on them, compared hole after hole.
  private func left(_ scores: [[Int?]], least first: [Int]) -> [Bool] {
    var (isIn, count) = (first.map { $0 == first.min() }, 0)
    while count < scores.count, isIn.count(where: \.self) > 1 {
      let next = scores[count]
      guard isIn.indices.allSatisfy({ !isIn[$0] || next[$0] != nil }) else { break }
      count += 1
      let rows = first.indices.map { side in [first[side]] + scores[..<count].map { $0[side] ?? 100 } }
      let best = rows.min { $0.lexicographicallyPrecedes($1) }
      isIn = rows.map { $0 == best }
    }
    return isIn
  }

  /// PDGA, Competition Manual, 1.09.
  @Test(.tags(.fs116, .fs160), arguments: seeds)
  func `a playoff leaves those in with the least throws so far`(seed: Int) {
    run(seed) { random in
      let sides = 2 + random.next(below: 4)
      let scores = scores(&random, sides: sides, holes: 1 + random.next(below: 9))
      #expect(Playoff.suddenDeath(scores) == left(scores, least: Array(repeating: 0, count: sides)), "\(scores)")
      let count = 1 + random.next(below: 6)
      let part = scores.prefix(count)
      let isPlayed = part.count == count && !part.contains { $0.contains(nil) }
      let sums = (0..<sides).map { side in part.compactMap { $0[side] }.reduce(0, +) }
      let wanted = isPlayed ? left(Array(scores.dropFirst(count)), least: sums) : Array(repeating: true, count: sides)
      #expect(Playoff.aggregate(scores, over: count) == wanted, "\(scores) over \(count)")
    }
  }

  @Test(.tags(.fs116), arguments: seeds) func `wolf gives each of the winning side a point, and a lone wolf two`(
    seed: Int
  ) {
    run(seed) { random in
      let count = 3 + random.next(below: 3)
      let scores = scores(&random, sides: count, holes: 1 + random.next(below: 12))
      let choices = scores.map { _ in random.next(below: 6) == 0 ? nil : 1 + random.next(below: count + 1) as Int? }
      var (points, waiting) = (Array(repeating: 0, count: count), [Int]())
      for (hole, row) in scores.enumerated() {
        let wolf = hole % count
        let partner = choices[hole].map { $0 - 2 }
        guard let partner, partner != wolf, !row.contains(nil) else {
          waiting.append(wolf)
          continue
        }
        let known = row.compactMap(\.self)
        for player in 0..<count {
          let isOfPack = { (one: Int) in one == wolf || one == partner }
          let mine = known.indices.filter { isOfPack($0) == isOfPack(player) }.map { known[$0] }.min() ?? 99
          let theirs = known.indices.filter { isOfPack($0) != isOfPack(player) }.map { known[$0] }.min() ?? 99
          if mine < theirs { points[player] += player == wolf && partner < 0 ? 2 : 1 }
        }
      }
      let game = Wolf(scores, choices: choices)
      #expect(game.points == points && game.next == waiting.first, "\(scores) \(choices)")
    }
  }

  /// Two points a hole less the throws above par, as long as no hole costs more than two above par.
  @Test(.tags(.fs116), arguments: seeds) func `stableford is two points a hole less the throws above par`(seed: Int) {
    run(seed) { random in
      var layout = Layout.plain(1 + random.next(below: 18))
      for hole in layout.holes.indices { layout.holes[hole].par = 3 + random.next(below: 3) }
      let rows = (0..<2).map { _ in layout.holes.map { $0.par - 2 + random.next(below: 5) } }
      let card = Sample.card(layout, rows)
      let standing = Sample.standing(GameChoice(kind: .stableford), card)
      #expect(standing?.points == card.lines.map { 2 * layout.holes.count - $0.toPar })
    }
  }

  /// The best score of a team on a hole, however its members came, and nothing while one of them is still to throw.
  @Test(.tags(.fs116), arguments: seeds) func `a team has the best score of its members`(seed: Int) {
    run(seed) { random in
      let (players, holes) = (2 + random.next(below: 5), 1 + random.next(below: 9))
      let rows = (0..<players).map { _ in (0..<holes).map { _ in random.next(below: 6) } }
      let teams = (0..<players).map { $0 < 2 ? $0 + 1 : 1 + random.next(below: 2) }
      let standing = Sample.standing(
        GameChoice(kind: .stroke, byTeam: true), Sample.card(.plain(holes), rows), teams: teams)
      let wanted = [1, 2].map { team -> Int? in
        let members = teams.indices.filter { teams[$0] == team }
        let best = (0..<holes).compactMap { hole -> Int? in
          let thrown = members.map { rows[$0][hole] }
          return thrown.contains(0) ? nil : thrown.min()
        }
        return best.isEmpty ? nil : best.map { $0 - 3 }.reduce(0, +)
      }
      #expect(standing?.toPar == wanted, "\(rows) \(teams)")
    }
  }
}
