/// Reads the grammar of ``VersionRange``.
enum VersionRangeParser {
  private static let operators = [">=", "<=", ">", "<", "=", "^", "~"]
  private static let separators: Set<Character> = [" ", ","]

  static func parse(_ text: String) throws(VersionError) -> [VersionComparator] {
    guard text.utf8.count <= SemanticVersion.maximumLength else {
      throw .range(text, "it has more than 256 characters")
    }
    var rest = text.drop(while: separators.contains)
    guard !rest.isEmpty else { throw .range(text, "it is empty") }
    var comparators: [VersionComparator] = []
    while !rest.isEmpty {
      comparators += try condition(&rest, of: text)
      rest = rest.drop(while: separators.contains)
    }
    return comparators
  }

  private static func condition(_ rest: inout Substring, of text: String) throws(VersionError) -> [VersionComparator] {
    let sign = operators.first { rest.hasPrefix($0) } ?? ""
    rest = rest.dropFirst(sign.count)
    if !sign.isEmpty { rest = rest.drop { $0 == " " } }
    let word = String(rest.prefix { !separators.contains($0) })
    rest = rest.dropFirst(word.count)
    if word == "*", sign.isEmpty { return [] }
    return comparators(sign, try version(word, of: text))
  }

  private static func version(_ word: String, of text: String) throws(VersionError) -> SemanticVersion {
    guard let version = try? SemanticVersion(word) else { throw .range(text, "\"\(word)\" is no complete version") }
    guard version.numbers.allSatisfy({ $0 < SemanticVersion.maximumNumber }) else {
      throw .range(text, "\"\(word)\" leaves no room for a higher version")
    }
    return version
  }

  private static func comparators(_ sign: String, _ version: SemanticVersion) -> [VersionComparator] {
    switch sign {
    case "^": VersionComparator.caret(version)
    case "~": VersionComparator.tilde(version)
    default: [VersionComparator(operation: .init(rawValue: sign) ?? .exact, version: version)]
    }
  }
}
