import FieldhouseKit
import Testing

@testable import FieldhouseLeaderboards

@Suite struct `The rows that are kept as JSON` {
  private let key = RankKey(score: 7, achievedAt: 0)

  private func isKept(_ name: UInt64, in rows: WrittenRows, as key: RankKey? = nil) -> Bool {
    var rows = rows
    return rows.row(name, key ?? self.key) != nil
  }

  @Test func `are shown as long as they are ranked by the same key`() {
    var rows = WrittenRows(capacity: 2)
    rows.keep(Array("{}".utf8), 1, key, version: rows.version)
    #expect(isKept(1, in: rows))
    #expect(!isKept(2, in: rows))
    #expect(!isKept(1, in: rows, as: RankKey(score: 8, achievedAt: 0)))
    rows.forget(1)
    #expect(!isKept(1, in: rows))
    rows.keep(Array("{}".utf8), 1, key, version: rows.version)
    rows.forgetAll()
    #expect(!isKept(1, in: rows))
  }

  @Test func `are not kept when something has changed since they were read`() {
    var rows = WrittenRows(capacity: 2)
    let version = rows.version
    rows.forget(9)
    rows.keep(Array("{}".utf8), 1, key, version: version)
    #expect(!isKept(1, in: rows))
    let later = rows.version
    rows.forgetAll()
    rows.keep(Array("{}".utf8), 1, key, version: later)
    #expect(!isKept(1, in: rows))
  }

  @Test func `are no more than there is room for`() {
    var rows = WrittenRows(capacity: 3)
    for name in 0..<10 as Range<UInt64> { rows.keep(Array("{}".utf8), name, key, version: rows.version) }
    #expect((0..<10).count { isKept($0, in: rows) } == 3)
  }
}
