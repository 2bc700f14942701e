extension JSON {
  /// The text, or nil when this is not a string.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The whole number, or nil when this is no number, has a fraction, or does not fit. `2.0` counts as 2.
  public var int: Int? {
    switch self {
    case .integer(let value): Int(exactly: value)
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The number as a double, or nil when this is not a number. Beyond 2^53 an integer may be rounded.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The truth value, or nil when this is not one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The items, or nil when this is not an array.
  public var array: [JSON]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members, or nil when this is not an object.
  public var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// Whether this is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The name of the JSON type: `null`, `boolean`, `integer`, `number`, `string`, `array` or `object`.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

extension JSON {
  /// The member of that name, or nil when this is not an object or has no such member.
  public subscript(key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The item at that position from 0, or nil when this is not an array or is shorter.
  public subscript(index: Int) -> JSON? {
    guard case .array(let items) = self, items.indices.contains(index) else { return nil }
    return items[index]
  }

  /// The value that a pointer leads to from here, or nil when it leads nowhere.
  public subscript(pointer pointer: JSONPointer) -> JSON? {
    var current = self
    for token in pointer.tokens {
      guard let next = current.member(at: token) else { return nil }
      current = next
    }
    return current
  }

  private func member(at token: String) -> JSON? {
    switch self {
    case .object(let members): members[token]
    case .array: JSONPointer.arrayIndex(token).flatMap { self[$0] }
    default: nil
    }
  }
}
