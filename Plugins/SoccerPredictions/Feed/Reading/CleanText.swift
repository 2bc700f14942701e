extension String {
  /// A feed's text on one line, as people are to see it: without characters that cannot be seen or stored – controls, zero-width spaces, marks that
  /// turn the direction of what follows –, with one space where there are several. Joiners stay, since scripts need them, and accents always.
  /// What has nothing that can be seen is empty.
  var cleaned: String {
    if utf8.allSatisfy({ (33...126).contains($0) }) { return self }
    var text = ""
    var isApart = false
    for scalar in unicodeScalars {
      if scalar.properties.isWhitespace {
        isApart = true
      } else if !scalar.isUnseen {
        if isApart, !text.isEmpty { text += " " }
        isApart = false
        text.unicodeScalars.append(scalar)
      }
    }
    return text.unicodeScalars.contains(where: \.isSeen) ? text : ""
  }
}

extension Unicode.Scalar {
  /// Whether it is a control, a format character other than the joiners U+200C and U+200D, a filler or the blank Braille pattern.
  fileprivate var isUnseen: Bool {
    switch properties.generalCategory {
    case .control, .unassigned, .surrogate, .privateUse: true
    case .format: value != 0x200C && value != 0x200D
    case .nonspacingMark: false
    default: properties.isDefaultIgnorableCodePoint || value == 0x2800
    }
  }

  fileprivate var isSeen: Bool { !properties.isDefaultIgnorableCodePoint && !properties.isWhitespace }
}
