import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `The name that was probably meant` {
  @Test(
    arguments: [
      (1, 1, true), (1, 2, false), (5, 1, true), (5, 2, false), (6, 2, true), (6, 3, false), (8, 2, true), (9, 3, true),
      (9, 4, false), (63, 21, true), (63, 22, false), (64, 21, true), (64, 22, false),
    ] as [(Int, Int, Bool)])
  func `is within a third of the length`(length: Int, wrong: Int, isFound: Bool) {
    let name = String(repeating: "a", count: length)
    let text = String(repeating: "b", count: wrong) + name.dropFirst(wrong)
    #expect((closestMatch(to: text, in: [name]) == name) == isFound)
  }

  @Test func `may be longer or shorter by as much`() {
    #expect(closestMatch(to: "abcdef", in: ["abcd"]) == "abcd" && closestMatch(to: "abcdef", in: ["abc"]) == nil)
    #expect(closestMatch(to: "abcdef", in: ["abcdefgh"]) == "abcdefgh")
    #expect(closestMatch(to: "abcdef", in: ["abcdefghi"]) == nil)
    #expect(closestMatch(to: "", in: [""]) == "" && closestMatch(to: "a", in: [""]) == "")
  }

  @Test func `is not looked for when the text is longer than 64 characters, however they are written`() {
    let most = String(repeating: "e\u{301}", count: 32)
    #expect(closestMatch(to: most, in: [most]) == most)
    #expect(closestMatch(to: most + "x", in: [most, most + "x"]) == nil)
    #expect(closestMatch(to: String(repeating: "👩", count: 64), in: [String(repeating: "👩", count: 64)]) != nil)
    #expect(closestMatch(to: String(repeating: "a", count: 10_000_000), in: [most]) == nil)
  }

  @Test(
    arguments: [
      ("EVENT", ["event"], "event"), ("event", ["EVENT", "Event"], "EVENT"), ("STRASSE", ["strasse"], "strasse"),
      ("ÉTÉ", ["été"], "été"), ("ΌΝΟΜΑ", ["όνομα"], "όνομα"), ("nmae", ["name", "mane"], "name"),
      ("color", ["colour", "colors"], "colour"), ("listen", ["silent", "listen"], "listen"), ("ab", ["ba"], "ba"),
      ("abc", ["cab"], nil), ("points", ["point", "joints", "paints"], "point"),
    ] as [(String, [String], String?)])
  func `is the nearest, of equally near ones the first, whatever the case`(
    text: String, names: [String], expected: String?
  ) {
    #expect(closestMatch(to: text, in: names) == expected)
  }

  @Test func `is never farther than any other`() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<300 {
      let texts = (0..<8).map { _ in String((0..<random.next(below: 9)).map { _ in "abcAB"[random.next(below: 5)] }) }
      let (text, names) = (texts[0], Array(texts.dropFirst()))
      let distances = names.map { editDistance(text.lowercased(), $0.lowercased()) }
      let best = distances.min() ?? 0
      let isNear = best <= max(1, text.count / 3)
      let expected = isNear ? distances.firstIndex(of: best).map { names[$0] } : nil
      #expect(closestMatch(to: text, in: names) == expected, "\(text) \(names)")
    }
  }

  @Test func `is counted in steps that can be taken back, and never more than the longer text has`() {
    var random = SeededRandom(seed: 13)
    for _ in 0..<500 {
      let (a, b) = (random.text(), random.text())
      let distance = editDistance(a, b)
      let lengths = (a.unicodeScalars.count, b.unicodeScalars.count)
      #expect(distance == editDistance(b, a))
      #expect(distance >= abs(lengths.0 - lengths.1) && distance <= max(lengths.0, lengths.1))
      #expect((distance == 0) == a.unicodeScalars.elementsEqual(b.unicodeScalars))
      #expect(editDistance(a + "x", b + "x") == distance && editDistance("x" + a, "x" + b) == distance)
    }
    #expect(editDistance("e\u{301}", "\u{E9}") == 2 && editDistance("ca", "abc") == 3)
  }
}

extension String {
  fileprivate subscript(position: Int) -> Character { self[index(startIndex, offsetBy: position)] }
}
