/// A one-time code as it is sent.
enum OneTimeCode {
  /// Random digits, each equally likely; at least six.
  static func random(digits: Int) -> String {
    (0..<max(6, digits)).map { _ in String(Sodium.randomNumber(below: 10)) }.joined()
  }

  /// The digits of what somebody typed: spaces and hyphens dropped, digits of any script understood.
  static func normalized(_ text: String) -> String {
    text.compactMap { character in
      if character == " " || character == "-" { return nil }
      return character.wholeNumberValue.map(String.init) ?? String(character)
    }.joined()
  }
}
