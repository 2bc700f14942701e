extension SemanticVersion {
  /// Reads a version strictly.
  ///
  /// - Throws: ``VersionError`` with reason `version`, naming what is wrong.
  public init(_ text: String) throws(VersionError) {
    guard text.utf8.count <= Self.maximumLength else { throw .version(text, "it has more than 256 characters") }
    let (rest, build) = Self.cut(text[...], at: "+")
    let (core, prerelease) = Self.cut(rest, at: "-")
    self.init(
      numbers: try Self.numbers(core, of: text),
      prerelease: try Self.prerelease(prerelease, of: text),
      build: try Self.build(build, of: text))
  }

  private static func cut(_ text: Substring, at mark: Character) -> (Substring, Substring?) {
    guard let index = text.firstIndex(of: mark) else { return (text, nil) }
    return (text[..<index], text[text.index(after: index)...])
  }

  private static func numbers(_ core: Substring, of text: String) throws(VersionError) -> [Int] {
    let parts = core.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .version(text, "it needs exactly three numbers") }
    var numbers: [Int] = []
    for part in parts { numbers.append(try number(part, of: text)) }
    return numbers
  }

  private static func number(_ part: Substring, of text: String) throws(VersionError) -> Int {
    guard VersionSyntax.isDigits(part) else { throw .version(text, "\"\(part)\" is no number") }
    guard part.utf8.count == 1 || part.utf8.first != UInt8(ascii: "0") else {
      throw .version(text, "\"\(part)\" has a leading zero")
    }
    guard let number = Int(part), number <= maximumNumber else { throw .version(text, "\"\(part)\" is too large") }
    return number
  }

  private static func prerelease(
    _ part: Substring?, of text: String
  ) throws(VersionError) -> [PrereleaseIdentifier] {
    guard let part else { return [] }
    var identifiers: [PrereleaseIdentifier] = []
    for word in part.split(separator: ".", omittingEmptySubsequences: false) {
      guard let identifier = PrereleaseIdentifier(word) else {
        throw .version(text, "\"\(word)\" is no pre-release identifier")
      }
      identifiers.append(identifier)
    }
    return identifiers
  }

  private static func build(_ part: Substring?, of text: String) throws(VersionError) -> String {
    guard let part else { return "" }
    let words = part.split(separator: ".", omittingEmptySubsequences: false)
    guard words.allSatisfy({ VersionSyntax.isIdentifier($0) }) else {
      throw .version(text, "\"\(part)\" is no build metadata")
    }
    return String(part)
  }
}

extension SemanticVersion: Codable {
  /// Decodes a string.
  public init(from decoder: any Decoder) throws {
    self = try decoder.versionText { (text) throws(VersionError) in try SemanticVersion(text) }
  }

  /// Encodes as a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Decoder {
  /// Decodes a string and reads it; a ``VersionError`` becomes a `DecodingError` with its sentence.
  func versionText<Value>(_ read: (String) throws(VersionError) -> Value) throws -> Value {
    let container = try singleValueContainer()
    let text = try container.decode(String.self)
    do {
      return try read(text)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "\(error.message) \(error.remedy)", underlyingError: error))
    }
  }
}
