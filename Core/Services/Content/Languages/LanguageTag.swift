internal import Foundation

/// What is known of languages by their tags (BCP 47), from Unicode's CLDR as Foundation carries it.
public enum LanguageTag {
  /// Scripts that are written from right to left, by their codes of ISO 15924.
  private static let rightToLeft: Set<String> = [
    "Adlm", "Arab", "Aran", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "Yezi",
  ]

  /// What a language is called in itself, with a capital; the tag where that is not known.
  static func ownName(of tag: String) -> String {
    let locale = Locale(identifier: tag)
    guard let name = locale.localizedString(forIdentifier: tag), let first = name.first else { return tag }
    return String(first).uppercased(with: locale) + String(name.dropFirst())
  }

  /// Whether a language is written from right to left: as its script is, else as is usual for it.
  public static func isRightToLeft(_ tag: String) -> Bool {
    let script = tag.split(separator: "-").dropFirst().first { $0.count == 4 && $0.allSatisfy(\.isLetter) }.map(
      String.init)
    if let script { return rightToLeft.contains(script.lowercased().capitalized) }
    return Locale.Language(identifier: tag).characterDirection == .rightToLeft
  }
}
