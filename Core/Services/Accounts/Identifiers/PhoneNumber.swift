internal import FieldhouseKit
internal import Foundation

/// A phone number in its normal form, the only one it is kept, looked up and written to by: its digits with country
/// code, without `+`, `00` or the 0 that is dialled only within its country.
struct PhoneNumber: Sendable, Hashable {
  /// The sentence people read when a number has too few or too many digits.
  static let lengthMessage = "The length of the Phone Number should be between 8 – 15 digits."

  /// 8 to 15 digits.
  let digits: String
  /// What it was kept as before there was a normal form.
  let former: String

  /// A number from its stored digits.
  init(digits: String) {
    self.digits = digits
    former = digits
  }

  /// The number as gateways take it (E.164): `+` and the digits.
  var international: String { "+" + digits }

  /// Reads what people type: digits of any script, spaces, brackets, hyphens, dots, one `+` in front.
  /// - Throws: ``Problem`` 422 with the exact message unless 8 to 15 digits remain.
  init(_ text: String) throws {
    guard let typed = TypedNumber(text) else { throw Self.problem }
    digits = TrunkPrefix.dropped(from: typed.digits)
    former = typed.former
    guard (8...15).contains(digits.count) else { throw Self.problem }
  }

  private static var problem: Problem { .invalid("/phone", "phone-length", lengthMessage) }

  static func == (left: PhoneNumber, right: PhoneNumber) -> Bool { left.digits == right.digits }
  func hash(into hasher: inout Hasher) { hasher.combine(digits) }
}

/// What somebody typed as a number, with only its meaning left.
private struct TypedNumber {
  /// The digits without international prefix and without a 0 in brackets.
  let digits: String
  /// All digits, without `00` in front unless a `+` stood there.
  let former: String

  /// Nil when there is something that no number has.
  init?(_ text: String) {
    if let plain = Self.plain(text) {
      (digits, former) = (plain, plain)
      return
    }
    var marks = ""
    for scalar in PlainText.compatible(text).unicodeScalars where !Self.isSeparator(scalar) {
      if scalar == "(" || scalar == ")" || scalar == "+" {
        guard scalar != "+" || !marks.contains(where: { $0 == "+" || $0.isNumber }) else { return nil }
        marks.unicodeScalars.append(scalar)
      } else {
        guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
        marks += String(Int(value))
      }
    }
    let all = marks.filter(\.isNumber)
    former = !marks.contains("+") && all.hasPrefix("00") ? String(all.dropFirst(2)) : all
    digits = Self.digits(of: marks)
  }

  /// The digits of what is in its normal form already, nil for all else.
  private static func plain(_ text: String) -> String? {
    let digits = text.utf8.first == UInt8(ascii: "+") ? text.dropFirst() : text[...]
    let range = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = digits.utf8.first, first != range.lowerBound, digits.utf8.allSatisfy(range.contains) else {
      return nil
    }
    return String(digits)
  }

  /// A 0 in brackets behind a country code is dialled only within the country.
  private static func digits(of marks: String) -> String {
    var text = marks.filter(\.isNumber)
    let isComplete = marks.contains("+") || text.hasPrefix("00")
    if isComplete, !marks.hasPrefix("(0)"), !TrunkPrefix.isKept(in: withoutPrefix(text)) {
      text = marks.replacing("(0)", with: "", maxReplacements: 1).filter(\.isNumber)
    }
    return withoutPrefix(text)
  }

  private static func withoutPrefix(_ digits: String) -> String {
    var rest = digits[...]
    while rest.hasPrefix("00") { rest = rest.dropFirst(2) }
    return String(rest)
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .dashPunctuation: true
    default: "./[]\u{B7}\u{2212}".unicodeScalars.contains(scalar)
    }
  }
}

/// The 0 that is dialled in front of a number within its country (ITU-T E.164, national prefixes).
enum TrunkPrefix {
  /// Calling codes of countries that dial a 0 in front and have no numbers that begin with one.
  private static let dropping: Set<Substring> = [
    "20", "27", "31", "32", "33", "40", "41", "43", "44", "46", "49", "51", "54", "60", "61", "62", "63", "64", "66",
    "81", "82", "84", "86", "90", "91", "92", "93", "94", "95", "98", "212", "213", "234", "249", "251", "254", "255",
    "256", "260", "263", "353", "355", "358", "359", "380", "381", "382", "383", "385", "386", "387", "389", "421",
    "880", "961", "962", "963", "964", "966", "967", "971", "972", "977",
  ]
  /// Calling codes of countries whose numbers keep the 0.
  private static let keeping: Set<Substring> = ["39", "378", "225", "241", "242"]

  /// The digits without that 0, as long as eight of them remain.
  static func dropped(from digits: String) -> String {
    guard let code = code(of: digits, in: dropping) else { return digits }
    var rest = digits.dropFirst(code.count)
    while rest.hasPrefix("0"), code.count + rest.count > 8 { rest = rest.dropFirst() }
    return String(code + rest)
  }

  static func isKept(in digits: String) -> Bool { code(of: digits, in: keeping) != nil }

  /// The calling code that a number begins with, if it is one of some. No code begins with another one.
  private static func code(of digits: String, in codes: Set<Substring>) -> Substring? {
    [2, 3].lazy.map(digits.prefix).first(where: codes.contains)
  }
}
