/// Why a text is not an acceptable JSON document, and where.
public struct JSONParseError: Error, Sendable, Hashable {
  /// A stable code: `json-syntax`, `json-utf8`, `json-surrogate`, `json-number-range`, `json-duplicate-key`,
  /// `json-too-deep`, `json-too-large` or `json-too-many-keys`.
  public let code: String
  /// A sentence with what was found and what was expected.
  public let message: String
  /// Bytes before the fault.
  public let offset: Int
  /// The line of the fault, from 1.
  public let line: Int
  /// The column of the fault in Unicode scalars, from 1.
  public let column: Int
  /// The value in which the fault lies; nil when it lies outside every value.
  public let pointer: JSONPointer?
}

extension JSONParseError: CustomStringConvertible {
  /// The message with its line and column.
  public var description: String { "line \(line), column \(column): \(message) (\(code))" }
}

/// A fault on its way out of the parser; the path grows from the innermost token to the outermost.
struct JSONFault: Error {
  let code: String
  let message: String
  let offset: Int
  var reversedPath: [String] = []
  /// Whether it lies before or after the document's value, or in its length.
  var isOutside = false

  func under(_ token: String) -> JSONFault {
    var copy = self
    copy.reversedPath.append(token)
    return copy
  }

  var outside: JSONFault {
    var copy = self
    copy.isOutside = true
    return copy
  }

  func error(in bytes: UnsafeBufferPointer<UInt8>) -> JSONParseError {
    var lines = JSONLineCounter(bytes: bytes)
    let location = lines.location(of: offset)
    let pointer = isOutside ? nil : JSONPointer(reversedPath.reversed())
    return JSONParseError(
      code: code, message: message, offset: offset, line: location.line, column: location.column, pointer: pointer)
  }
}
