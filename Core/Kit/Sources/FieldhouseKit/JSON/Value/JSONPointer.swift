/// The way to one value inside a JSON document (RFC 6901).
public struct JSONPointer: Sendable, Hashable {
  /// The member names and array positions on the way, unescaped.
  public var tokens: [String]

  /// The whole document.
  public static let root = JSONPointer()

  /// Makes a pointer of unescaped tokens.
  public init(_ tokens: [String] = []) { self.tokens = tokens }

  /// Reads the text form: empty for the whole document, else each token after a `/`, with `~0` for `~` and
  /// `~1` for `/`.
  ///
  /// - Throws: `JSONPointerError` when the first slash is missing or a `~` is not followed by 0 or 1.
  public init(parsing text: String) throws(JSONPointerError) {
    guard !text.isEmpty else { self.init(); return }
    guard text.utf8.first == UInt8(ascii: "/") else {
      throw JSONPointerError(message: "A JSON pointer is empty or begins with `/`; found `\(text)`.")
    }
    var tokens: [String] = []
    for part in text.unicodeScalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      tokens.append(try Self.unescaped(part))
    }
    self.init(tokens)
  }

  /// This pointer followed by a member name.
  public func appending(_ key: String) -> JSONPointer { JSONPointer(tokens + [key]) }

  /// This pointer followed by an array position from 0.
  public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

  /// Adds a member name.
  public mutating func append(_ key: String) { tokens.append(key) }

  /// Adds an array position from 0.
  public mutating func append(_ index: Int) { append(String(index)) }

  /// The pointer to the enclosing value, or nil at the root.
  public var parent: JSONPointer? { tokens.isEmpty ? nil : JSONPointer(tokens.dropLast()) }

  /// The position that a token means in an array: digits without leading zeros, else nil.
  static func arrayIndex(_ token: String) -> Int? {
    let digits = token.utf8
    guard digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else { return nil }
    guard digits.count == 1 || digits.first != UInt8(ascii: "0") else { return nil }
    return Int(token)
  }

  private static func unescaped(_ part: Substring.UnicodeScalarView) throws(JSONPointerError) -> String {
    guard part.contains("~") else { return String(part) }
    var scalars = String.UnicodeScalarView()
    var rest = part
    while let scalar = rest.popFirst() {
      guard scalar == "~" else { scalars.append(scalar); continue }
      switch rest.popFirst() {
      case "0": scalars.append("~")
      case "1": scalars.append("/")
      default: throw JSONPointerError(message: "In a JSON pointer `~` is written `~0` and `/` is written `~1`.")
      }
    }
    return String(scalars)
  }
}

extension JSONPointer {
  /// The text form with long names cut short: what is wrong in many places within a very long name does not repeat it
  /// for each.
  var excerpt: String { JSONPointer(tokens.map(\.nameExcerpt)).description }
}

extension String {
  /// A member's name, cut short.
  var nameExcerpt: String {
    guard utf8.count > 200 else { return self }
    let shown = unicodeScalars.prefix(200)
    return shown.endIndex == endIndex ? self : String(shown) + "…"
  }
}

/// A text that is not a JSON pointer.
public struct JSONPointerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The stable code `json-pointer`.
  public var code: String { "json-pointer" }
  /// What is wrong and how to write it.
  public let message: String
  /// The message.
  public var description: String { message }
}

extension JSONPointer: CustomStringConvertible, ExpressibleByArrayLiteral {
  /// Makes a pointer of unescaped tokens.
  public init(arrayLiteral elements: String...) { self.init(elements) }

  /// The escaped text form.
  public var description: String {
    var text = ""
    for token in tokens {
      text += "/"
      for scalar in token.unicodeScalars {
        switch scalar {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
    return text
  }
}

extension JSONPointer: Codable {
  /// Reads the text form.
  public init(from decoder: any Decoder) throws {
    try self.init(parsing: decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the text form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
