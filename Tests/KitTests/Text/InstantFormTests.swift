import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// The grammar of RFC 3339 § 5.6 as an expression, with the ranges of § 5.7, but for the length of months and leap seconds.
private func grammar() throws -> Regex<AnyRegexOutput> {
  let date = #"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"#
  let time = #"([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?"#
  let pattern = "\(date)[Tt]\(time)([Zz]|[+-]([01]\\d|2[0-3]):[0-5]\\d)"
  return try Regex(pattern).asciiOnlyDigits().matchingSemantics(.unicodeScalar)
}

@Suite struct `An instant as it is written` {
  private static let right = [
    "2025-08-15T19:00:00Z", "2025-08-15t19:00:00z", "2025-08-15T19:00:00.123456789Z", "2025-08-15T19:00:00+05:30",
    "2025-08-15T19:00:00.5-23:59",
  ]
  private static let marks = Array("0123456789-+:.TtZz /é٣\u{0}\n\u{301}").map(String.init)

  @Test(arguments: right) func `may have no other character anywhere`(text: String) throws {
    #expect(RFC3339.date(from: text) != nil)
    let grammar = try grammar()
    let scalars = Array(text.unicodeScalars)
    for position in scalars.indices {
      for mark in Self.marks {
        for removed in 0...1 {
          var changed = String.UnicodeScalarView(scalars[..<position])
          changed.append(contentsOf: mark.unicodeScalars)
          changed.append(contentsOf: scalars[(position + removed)...])
          let other = String(changed)
          let isWritten = try grammar.wholeMatch(in: other) != nil
          #expect((RFC3339.date(from: other) != nil) == isWritten, "\(other.debugDescription)")
        }
      }
    }
  }

  @Test(arguments: right) func `has neither too little nor anything behind it`(text: String) throws {
    for length in 0..<text.count { #expect(RFC3339.date(from: String(text.prefix(length))) == nil) }
    for more in [" ", "Z", "0", "\n", "\u{0}", "\u{301}", "[UTC]"] { #expect(RFC3339.date(from: text + more) == nil) }
    for before in [" ", "+", "\u{FEFF}", "0"] { #expect(RFC3339.date(from: before + text) == nil) }
  }

  @Test(
    arguments: [
      "", "Z", "now", "2025-08-15", "19:00:00Z", "2025-08-15 19:00:00Z", "2025-08-15T19:00Z", "2025-08-15T19:00:00",
      "2025-08-15T19:00:00.Z", "2025-08-15T19:00:00,5Z", "2025-08-15T24:00:00Z", "2025-08-15T19:60:00Z",
      "2025-08-15T19:00:61Z", "2025-08-15T19:00:00+24:00", "2025-08-15T19:00:00+00:60", "2025-08-15T19:00:00+0530",
      "2025-08-15T19:00:00+05", "2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2025-04-31T00:00:00Z",
      "+2025-08-15T19:00:00Z", "02025-08-15T19:00:00Z", "20250815T190000Z", "2025-W33-5T19:00:00Z",
      "２０２５-08-15T19:00:00Z", "2025-08-15T19:00:00\u{2212}05:00",
    ])
  func `is no other text`(text: String) { #expect(RFC3339.date(from: text) == nil) }

  @Test func `is the one that Foundation reads`() throws {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    var random = SeededRandom(seed: 23)
    for _ in 0..<1_000 {
      let milliseconds = Int64(random.next() % 252_000_000_000_000) - 11_000_000_000_000
      let text = Date(millisecondsSince1970: milliseconds).formatted(style)
      let theirs = try style.parse(text)
      let ours = try #require(RFC3339.date(from: text))
      #expect(abs(ours.timeIntervalSince(theirs)) < 0.0005, "\(text)")
    }
  }
}
