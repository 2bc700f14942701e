import Foundation

extension String {
  /// The text as handlers get it.
  /// - Throws: the first fault.
  func cleaned(_ form: Schema.TextForm) throws(TextFault) -> String {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return form != .opaque && isBlank ? "" : self }
    try TextScan(self, form).check()
    if form == .opaque { return self }
    let text = form == .lines ? replacing("\r\n", with: "\n") : self
    return text.isBlank ? "" : text.precomposedStringWithCanonicalMapping
  }

  /// Whether there is ASCII alone that can be seen, spaces included, and it is not blank.
  var isPlain: Bool {
    guard let first = utf8.first else { return true }
    return first > 0x20 && utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// Whether there is nothing but white space.
  var isBlank: Bool {
    guard let first = utf8.first else { return true }
    guard first <= 0x20 || first >= 0x80 else { return false }
    return unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  /// Without white space at both ends, and with one space for every run of it between. Marks that stand on white space
  /// stay: only the white space itself goes.
  public var foldingWhiteSpace: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.split(whereSeparator: \.properties.isWhitespace).joined(separator: " ".unicodeScalars)))
  }
}
