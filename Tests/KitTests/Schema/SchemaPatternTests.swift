import FieldhouseKit
import Testing

/// What ECMA-262 § 22.2 says of regular expressions, where engines differ. JSON Schema 2020-12 (§ 6.4 of its core)
/// prescribes this dialect, with the flag `u` and without `m` and `i`.
@Suite struct `A pattern of a schema` {
  private func expect(_ pattern: String, fits: [String] = [], fails: [String] = []) throws {
    let compiled = try CompiledSchema(.string(pattern: pattern))
    for text in fits { #expect(compiled.validate(.string(text)).isEmpty, "\(pattern) fits \(text.debugDescription)") }
    for text in fails {
      #expect(compiled.validate(.string(text)).map(\.code) == ["pattern"], "\(pattern) \(text.debugDescription)")
    }
  }

  @Test func `begins and ends with the text, not with a line`() throws {
    try expect("^a$", fits: ["a"], fails: ["a\n", "\na", "b\na", "a\r\n", "a\u{2028}", "A"])
    try expect("a$", fits: ["ba"], fails: ["a\nb", "ab"])
    try expect("^$", fits: [""], fails: ["\n", " "])
    try expect("^(a|b$)", fits: ["ac", "b"], fails: ["bc", "ca"])
    try expect("[$]", fits: ["$"], fails: ["", "a"])
    try expect("\\$$", fits: ["1$"], fails: ["$1"])
  }

  @Test(arguments: ["\n", "\r", "\u{2028}", "\u{2029}"]) func `lets the dot stand for no end of a line`(text: String)
    throws
  { try expect("^.$", fails: [text]) }

  @Test(arguments: ["\u{B}", "\u{C}", "\u{85}", "\0", " ", "é", "😀", "."])
  func `lets the dot stand for everything else`(text: String) throws {
    try expect("^.$", fits: [text])
    try expect("^a.b$", fits: ["a\(text)b"])
  }

  @Test func `takes a dot as a dot where it is one`() throws {
    try expect("^[.]$", fits: ["."], fails: ["a"])
    try expect("^\\.$", fits: ["."], fails: ["a"])
    try expect("^a.*b$", fits: ["ab", "a..b", "axyzb"], fails: ["a\nb", "b"])
    try expect("^.{2,3}$", fits: ["ab", "😀😀😀"], fails: ["a", "abcd"])
  }

  @Test(
    arguments: [
      "\t", "\n", "\u{B}", "\u{C}", "\r", " ", "\u{A0}", "\u{1680}", "\u{2003}", "\u{2028}", "\u{2029}", "\u{202F}",
      "\u{205F}", "\u{3000}", "\u{FEFF}",
    ])
  func `has the spaces of ECMAScript`(space: String) throws {
    try expect("^\\s$", fits: [space])
    try expect("^[a\\s]$", fits: [space, "a"])
    try expect("^\\S$", fails: [space])
    try expect("^[^\\s]$", fails: [space])
  }

  @Test(arguments: ["\u{85}", "\u{200B}", "\u{180E}", "\0", "x", "\u{1C}"])
  func `has no other spaces`(text: String) throws {
    try expect("^\\S$", fits: [text])
    try expect("^\\s$", fails: [text])
    try expect("^[\\S]$", fits: [text])
  }

  @Test func `counts the edges of words in ASCII`() throws {
    try expect("\\ba\\b", fits: ["a", "x a!", "éa", "a\u{301}"], fails: ["ab", "1a", "_a", "b"])
    try expect("a\\Bb", fits: ["ab"], fails: ["a b"])
    try expect("^\\B$", fits: [""], fails: ["a"])
    try expect("^[\\b]$", fits: ["\u{8}"], fails: ["b", "\\"])
    try expect("^\\w\\W\\d\\D$", fits: ["aé1x", "_-0é"], fails: ["éé11", "aa1x", "a-٣x"])
    try expect("^[\\W]$", fits: ["é", "-"], fails: ["a", "5"])
    try expect("^[^\\w]$", fits: ["é"], fails: ["_"])
    try expect("^[\\D]$", fits: ["a", "٣"], fails: ["3"])
  }

  @Test func `takes brackets as ECMAScript does`() throws {
    try expect("^[[:alpha:]]$", fits: ["[]", ":]", "p]"], fails: ["b", "b]"])
    try expect("^[a&&b]$", fits: ["a", "&", "b"], fails: ["c"])
    try expect("^[+--]$", fits: ["+", ",", "-"], fails: ["*", "."])
    try expect("^[a\\-z]$", fits: ["a", "-", "z"], fails: ["b"])
    try expect("^[-a]$", fits: ["-", "a"], fails: ["b"])
    try expect("^[\\]\\[]+$", fits: ["[]"], fails: ["\\"])
    try expect("^[^a-c]$", fits: ["d", "\n"], fails: ["b", ""])
    try expect("^[a.$|(]+$", fits: ["a.$|("], fails: ["b"])
  }

  @Test func `has the escapes of ECMAScript`() throws {
    try expect("^\\t\\n\\v\\f\\r\\0$", fits: ["\t\n\u{B}\u{C}\r\0"], fails: ["tnvfr0"])
    try expect("^\\cJ\\x4a\\u004a$", fits: ["\nJJ"])
    try expect("^\\u{1F600}[\\u{1F601}-\\u{1F603}]$", fits: ["😀😂"], fails: ["😀😀"])
    try expect("^\\/\\^\\*\\+\\?\\(\\)\\{\\}\\|\\\\$", fits: ["/^*+?(){}|\\"])
    try expect("^\\p{Lu}\\P{Lu}$", fits: ["Éa", "A1"], fails: ["aA", "éé"])
    try expect("^(?<x>a|b)\\k<x>\\1$", fits: ["aaa", "bbb"], fails: ["aba"])
    try expect("^(?:ab)+?(?=c)c(?<=c)(?<!b)$", fits: ["abc", "ababc"], fails: ["ab", "abd"])
  }

  @Test(arguments: [
    "(", ")", "a**", "[a", "[b-a]", "a{2,1}", "*", "\\", "(?<x", "\\A", "\\Z", "\\z", "\\G", "\\Qa\\E", "\\h", "\\R",
    "\\X", "\\N", "\\a", "\\e", "\\y", "[\\B]", "(?<=a",
  ])
  func `is refused when ECMAScript has no such expression`(pattern: String) {
    let error = #expect(throws: SchemaError.self) { try CompiledSchema(.string(pattern: pattern)) }
    #expect(error?.code == "schema-pattern")
    #expect(error?.pointer == ["pattern"])
    #expect(error?.message == "`\(pattern)` is not a regular expression.")
  }

  @Test func `is searched in names as in texts`() throws {
    let schema = Schema(["patternProperties": ["^\\S+\\.$": ["type": "integer"]], "additionalProperties": false])
    let compiled = try CompiledSchema(schema)
    #expect(compiled.validate(["a.": 1]).isEmpty)
    #expect(compiled.validate(["a.": "x", "a .": 1]).map(\.code) == ["type", "unknown-key"])
  }
}
