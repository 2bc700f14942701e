import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A text on its way to a handler` {
  private func expect(
    _ text: String, _ form: Schema.TextForm, becomes expected: String, _ place: SourceLocation = #_sourceLocation
  ) async throws {
    let got = try #require(try await FourForms.got(text, form), sourceLocation: place)
    #expect(got.utf8.elementsEqual(expected.utf8), "\(form): \(got.unicodeScalars.map(\.value))", sourceLocation: place)
  }

  @Test func `loses the carriage return of a line end, and nothing else of its lines`() async throws {
    try await expect("a\r\nb\r\n\r\nc\n", .lines, becomes: "a\nb\n\nc\n")
    try await expect("a\r\n\u{301}b", .lines, becomes: "a\n\u{301}b")
    try await expect("  a \t\r\n", .lines, becomes: "  a \t\n")
    try await expect("a\r\nb", .pasted, becomes: "a\r\nb")
    for text in ["\r", "a\r", "\n\r", "a\r\r\nb", "\r\n\r"] {
      #expect(
        try await FourForms.mistake(text, .lines)?.hasPrefix("text-control: ") == true, "\(text.debugDescription)")
      try await expect(text + "x", .pasted, becomes: text + "x")
    }
  }

  @Test func `keeps the white space at its ends, which is the handler's to fold`() async throws {
    for form in Schema.TextForm.allCases {
      try await expect(" a ", form, becomes: " a ")
      try await expect("\u{A0}é\u{3000}", form, becomes: "\u{A0}é\u{3000}")
    }
  }

  @Test func `is empty when it was white space alone, unless it is a secret`() async throws {
    let spaces = [" ", "\u{A0}", "\u{1680}", "\u{2003}", "\u{202F}", "\u{205F}", "\u{3000}", "  \u{2000}\u{200A} "]
    for text in spaces {
      for form in [Schema.TextForm.line, .lines, .pasted] { try await expect(text, form, becomes: "") }
      try await expect(text, .opaque, becomes: text)
    }
    for text in ["\n", "\t", "\r\n", " \n\t"] {
      try await expect(text, .lines, becomes: "")
      try await expect(text, .pasted, becomes: "")
    }
    try await expect("\u{2028}\u{2029}", .lines, becomes: "")
    try await expect("\u{200B}", .pasted, becomes: "\u{200B}")
  }

  @Test(
    arguments: [
      ("e\u{301}", "\u{E9}"), ("\u{E9}", "\u{E9}"), ("a\u{323}\u{302}", "\u{1EAD}"), ("a\u{302}\u{323}", "\u{1EAD}"),
      ("\u{2126}", "\u{3A9}"), ("\u{212A}", "K"), ("\u{958}", "\u{915}\u{93C}"), ("\u{FB01}", "\u{FB01}"),
      ("\u{F900}", "\u{8C48}"), ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"), ("q\u{307}\u{323}", "q\u{323}\u{307}"),
      ("\u{1D160}", "\u{1D158}\u{1D165}\u{1D16E}"), ("\u{FF21}", "\u{FF21}"),
    ])
  func `is composed, and looks the same`(typed: String, composed: String) async throws {
    for form in [Schema.TextForm.line, .lines, .pasted] { try await expect(typed, form, becomes: composed) }
    try await expect(typed, .opaque, becomes: typed)
  }

  @Test func `is measured as the handler gets it`() async throws {
    try await expect(String(repeating: "e\u{301}", count: 64), .line, becomes: String(repeating: "\u{E9}", count: 64))
    #expect(try await FourForms.mistake(String(repeating: "e\u{301}", count: 65), .line)?.hasPrefix("too-long") == true)
    // Two characters of which each is three when it is composed.
    let notes = String(repeating: "\u{1D160}", count: 22)
    #expect(try await FourForms.mistake(notes, .line)?.hasPrefix("too-long") == true)
    #expect(try await FourForms.mistake(notes, .opaque) == nil)
    let family = "👩\u{200D}👩\u{200D}👧"
    try await expect(String(repeating: family, count: 12), .line, becomes: String(repeating: family, count: 12))
    #expect(try await FourForms.mistake(String(repeating: family, count: 13), .line)?.hasPrefix("too-long") == true)
    let ends = String(repeating: "\r\n", count: 60) + "abcd"
    try await expect(ends, .lines, becomes: String(repeating: "\n", count: 60) + "abcd")
  }

  @Test func `does not change when it comes a second time`() async throws {
    let alphabet: [Character] = [
      "a", " ", "\n", "\t", "\u{301}", "é", "e", "\u{A0}", "日", "👩", "\u{323}", "\u{1100}", "\u{1161}", "\r\n",
    ]
    var random = SeededRandom(seed: 11)
    for _ in 0..<400 {
      let text = String((0..<random.next(below: 12)).map { _ in alphabet[random.next(below: alphabet.count)] })
      for form in [Schema.TextForm.lines, .pasted] {
        let once = try #require(try await FourForms.got(text, form))
        try await expect(once, form, becomes: once)
        #expect(once.utf8.elementsEqual(once.precomposedStringWithCanonicalMapping.utf8))
      }
    }
  }
}
