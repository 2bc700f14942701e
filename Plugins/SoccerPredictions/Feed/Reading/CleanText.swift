extension String {
  /// A feed's text on one line, as people are to see it: without characters that cannot be seen or stored – controls, zero-width spaces, marks that
  /// turn the direction of what follows –, with one space where there are several. Joiners stay where scripts need them, and accents always.
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
    return text
  }
}

extension Unicode.Scalar {
  /// Whether it is a control or a format character other than the joiners U+200C and U+200D.
  fileprivate var isUnseen: Bool {
    switch properties.generalCategory {
    case .control, .unassigned, .surrogate, .privateUse: true
    case .format: value != 0x200C && value != 0x200D
    default: false
    }
  }
}
