import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `White space that is folded` {
  /// White_Space of Unicode's PropList.txt.
  private static let spaces: [Unicode.Scalar] = {
    let values: [UInt32] = [
      0x9, 0xA, 0xB, 0xC, 0xD, 0x20, 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
    ]
    return (values + Array(0x2000...0x200A)).compactMap { Unicode.Scalar($0) }
  }()

  @Test func `is all that Unicode has, and one space stands for a run of it`() {
    for space in Self.spaces {
      #expect("\(space)a\(space)\(space)b\(space)".foldingWhiteSpace == "a b", "U+\(space.value)")
      #expect("\(space)".foldingWhiteSpace == "")
    }
    let all = String(String.UnicodeScalarView(Self.spaces))
    #expect((all + "a" + all + "b" + all).foldingWhiteSpace == "a b")
  }

  @Test(arguments: ["\u{200B}", "\u{200D}", "\u{FEFF}", "\u{2060}", "\u{180E}", "\u{AD}", "\u{2800}", "\u{3164}", "_"])
  func `is nothing else, though it cannot be seen`(text: String) {
    #expect((" " + text + " ").foldingWhiteSpace.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test func `stays folded, and leaves the other characters in their order`() {
    var random = SeededRandom(seed: 17)
    let others: [Unicode.Scalar] = ["a", "é", "\u{301}", "日", "👩", "\u{200D}"]
    for _ in 0..<500 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<random.next(below: 16) {
        let isSpace = random.next(below: 2) == 0
        let choice = isSpace ? Self.spaces : others
        scalars.append(choice[random.next(below: choice.count)])
      }
      let folded = String(scalars).foldingWhiteSpace.unicodeScalars
      #expect(String(folded).foldingWhiteSpace.unicodeScalars.elementsEqual(folded))
      #expect(folded.first?.properties.isWhitespace != true && folded.last?.properties.isWhitespace != true)
      #expect(folded.filter { $0 != " " }.elementsEqual(scalars.filter { !$0.properties.isWhitespace }))
      #expect(!zip(folded, folded.dropFirst()).contains { $0 == " " && $1 == " " })
    }
  }
}
