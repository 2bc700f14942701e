/// Looks at the characters of a text one after the other.
struct TextScan {
  /// The most combining marks in a row: those of the Stream-Safe Text Format (Unicode Annex 15, D3).
  static let mostMarks = 30

  private let scalars: [Unicode.Scalar]
  private let form: Schema.TextForm

  init(_ text: String, _ form: Schema.TextForm) {
    scalars = Array(text.unicodeScalars)
    self.form = form
  }

  /// - Throws: the first fault.
  func check() throws(TextFault) {
    var marks = 0
    for (index, scalar) in scalars.enumerated() {
      if let kind = fault(of: scalar, at: index) { throw TextFault(kind: kind, scalar: scalar, position: index + 1) }
      marks = form != .opaque && scalar.isMark ? marks + 1 : 0
      guard marks <= Self.mostMarks else { throw TextFault(kind: .marks, scalar: scalar, position: index + 1) }
    }
  }

  private func fault(of scalar: Unicode.Scalar, at index: Int) -> TextFault.Kind? {
    if scalar.isControl { return isLayout(scalar, at: index) ? nil : .control }
    if scalar.isNoncharacter { return .noncharacter }
    guard form == .line || form == .lines, !scalar.isASCII else { return nil }
    if scalar.isLineSeparator { return form == .lines ? nil : .control }
    if scalar.isDirectionMark { return form == .lines ? nil : .invisible }
    return scalar.isInvisible && !TextNeighbours(scalars, index).need(scalar) ? .invisible : nil
  }

  /// Whether it is a tab or line end that the form has.
  private func isLayout(_ scalar: Unicode.Scalar, at index: Int) -> Bool {
    switch form {
    case .line, .opaque: false
    case .lines: scalar == "\n" || scalar == "\t" || scalar == "\r" && scalars[(index + 1)...].first == "\n"
    case .pasted: scalar == "\n" || scalar == "\t" || scalar == "\r"
    }
  }
}

extension Unicode.Scalar {
  /// NUL and the other characters of C0, DEL and C1.
  var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// One of the 66 code points that stand for no character (Unicode § 23.7).
  var isNoncharacter: Bool { value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value) }

  fileprivate var isLineSeparator: Bool { value == 0x2028 || value == 0x2029 }

  fileprivate var isDirectionMark: Bool { value == 0x200E || value == 0x200F || value == 0x061C }

  /// Characters that leave no trace of their own: those that Unicode says to ignore by default (zero-width characters,
  /// overrides and isolates of direction, soft hyphens, fillers, tags …), the anchors of annotations and the blank
  /// Braille pattern.
  fileprivate var isInvisible: Bool {
    properties.isDefaultIgnorableCodePoint || (0xFFF9...0xFFFB).contains(value) || value == 0x2800
  }

  /// Whether it is drawn on the character before.
  var isMark: Bool {
    guard value >= 0x300 else { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }
}
