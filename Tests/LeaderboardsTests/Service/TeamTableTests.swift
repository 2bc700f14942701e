import FieldhouseKit
import FieldhouseTestSupport
import Testing

@testable import FieldhouseLeaderboards

@Suite struct `A table of teams` {
  private static func board(
    _ order: BoardDeclaration.Order = .descending, numbering: BoardDeclaration.Numbering = .standard
  ) -> BoardDeclaration {
    BoardDeclaration(id: "steps", title: "Steps", order: order, numbering: numbering)
  }

  private static func team(_ name: String, _ sum: Int, of members: Int = 1, mine: Bool = false) -> TeamSum {
    TeamSum(team: name, members: members, sum: Int128(sum), isMine: mine)
  }

  private static func lines(_ table: TeamTable) -> [String] { table.entries.map { "\($0.rank) \($0.team)" } }

  @Test(arguments: [
    (BoardDeclaration.Numbering.standard, ["1 b", "2 a", "2 d", "4 c"]), (.dense, ["1 b", "2 a", "2 d", "3 c"]),
    (.ordinal, ["1 b", "2 a", "3 d", "4 c"]),
  ])
  func `numbers ranks as its board does, equal teams by their ids`(
    numbering: BoardDeclaration.Numbering, lines: [String]
  ) {
    let sums = [Self.team("d", 5), Self.team("c", 4), Self.team("b", 9), Self.team("a", 5)]
    let table = TeamTable(sums, .init(kind: "club"), Self.board(numbering: numbering))
    #expect(Self.lines(table) == lines)
  }

  @Test func `has the fewest first where that is better, and no team without members`() {
    let sums = [Self.team("a", 5), Self.team("b", -3), Self.team("c", 0, of: 0), Self.team("d", 5)]
    let table = TeamTable(sums, .init(kind: "club"), Self.board(.ascending))
    #expect(Self.lines(table) == ["1 b", "2 a", "2 d"])
    #expect(TeamTable([], .init(kind: "club"), Self.board()).entries.isEmpty)
  }

  @Test func `shows the best of those that the viewer is in, if it is ranked`() {
    let sums = [
      Self.team("a", 9, of: 3), Self.team("b", 8, of: 2, mine: true), Self.team("c", 7, of: 3, mine: true),
    ]
    let all = TeamTable(sums, .init(kind: "club"), Self.board())
    #expect(all.mine == TeamEntry(rank: 2, team: "b", score: 8, members: 2))
    let large = TeamTable(sums, .init(kind: "club", minimumSize: 3), Self.board())
    #expect(large.mine == TeamEntry(rank: 2, team: "c", score: 7, members: 3))
    #expect(TeamTable([sums[0]], .init(kind: "club"), Self.board()).mine == nil)
  }

  @Test func `goes on behind a team, and from the top when that is ranked no more`() {
    let sums = (0..<5).map { Self.team("t\($0)", 10 - $0) }
    let table = TeamTable(sums, .init(kind: "club"), Self.board())
    let first = table.page(after: nil, limit: 2)
    #expect(first.items.map(\.team) == ["t0", "t1"] && first.next == "t1")
    let last = table.page(after: "t2", limit: 2)
    #expect(last.items.map(\.team) == ["t3", "t4"] && last.next == nil)
    #expect(table.page(after: "gone", limit: 1).items.map(\.team) == ["t0"])
    #expect(table.page(after: "t4", limit: 9).items.isEmpty && table.page(after: "t4", limit: 9).next == nil)
  }

  @Test func `ranks averages as fractions do, however large the sums are`() {
    var random = SeededRandom(seed: 82)
    for _ in 0..<150 {
      let sums = (0..<1 + random.next(below: 9)).map { number in
        let size = 1 + random.next(below: 4)
        let base = [Int128(0), Int128(Int64.max) * 1_000][random.next(below: 2)]
        return TeamSum(team: "t\(number)", members: size, sum: base + Int128(random.next(below: 7) - 3), isMine: false)
      }
      let table = TeamTable(sums, .init(kind: "club", scoring: .average), Self.board())
      for entry in table.entries {
        let own = sums.first { $0.team == entry.team }
        let better = sums.count { $0.sum * Int128(entry.members) > (own?.sum ?? 0) * Int128($0.members) }
        #expect(entry.rank == better + 1)
      }
      #expect(Set(table.entries.map(\.team)) == Set(sums.map(\.team)))
    }
  }
}
