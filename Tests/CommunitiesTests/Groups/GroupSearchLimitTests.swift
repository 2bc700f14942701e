@testable import FieldhouseCommunities
import FieldhouseKit
import Synchronization
import FieldhouseTestSupport
import Testing

@Suite struct `A search of groups where very many have the words` {
  /// Tables in which every group has the words but for one, and none has both.
  private final class Crowd: GroupRows {
    let asked = Mutex<[Int]>([])

    func rows(_ sql: SQL) async throws -> [Row] {
      if sql.text.contains("count(*)") {
        return [Row(columns: RowColumns(names: ["count"]), values: [.integer(500)])]
      }
      // Of the values the limit is the only number.
      let limit = sql.values.compactMap { if case .integer(let number) = $0 { Int(number) } else { nil } }[0]
      let first = asked.withLock { asked in
        asked.append(limit)
        return asked.reduce(0, +) - limit
      }
      let columns = RowColumns(names: ["id", "found_as", "looked_at"])
      return (first..<first + limit).map {
        Row(columns: columns, values: [.null, .text("lion"), .text("g\(1_000_000 + $0)")])
      }
    }
  }

  @Test(.tags(.pl81)) func `looks at so many of them at most for a page, and says where it goes on`() async throws {
    let crowd = Crowd()
    let found = try await GroupSearch(rows: crowd).page("lion ulm", after: .start, limit: 20)
    #expect(found.groups.isEmpty)
    let asked = crowd.asked.withLock { $0 }
    let looked = asked.reduce(0, +)
    #expect(asked.first == 21)
    #expect((GroupSearch.mostLookedAt...GroupSearch.mostLookedAt + 500).contains(looked))
    #expect(found.next == GroupPlace(name: "lion", id: "g\(1_000_000 + looked - 1)"))
  }
}
