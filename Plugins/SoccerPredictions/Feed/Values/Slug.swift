import Foundation

/// Names as the stable, lower-case, ASCII part of an identifier.
enum Slug {
  /// Letters that canonical decomposition leaves whole, with their customary ASCII spelling.
  private static let spellings: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
  ]

  /// "1. FC Köln" becomes "1-fc-koln".
  ///
  /// Diacritics are dropped, every run of other characters becomes one hyphen, and hyphens at the ends are
  /// dropped. The result depends on the Unicode decomposition alone, never on a locale. A name without any
  /// ASCII letter or digit after folding gives the fingerprint of its text instead, so it is never empty.
  static func make(_ name: String) -> String {
    var slug = ""
    for scalar in name.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
      append(scalar, to: &slug)
    }
    if slug.last == "-" { slug.removeLast() }
    return slug.isEmpty ? Fingerprint(of: name).text : slug
  }

  /// A name for comparing with what people type: in small letters, without accents, other characters as they are.
  static func fold(_ name: String) -> String {
    var folded = ""
    for scalar in name.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
      if let spelling = spellings[scalar] {
        folded += spelling
      } else if scalar.properties.canonicalCombiningClass == .notReordered {
        folded.unicodeScalars.append(scalar)
      }
    }
    return folded
  }

  private static func append(_ scalar: Unicode.Scalar, to slug: inout String) {
    if let spelling = spellings[scalar] {
      slug += spelling
    } else if isPlain(scalar) {
      slug.unicodeScalars.append(scalar)
    } else if scalar.properties.canonicalCombiningClass == .notReordered, !slug.isEmpty, slug.last != "-" {
      slug += "-"
    }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    (97...122).contains(scalar.value) || (48...57).contains(scalar.value)
  }
}
