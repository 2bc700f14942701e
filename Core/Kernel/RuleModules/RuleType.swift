/// A type that can cross the border to a rule module.
public enum RuleType: String, Hashable, Sendable, Codable, CaseIterable {
  /// A signed 64-bit integer.
  case int64
  /// A finite IEEE 754 double.
  case double
  /// UTF-8 text without NUL, at most 65,536 bytes.
  case string
  /// At most 65,536 integers.
  case int64Array = "int64[]"
  /// At most 65,536 finite doubles.
  case doubleArray = "double[]"
  /// At most 65,536 texts.
  case stringArray = "string[]"

  /// True for the types a C function returns through a buffer.
  var needsBuffer: Bool { self != .int64 && self != .double }

  var isArray: Bool { self == .int64Array || self == .doubleArray || self == .stringArray }
}

/// What may cross the border at most.
public enum RuleLimit {
  /// Bytes of one text, in and out.
  public static let stringBytes = 65_536
  /// Elements of one array, in and out.
  public static let elements = 65_536
  /// Parameters of one function.
  public static let parameters = 32
  /// Room for a result where the declaration gives none.
  public static let defaultCapacity = 4_096
}
