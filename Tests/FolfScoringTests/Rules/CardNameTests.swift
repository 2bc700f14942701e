import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

@Suite struct `Letters for the head of a card` {
  /// A display name, the position of the row, what others have, and what is proposed. `.ci/folf.py` holds the pages to
  /// the same.
  private static let table = #"""
    Ada                |  0 |                 | ADA
    Ada Lovelace       |  0 |                 | AL
    Ada Bea Cid Dorn   |  0 |                 | ABC
    Jean-Luc Picard    |  0 |                 | JP
    Li                 |  0 |                 | LI
    O'Neil             |  0 |                 | ONE
    Özgür              |  0 |                 | ÖZG
    Óskar Þór          |  0 |                 | ÓÞ
    Strauß             |  0 |                 | STR
    ß                  |  0 |                 | SS
    istanbul           |  0 |                 | IST
    Ωμέγα              |  0 |                 | ΩΜΈ
    محمد               |  0 |                 | محم
    محمد علي           |  0 |                 | مع
    مُحَمَّد           |  0 |                 | محم
    王小明             |  0 |                 | 王小明
    李 明              |  0 |                 | 李明
    王                 |  2 |                 | PC
    한국               |  0 |                 | 한국
    राम कुमार          |  0 |                 | रक
    😀🥏               |  1 |                 | PB
    😀 Ada             |  0 |                 | ADA
    Ada 2              |  0 |                 | ADA
    R2 D2              |  0 |                 | RD
    R2                 |  3 |                 | PD
    42                 | 25 |                 | PZ
    42                 | 26 |                 | PA
                       |  0 |                 | PA
    Anna               |  1 | ANN             | ANA
    Annabel            |  2 | ANN ANA         | ANB
    Ada                |  1 | ADA             | ADB
    Mo                 |  1 | MO              | MOA
    Mo                 |  2 | MO MOA          | MOB
    Mo Berg            |  1 | MB              | MBE
    Ada Bea Cid        |  1 | ABC             | ABI
    محمد               |  1 | محم             | محد
    محمد علي           |  1 | مع              | معل
    42                 |  0 | PA              | PAA
    Ada                |  1 | AD              | ADA
    """#

  private struct Line {
    let name: String
    let seat: Int
    let taken: Set<String>
    let wanted: String

    init(_ text: Substring) throws {
      let parts = text.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      try #require(parts.count == 4)
      (name, seat, wanted) = (parts[0], try #require(Int(parts[1])), parts[3])
      taken = Set(parts[2].split(separator: " ").map { String($0) })
    }
  }

  @Test(.tags(.fs179)) func `are those of the name, in upper case, and others than the others have`() throws {
    let lines = try Self.table.split(separator: "\n").map { try Line($0) }
    #expect(lines.count == 39)
    for line in lines {
      let proposed = CardName.proposed(for: line.name, seat: line.seat, besides: line.taken)
      #expect(proposed == line.wanted, "\(line.name)")
    }
  }

  @Test(.tags(.fs179)) func `are never those of another, however many have the same name`() {
    for name in ["Mo", "Annabel", "Ada Lovelace", "", "王小明", "42"] {
      var taken: Set<String> = []
      for seat in 0..<100 {
        let proposed = CardName.proposed(for: name, seat: seat, besides: taken)
        #expect((2...3).contains(proposed.count) && proposed.allSatisfy(\.isLetter), "\(proposed)")
        #expect(!taken.contains(proposed), "\(proposed)")
        taken.insert(proposed)
      }
    }
  }

  @Test(.tags(.fs179)) func `are what somebody has saved, which others may have too`() {
    #expect(CardName.given("BO", or: "Bob", seat: 0, besides: ["BO"]) == "BO")
    #expect(CardName.given("", or: "Bob", seat: 0, besides: ["BOB"]) == "BOA")
  }
}
