import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseSupervision

@Suite(.serialized) struct `Memory that nobody needs` {
  @Test func `is given back in the first quiet moment, and then after work alone`() {
    var spare = SpareMemory()
    let busy = SpareMemory.quiet + 0.01
    let looks = [busy, busy, SpareMemory.quiet, 0, 0, busy, 0, SpareMemory.quiet, 1.5, 2, 0.01]
    let due = looks.map { spare.isDue(share: $0) }
    #expect(due == [false, false, true, false, false, false, true, false, false, false, true])
  }

  @Test func `goes, and what was there is there when it is needed`() throws {
    /// Resident pages that are read from files.
    func filed() throws -> Int {
      let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
      return try #require(Int(words[2]))
    }
    let before = try filed()
    SpareMemory.giveBack()
    #expect(try filed() < before)
    #expect(try JSONDecoder().decode([Int].self, from: Data("[1, 2]".utf8)) == [1, 2])
  }
}
