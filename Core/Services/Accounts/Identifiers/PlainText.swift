internal import Foundation

/// Texts without what nobody sees or what only looks like a plain character.
enum PlainText {
  /// The text without invisible characters: controls, joiners, marks of direction, fillers, variation selectors.
  static func visible(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !isInvisible($0) }))
  }

  /// The text with full-width forms, ligatures and the like as plain characters (NFKC), and nothing invisible.
  static func compatible(_ text: String) -> String {
    visible(visible(text).precomposedStringWithCompatibilityMapping)
  }

  /// One line for people to read: invisible characters and line breaks are spaces, and spaces are single.
  static func line(_ text: String) -> String {
    spaced(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The text with a space for each invisible character and line break; joiners stay, as emoji need them.
  static func spaced(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isInvisible($0) && $0 != "\u{200D}" ? " " : $0 }))
  }

  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }

  /// Whether the bytes are the same; `==` takes different spellings of a letter with an accent for equal.
  func isSpelled(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
