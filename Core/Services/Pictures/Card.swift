/// What is drawn for a link that is shared.
struct Card {
  /// The size that previews of links have everywhere, in pixels.
  static let (width, height) = (1200, 630)

  /// Whether it is read from right to left.
  let isMirrored: Bool
  /// The colour behind the texts.
  let ground: Colour
  /// The host's name.
  let site: String
  /// What kind of thing it is of.
  let label: String
  let title: String
  /// What counts: a score, a rank.
  let value: String
  let lines: [String]
  let logo: [UInt8]
  let picture: [UInt8]

  /// Reads a card: behind logo and picture stand direction (`ltr` or `rtl`), ground, the host's name, label, title, value and
  /// then the lines, each text ended by a byte 0.
  /// - Returns: nil for anything else.
  init?(_ input: [UInt8], logo: Int, picture: Int) {
    guard logo >= 0, picture >= 0, logo <= input.count, picture <= input.count - logo else { return nil }
    let texts = input[(logo + picture)...].split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
    guard texts.count >= 6, let ground = Colour(texts[1]) else { return nil }
    (isMirrored, self.ground) = (texts[0] == "rtl", ground)
    (site, label, title, value) = (texts[2], texts[3], texts[4], texts[5])
    lines = Array(texts[6...])
    self.logo = Array(input[..<logo])
    self.picture = Array(input[logo..<(logo + picture)])
  }
}

/// A colour of the screen.
struct Colour {
  let red: Double
  let green: Double
  let blue: Double

  static let white = Colour(red: 1, green: 1, blue: 1)

  private init(red: Double, green: Double, blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// Reads `#0a7d3c`.
  init?(_ text: String) {
    guard text.utf8.count == 7, text.hasPrefix("#"), let value = UInt32(text.dropFirst(), radix: 16) else { return nil }
    self.init(
      red: Double(value >> 16 & 0xFF) / 255, green: Double(value >> 8 & 0xFF) / 255, blue: Double(value & 0xFF) / 255)
  }

  /// The colour with less light: 0 is black, 1 as it is.
  func dimmed(to share: Double) -> Colour { Colour(red: red * share, green: green * share, blue: blue * share) }
}
