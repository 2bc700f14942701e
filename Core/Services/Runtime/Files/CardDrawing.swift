internal import Foundation

/// What is drawn for a link that is shared: a ground with words on it, and the host's mark at its foot.
public struct CardDrawing: Sendable, Hashable {
  /// Whether it is read from right to left.
  public var isMirrored: Bool
  /// The colour behind the words, such as `#14532d`.
  public var ground: String
  /// The host's name.
  public var site: String
  /// What kind of thing it is of.
  public var label: String
  /// The thing's name.
  public var title: String
  /// What counts, such as a score.
  public var value: String
  /// What else there is to say.
  public var lines: [String]
  /// The host's logo, an SVG or a picture; nothing stands in its place where it is none.
  public var logo: [UInt8]
  /// A picture of the thing (JPEG, PNG or WebP); nothing stands in its place where it is none.
  public var picture: [UInt8]

  /// A drawing. Its words are taken as ``CardText`` leaves them.
  public init(
    isMirrored: Bool, ground: String, site: String, label: String = "", title: String, value: String = "",
    lines: [String] = [], logo: [UInt8] = [], picture: [UInt8] = []
  ) {
    (self.isMirrored, self.ground, self.site) = (isMirrored, ground, CardText.line(site, longest: 60))
    (self.label, self.title) = (CardText.line(label, longest: 100), CardText.line(title, longest: 160))
    (self.value, self.lines) = (CardText.line(value, longest: 40), lines.map { CardText.line($0, longest: 120) })
    (self.logo, self.picture) = (logo, picture)
  }

  /// As `fieldhouse-pictures card` reads it.
  public var bytes: [UInt8] {
    let texts = [isMirrored ? "rtl" : "ltr", ground, site, label, title, value] + lines
    return logo + picture + texts.flatMap { Array($0.utf8.filter { $0 != 0 }) + [0] }
  }
}

/// Words that anybody may have written, as they stand where they can do no harm: in one line, of bounded length, without
/// characters that control something, turn the direction of what stands beside them, or tower over it.
public enum CardText {
  /// How many marks one letter carries at most.
  private static let mostMarks = 4
  /// How many scalars one character has on average at most; families of emoji have seven.
  private static let mostScalars = 8

  /// A text in one line.
  /// - Parameter longest: how many characters it has at most; what is longer ends with an ellipsis.
  public static func line(_ text: String, longest: Int) -> String {
    var scalars = String.UnicodeScalarView()
    var marks = 0
    for scalar in text.unicodeScalars.prefix(longest * mostScalars * 2) {
      switch kind(of: scalar) {
      case .nothing: continue
      case .space: if scalars.last != " ", !scalars.isEmpty { scalars.append(" ") }
      case .mark:
        marks += 1
        if marks <= mostMarks { scalars.append(scalar) }
      case .letter:
        marks = 0
        scalars.append(scalar)
      }
    }
    return shortened(String(scalars).trimmingCharacters(in: .whitespaces), longest)
  }

  private static func shortened(_ text: String, _ longest: Int) -> String {
    guard text.count > longest || text.unicodeScalars.count > longest * mostScalars else { return text }
    var short = String(text.prefix(longest - 1))
    while short.unicodeScalars.count > longest * mostScalars { short.removeLast() }
    return short.trimmingCharacters(in: .whitespaces) + "…"
  }

  private enum Kind { case nothing, space, mark, letter }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    // These two join letters of Arabic and parts of emoji, or keep them apart.
    if scalar == "\u{200C}" || scalar == "\u{200D}" { return .mark }
    if scalar.properties.isWhitespace { return .space }
    return switch scalar.properties.generalCategory {
    case .control, .format, .privateUse, .surrogate, .unassigned: .nothing
    case .nonspacingMark, .enclosingMark: .mark
    default: .letter
    }
  }
}
