/// Which of a page's languages somebody is shown.
enum PageLanguage {
  /// The reader's own; else the same without its regions and scripts, the fallback, the first one.
  static func best(_ languages: [String], for reader: String) -> String? {
    var wanted = reader.lowercased()
    while !wanted.isEmpty {
      if let same = languages.first(where: { $0.lowercased() == wanted }) { return same }
      guard let end = wanted.lastIndex(of: "-") else { break }
      wanted = String(wanted[..<end])
    }
    return languages.contains(Content.fallback) ? Content.fallback : languages.min()
  }

  /// A tag in the usual case: language small, script with a capital, region in capitals.
  static func normal(_ tag: String) -> String {
    let parts = tag.split(separator: "-").map { $0.lowercased() }
    return parts.enumerated().map { index, part in
      switch part.count {
      case _ where index == 0: part
      case 2: part.uppercased()
      case 4: part.prefix(1).uppercased() + part.dropFirst()
      default: part
      }
    }.joined(separator: "-")
  }
}
