internal import FieldhouseKit

/// A phone number as it is kept: its digits with country code, without `+` or `00`.
struct PhoneNumber: Sendable, Hashable {
  /// The sentence people read when a number has too few or too many digits.
  static let lengthMessage = "The length of the Phone Number should be between 8 – 15 digits."
  private static let separators = Set(" -./()\u{A0}\u{2010}\u{2011}\u{2013}")

  let digits: String

  /// A number from its stored digits.
  init(digits: String) { self.digits = digits }

  /// The number as gateways take it (E.164): `+` and the digits.
  var international: String { "+" + digits }

  /// Reads what people type: digits of any script, spaces, brackets, hyphens, dots, one `+` in front.
  /// - Throws: ``Problem`` 422 with the exact message unless 8 to 15 digits remain.
  init(_ text: String) throws {
    var rest = text.trimmingPrefix(while: \.isWhitespace)
    let isInternational = rest.first == "+"
    if isInternational { rest = rest.dropFirst() }
    var digits = ""
    for character in rest where !Self.separators.contains(character) {
      guard let value = character.wholeNumberValue, (0...9).contains(value) else { throw Self.problem }
      digits += String(value)
    }
    if !isInternational, digits.hasPrefix("00") { digits.removeFirst(2) }
    guard (8...15).contains(digits.count) else { throw Self.problem }
    self.digits = digits
  }

  private static var problem: Problem { .invalid("/phone", "phone-length", lengthMessage) }
}
