/// One JSON value (RFC 8259).
///
/// Whole numbers that fit 64 bits are `integer`; every other number is `number`. Equality follows the
/// JSON data model: `1` equals `1.0`, and the order of an object's members does not matter. Texts are equal
/// when their Unicode scalars are; names of members as Swift compares strings, by canonical equivalence.
@frozen
public enum JSON: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number from -2^63 to 2^63 - 1, written without fraction and exponent.
  case integer(Int64)
  /// Any other number, as the nearest double. Never infinite or NaN when it was parsed.
  case number(Double)
  /// A text.
  case string(String)
  /// A list of values.
  case array([JSON])
  /// Members in the order in which they were written.
  case object(JSONObject)
}

extension JSON: Hashable {
  /// Whether both are the same value of the JSON data model.
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)): Int64(exactly: b) == a
    // Not `==` of texts, which orders all the marks of one letter, for each text that it is compared with.
    case (.string(let a), .string(let b)): a.utf8.count == b.utf8.count && a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }

  /// Equal values hash alike, so `1` and `1.0` do.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .number(let value):
      if let whole = Int64(exactly: value) { hasher.combine(whole) } else { hasher.combine(value) }
    // Texts that differ in their scalars alone are not equal, so they must not meet in one place of a table either.
    case .string(let value):
      var value = value
      value.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      hasher.combine(0xFF as UInt8)
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }
}

extension JSON: CustomStringConvertible {
  /// The compact JSON text.
  public var description: String { serialized() }
}
