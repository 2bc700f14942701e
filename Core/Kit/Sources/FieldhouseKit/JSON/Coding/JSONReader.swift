import Foundation

/// A value that does not fit, before its place is known.
struct JSONMismatch: Error {
  let code: String
  let detail: String

  static func kind(_ expected: String, _ found: JSON) -> JSONMismatch {
    JSONMismatch(code: "type", detail: "Found \(found.article); expected \(expected).")
  }

  func error(at pointer: JSONPointer) -> JSONDecodingError {
    JSONDecodingError(pointer: pointer, code: code, detail: detail)
  }
}

extension JSON {
  /// The type's name as a sentence needs it.
  var article: String {
    switch self {
    case .null: "null"
    case .array: "a list"
    case .integer, .object: "an \(kind)"
    default: "a \(kind)"
    }
  }
}

/// Reads single JSON values as Swift values.
enum JSONReader {
  static func bool(_ value: JSON) throws(JSONMismatch) -> Bool {
    guard case .bool(let result) = value else { throw .kind("true or false", value) }
    return result
  }

  static func string(_ value: JSON) throws(JSONMismatch) -> String {
    guard case .string(let result) = value else { throw .kind("a string", value) }
    return result
  }

  static func double(_ value: JSON) throws(JSONMismatch) -> Double {
    guard let result = value.double else { throw .kind("a number", value) }
    return result
  }

  static func float(_ value: JSON) throws(JSONMismatch) -> Float {
    let result = Float(try double(value))
    guard result.isFinite else { throw JSONMismatch(code: "range", detail: "The number is too large.") }
    return result
  }

  /// Whole numbers beyond 64 bits with a sign were rounded when they were parsed and are refused for every type.
  static func integer<I: FixedWidthInteger>(_ value: JSON) throws(JSONMismatch) -> I {
    switch value {
    case .integer(let whole):
      if let result = I(exactly: whole) { return result }
    case .number(let number):
      if let whole = Int64(exactly: number), let result = I(exactly: whole) { return result }
      if number.rounded() != number { throw .kind("a whole number", value) }
    default: throw .kind("a whole number", value)
    }
    let range = Int64(clamping: I.min)...Int64(clamping: I.max)
    throw JSONMismatch(
      code: "range", detail: "Found \(value); expected \(range.lowerBound) to \(range.upperBound).")
  }

  static func object(_ value: JSON) throws(JSONMismatch) -> JSONObject {
    guard case .object(let result) = value else { throw .kind("an object", value) }
    return result
  }

  static func date(_ value: JSON) throws(JSONMismatch) -> Date {
    if let result = RFC3339.date(from: try string(value)) { return result }
    throw JSONMismatch(code: "format", detail: "Expected a time such as 2025-08-15T19:00:00Z (RFC 3339).")
  }

  static func url(_ value: JSON) throws(JSONMismatch) -> URL {
    if let result = URL(string: try string(value)) { return result }
    throw JSONMismatch(code: "format", detail: "Expected a URL.")
  }

  static func data(_ value: JSON) throws(JSONMismatch) -> Data {
    if let result = Data(base64Encoded: try string(value)) { return result }
    throw JSONMismatch(code: "format", detail: "Expected bytes in Base64.")
  }
}
