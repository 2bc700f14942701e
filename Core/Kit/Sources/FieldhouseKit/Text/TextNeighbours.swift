/// The surroundings of a character that cannot be seen itself: where they need it, it shapes what can be seen.
struct TextNeighbours {
  private let scalars: [Unicode.Scalar]
  private let index: Int

  init(_ scalars: [Unicode.Scalar], _ index: Int) {
    self.scalars = scalars
    self.index = index
  }

  /// Whether the writing needs the character here: joiners as RFC 5892 (A.1, A.2) has them and between emoji, selectors
  /// behind what has variants, and the tags of the flags of England, Scotland and Wales.
  func need(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C: followsVirama || isInsideCursiveWord
    case 0x200D: followsVirama || isBetweenEmoji
    case 0xFE0E, 0xFE0F: followsEmoji || isKeycap
    case 0xFE00...0xFE02, 0xE0100...0xE01EF: before?.properties.isIdeographic == true
    case 0x180B...0x180D, 0x180F: before.map { (0x1820...0x18AA).contains($0.value) } == true
    case 0xE0020...0xE007F: isInFlag
    default: false
    }
  }

  private var before: Unicode.Scalar? { index > 0 ? scalars[index - 1] : nil }
  private var after: Unicode.Scalar? { index + 1 < scalars.count ? scalars[index + 1] : nil }

  /// Canonical combining class 9 is that of viramas.
  private var followsVirama: Bool { before?.properties.canonicalCombiningClass == .virama }

  /// Between two letters of a script whose letters join.
  private var isInsideCursiveWord: Bool {
    let left = scalars[..<index].last { !$0.isMark }
    return left?.isCursiveLetter == true && after?.isCursiveLetter == true
  }

  private var followsEmoji: Bool { before?.isPicture == true }

  private var isKeycap: Bool { before?.isASCII == true && before?.properties.isEmoji == true && after?.value == 0x20E3 }

  private var isBetweenEmoji: Bool {
    guard let before, after?.isPicture == true else { return false }
    return before.isPicture || before.value == 0xFE0F || before.value == 0xE007F
  }

  private static let flags = ["gbeng", "gbsct", "gbwls"].map { name in
    [Unicode.Scalar(0x1F3F4)!] + name.unicodeScalars.map { Unicode.Scalar(0xE0000 + $0.value)! }
      + [Unicode.Scalar(0xE007F)!]
  }

  private var isInFlag: Bool {
    guard let start = scalars[max(0, index - 6)..<index].lastIndex(where: { $0.value == 0x1F3F4 }) else { return false }
    return Self.flags.contains { scalars[start...].starts(with: $0) }
  }
}

extension Unicode.Scalar {
  /// An emoji, but for the digits and signs of ASCII that count as such.
  fileprivate var isPicture: Bool { !isASCII && properties.isEmoji }

  /// A letter of the Arabic, Syriac, N'Ko, Mandaic or Mongolian script.
  fileprivate var isCursiveLetter: Bool {
    switch value {
    case 0x0620...0x07FF, 0x0840...0x08C9, 0x1820...0x18AA, 0xFB50...0xFDFF, 0xFE70...0xFEFC: properties.isAlphabetic
    default: false
    }
  }
}
