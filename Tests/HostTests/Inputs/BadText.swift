import Foundation

/// A text that no route may take.
struct BadText: Sendable {
  let name: String
  /// The value in a body, as JSON; nil when bodies cannot hold it.
  let value: String?
  /// Percent-encoded, for paths and queries; nil when it is too long for them.
  let encoded: String?
  /// The code of the mistake; nil where another one may be found first.
  let code: String?
  /// The forms that refuse it.
  let forms: Set<String>

  private init(
    name: String, value: String?, encoded: String?, code: String? = nil, forms: Set<String>
  ) {
    (self.name, self.value, self.encoded, self.code, self.forms) = (
      name, value, encoded, code, forms
    )
  }

  private init(_ name: String, _ text: String, _ code: String, _ forms: Set<String>) {
    let escaped = text.unicodeScalars.map {
      $0.value < 0x20 ? String(format: "\\u%04x", $0.value) : String($0)
    }
    let encoded = text.utf8.map { String(format: "%%%02X", $0) }.joined()
    self.init(
      name: name, value: "\"\(escaped.joined())\"",
      encoded: encoded.utf8.count < 2000 ? encoded : nil, code: code,
      forms: forms)
  }

  private static func scalar(_ value: UInt32, _ code: String, _ forms: Set<String>) -> BadText {
    BadText("U+" + String(value, radix: 16), "a\(Unicode.Scalar(value)!)b", code, forms)
  }

  private static let every: Set = ["line", "lines", "pasted", "opaque"]
  private static let shown: Set = ["line", "lines"]

  private static let controls = [0, 1, 7, 8, 9, 10, 11, 13, 0x1B, 0x1F, 0x7F, 0x80, 0x85, 0x9F].map { value in
    scalar(
      value, "text-control",
      value == 9 || value == 10 ? ["line", "opaque"] : value == 13 ? ["line", "lines", "opaque"] : every)
  }

  private static let noncharacters = [0xFDD0, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF].map {
    scalar($0, "text-noncharacter", every)
  }

  private static let invisible = [
    0xAD, 0x115F, 0x180E, 0x200B, 0x200C, 0x200D, 0x202E, 0x2060, 0x2066, 0x2800, 0x3164, 0xFE0F,
    0xFEFF, 0xE0041,
  ].map { scalar($0, "text-invisible", shown) }

  /// All that are sent to every text.
  static let all =
    controls + noncharacters + invisible
    + [31, 100_000].map {
      BadText("\($0) marks", "e" + String(repeating: "\u{301}", count: $0), "text-marks", shown.union(["pasted"]))
    } + [
      BadText(name: "half a character", value: #""\ud800""#, encoded: "%ED%A0%80", forms: every),
      BadText(name: "no UTF-8", value: nil, encoded: "%FF%C0%80", forms: every),
      BadText(name: "a broken escape", value: #""\x""#, encoded: "%4", forms: every),
      BadText(
        name: "a megabyte", value: "\"\(String(repeating: "x", count: (1 << 20) - 300))\"",
        encoded: nil, forms: every),
      BadText(
        name: "lists in each other",
        value: String(repeating: "[", count: 99) + String(repeating: "]", count: 99),
        encoded: nil, forms: every),
    ]
}
