import FieldhouseKit
import Foundation
import Testing

/// One field of each form, as a route reads it.
private struct Note: RouteInput, RouteOutput {
  var line: String?
  var lines: String?
  var opaque: String?
  var pasted: String?
  var list: [String]?
  var map: [String: String]?

  static var schema: Schema {
    .object([
      ("line", .nullable(.string())), ("lines", .nullable(.string().text(.lines))),
      ("opaque", .nullable(.string().text(.opaque))), ("pasted", .nullable(.string().text(.pasted))),
      ("list", .array(of: .string())),
      ("map", .map(of: .string().text(.lines))),
    ])
  }
}

@Suite struct `A text that comes in` {
  private let mirror = TextEcho(Note.self)

  private static let controls =
    [0x00...0x08, 0x0B...0x0C, 0x0E...0x1F, 0x7F...0x9F].flatMap { $0.map { UInt32($0) } }.compactMap(
      Unicode.Scalar.init)

  @Test func `never holds a control character, whatever its form`() async {
    for scalar in Self.controls {
      for field in ["line", "lines", "opaque"] {
        #expect(await mirror.mistakes(field, "a\(scalar)b") == ["/\(field) text-control"], "U+\(scalar.value)")
      }
    }
    for text in ["a\nb", "a\tb", "a\r\nb", "a\u{2028}b", "a\u{2029}b"] {
      #expect(await mirror.mistakes("line", text) == ["/line text-control"])
    }
  }

  @Test func `holds line feeds and tabs where it may have lines`() async throws {
    #expect(try await mirror.reply("lines", "a\n\tb\r\nc\u{2028}d") == "a\n\tb\nc\u{2028}d")
    #expect(await mirror.mistakes("lines", "a\rb") == ["/lines text-control"])
  }

  @Test func `may be pasted with what stands around it, but for control characters`() async throws {
    for text in ["\u{202A}+49 151\u{202C}\n", "jo\u{200B}e@example.org\r\n", "\t+49\u{A0}151\u{2060}\u{FEFF}"] {
      #expect(try await mirror.reply("pasted", text)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }
    for scalar in Self.controls where scalar != "\r" {
      #expect(await mirror.mistakes("pasted", "+49\(scalar)151") == ["/pasted text-control"])
    }
    #expect(await mirror.mistakes("pasted", "+49\u{FFFE}") == ["/pasted text-noncharacter"])
    #expect(try await mirror.reply("pasted", " \n") == "")
  }

  @Test func `never holds a code point that is no character`() async {
    let planes = (0...16).flatMap { [UInt32($0 << 16 | 0xFFFE), UInt32($0 << 16 | 0xFFFF)] }
    for scalar in (planes + Array(0xFDD0...0xFDEF)).compactMap(Unicode.Scalar.init) {
      for field in ["line", "lines", "opaque"] {
        #expect(await mirror.mistakes(field, "a\(scalar)") == ["/\(field) text-noncharacter"])
      }
    }
  }

  @Test(
    arguments: [
      0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x180E, 0x200B, 0x200C, 0x200D, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E,
      0x2060,
      0x2062, 0x2066, 0x2067, 0x2068, 0x2069, 0x206A, 0x2800, 0x3164, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0xFFFB, 0x1D173,
      0xE0001, 0xE0020, 0xE0041, 0xE007F, 0xE0100,
    ] as [UInt32])
  func `never holds what cannot be seen`(value: UInt32) async throws {
    let scalar = try #require(Unicode.Scalar(value))
    for text in ["\(scalar)", "Jane\(scalar)Doe", "\(scalar)Jane", "Jane \(scalar)"] {
      #expect(await mirror.mistakes("line", text) == ["/line text-invisible"])
      #expect(await mirror.mistakes("lines", text) == ["/lines text-invisible"])
      #expect(try await mirror.reply("opaque", text)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }
  }

  @Test func `has marks of direction in lines only`() async throws {
    for scalar in ["\u{200E}", "\u{200F}", "\u{061C}"] {
      #expect(await mirror.mistakes("line", "a\(scalar)b") == ["/line text-invisible"])
      #expect(try await mirror.reply("lines", "a\(scalar)b") == "a\(scalar)b")
    }
  }

  @Test(arguments: [
    "علی‌رضا", "می‌خواهم", "क्‍ष", "ක්‍රීඩා", "ശ്രീ", "👩‍🚀", "👨‍👩‍👧‍👦", "🏳️‍🌈", "❤️", "❤️‍🔥", "1️⃣", "#️⃣", "👍🏽",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} go",
    "葛\u{E0100}城", "ᠮᠣᠩᠭᠣᠯ\u{180B}", "Zoë", "Nguyễn Văn A", "日本", "O’Brien", "straße", "\u{1F1F3}\u{1F1F4}",
  ])
  func `has the joiners and selectors that its writing needs`(text: String) async throws {
    #expect(try await mirror.reply("line", text) == text)
    #expect(try await mirror.reply("lines", text) == text)
  }

  @Test(arguments: [
    "ab\u{200C}cd", "ab\u{200D}cd", "ا\u{200C}", "\u{200C}ا", "👩\u{200D}x", "x\u{200D}👩", "1\u{FE0F}", "a\u{E0100}",
    "🏴\u{E0067}\u{E0062}", "🏴\u{E0061}\u{E0061}\u{E0061}\u{E0061}\u{E0061}\u{E007F}",
    "\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "a\u{180B}",
  ])
  func `has no joiner that shapes nothing`(text: String) async {
    #expect(await mirror.mistakes("line", text) == ["/line text-invisible"])
  }

  @Test func `holds at most 30 combining marks in a row`() async throws {
    let most = "e" + String(repeating: "\u{301}", count: 30)
    #expect(try await mirror.reply("line", most + most) != nil)
    for count in [31, 100_000] {
      let marks = String(repeating: "\u{301}", count: count)
      #expect(await mirror.mistakes("line", "e" + marks) == ["/line text-marks"])
    }
    #expect(await mirror.mistakes("line", "e" + String(repeating: "\u{489}", count: 31)) == ["/line text-marks"])
  }

  @Test func `is composed, but not when it is a secret`() async throws {
    for (typed, composed) in [("Zoe\u{308}", "Zo\u{EB}"), ("\u{212B}", "\u{C5}"), ("\u{1100}\u{1161}", "\u{AC00}")] {
      for field in ["line", "lines"] {
        #expect(try await mirror.reply(field, typed)?.unicodeScalars.elementsEqual(composed.unicodeScalars) == true)
      }
      #expect(try await mirror.reply("opaque", typed)?.unicodeScalars.elementsEqual(typed.unicodeScalars) == true)
    }
  }

  @Test(arguments: [" ", "   ", "\u{A0}", "\u{3000}\u{2003}", ""])
  func `is empty when it is white space alone`(text: String) async throws {
    #expect(try await mirror.reply("line", text) == "")
    #expect(try await mirror.reply("lines", text + "\n\t") == "")
    #expect(try await mirror.reply("opaque", text) == text)
  }

  @Test func `is told where every mistake is`() async {
    let body = #"{"line": "\u0000", "list": ["a", "b\u200b"], "map": {"k/\u0007": "\u0001", "ok": "\n"}}"#
    #expect(
      await mirror.mistakes(body) == [
        "/line text-control", "/list/1 text-invisible", "/map/k~1\u{7} text-control", "/map/k~1\u{7} text-control",
      ])
    #expect(await mirror.mistakes(#"{"line": "\ud800"}"#) == ["/line text-surrogate"])
    #expect(await mirror.mistakes(#"{"list": ["a", "\udc00\ud800"]}"#) == ["/list/1 text-surrogate"])
  }

  @Test func `is told at most 100 mistakes`() async {
    let list = (0..<5000).map { _ in #""\u0000""# }.joined(separator: ",")
    #expect(await mirror.mistakes(#"{"list": [\#(list)]}"#).count == 100)
  }

  @Test func `is not repeated in the sentence about it`() async throws {
    let problem = await #expect(throws: Problem.self) { try await mirror.reply("line", "s3cret\u{202E}word") }
    #expect(problem?.errors.first?.detail == "Character 7 is U+202E, which cannot be seen; remove it.")
    #expect(problem?.detail == problem?.errors.first?.detail)
  }
}

@Suite struct `Folding white space` {
  @Test(arguments: [
    ("  Jane \t Doe\n", "Jane Doe"), ("Jane", "Jane"), (" \u{A0}\u{3000} ", ""), ("", ""), ("a \u{301}b", "a \u{301}b"),
    ("a\u{2003}\u{308}b", "a \u{308}b"), ("Zoe\u{308}  X", "Zoe\u{308} X"),
  ])
  func `takes away white space and nothing else`(text: String, folded: String) {
    #expect(text.foldingWhiteSpace.unicodeScalars.elementsEqual(folded.unicodeScalars))
  }
}
