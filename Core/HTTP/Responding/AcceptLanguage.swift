/// Chooses a language as RFC 9110 § 12.5.4 describes it.
enum AcceptLanguage {
  /// How many parts of a header are looked at; nobody reads as many languages.
  static let mostParts = 32

  /// The available language the header likes best; the first available one when it likes none.
  static func best(_ header: String, of available: [String]) -> String {
    var best: (language: String, quality: Double)?
    for part in header.split(separator: ",", maxSplits: mostParts).prefix(mostParts) {
      let pieces = part.split(separator: ";")
      guard let tag = pieces.first?.trimming(" ").lowercased() else { continue }
      let quality = pieces.dropFirst().first.flatMap { Double($0.trimming(" q=")) } ?? 1
      guard quality > (best?.quality ?? 0), let language = match(tag, available) else { continue }
      best = (language, quality)
    }
    return best?.language ?? available.first ?? "en"
  }

  private static func match(_ tag: String, _ available: [String]) -> String? {
    if tag == "*" { return available.first }
    let primary = tag.prefix { $0 != "-" }
    return available.first { $0.lowercased() == tag } ?? available.first { $0.lowercased() == primary }
  }
}
