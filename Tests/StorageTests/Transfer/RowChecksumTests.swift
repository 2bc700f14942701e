internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Testing

@testable internal import FieldhouseStorage

@Suite("The checksum of rows")
struct RowChecksumTests {
  private func text(_ rows: [[SQLValue]]) -> String {
    var sum = RowChecksum()
    for row in rows { sum.add(row) }
    return sum.text
  }

  /// Reckoned with Python's hashlib from the words of ``RowChecksum``: kind, length and content of each value, the first 16
  /// bytes of each row's SHA-256 as two numbers, and their sums.
  @Test func `is the sum of what each row gives`() {
    #expect(text([]) == "00000000000000000000000000000000")
    #expect(
      text([[.integer(1), .text("a"), .null, .real(1.5), .blob([0, 255])]]) == "ab0c8008a66fd87bff0873402ed54137")
    #expect(text([[.integer(1), .text("zürich")], [.integer(2), .text("")]]) == "e1e68f93a0639d4faf9e0f5300c3abe0")
    #expect(text([[.real(0)]]) == "4322fd2bc0a137d1375b37b3b2e2b471")
  }

  @Test func `knows no order of rows, and counts each`() {
    var random = SeededRandom(seed: 5)
    let rows: [[SQLValue]] = (0..<50).map { _ in
      [.integer(Int64(random.next(below: 9))), .text(random.text()), .real(random.real())]
    }
    #expect(text(rows) == text(rows.shuffled(using: &random)))
    #expect(text(rows + [rows[0]]) != text(rows))
    #expect(text(Array(rows.dropLast())) != text(rows))
    var sum = RowChecksum()
    for row in rows + rows { sum.add(row) }
    #expect(sum.rows == 100)
  }

  private static let different: [[[SQLValue]]] = [
    [[.null]], [[]], [[.null, .null]], [[.text("")]], [[.blob([])]], [[.integer(0)]], [[.real(0)]], [[.text("0")]],
    [[.integer(1)]], [[.real(1)]], [[.text("a"), .text("b")]], [[.text("ab"), .text("")]], [[.text(""), .text("ab")]],
    [[.text("b"), .text("a")]], [[.blob([97]), .text("b")]], [[.text("a")], [.text("b")]], [[.integer(.max)]],
    [[.integer(.min)]], [[.real(.infinity)]], [[.real(-.infinity)]], [[.real(.leastNonzeroMagnitude)]],
    [[.text("é")]], [[.text("e\u{301}")]],
  ]

  @Test func `tells all rows apart that are not the same`() {
    #expect(Set(Self.different.map(text)).count == Self.different.count)
    #expect(text([[.real(-0.0)]]) == text([[.real(0)]]), "SQLite keeps no sign of a zero")
  }
}
