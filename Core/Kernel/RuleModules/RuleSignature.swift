/// The types of a rule function, from which its C prototype follows.
///
/// Each parameter becomes one or two C parameters, in order:
///
///     "int64"     int64_t value
///     "double"    double value                            always finite
///     "string"    const char *text                        UTF-8, NUL-terminated
///     "int64[]"   const int64_t *values, int64_t count    never NULL, even when count is 0
///     "double[]"  const double *values, int64_t count
///     "string[]"  const char *const *texts, int64_t count
///
/// The result is returned (`int64`, `double`) or written into a buffer of the host, which is zeroed and described by
/// three further parameters at the end; the function then returns `int64_t`: 0 for success, any
/// other status of its own for failure (for example when the capacity is too small):
///
///     "int64"     int64_t f(…)
///     "double"    double f(…)                             must be finite
///     "string"    int64_t f(…, char *text, int64_t capacity, int64_t *length)       bytes, without NUL
///     "int64[]"   int64_t f(…, int64_t *values, int64_t capacity, int64_t *count)   elements
///     "double[]"  int64_t f(…, double *values, int64_t capacity, int64_t *count)    elements
///     "string[]"  int64_t f(…, char *texts, int64_t capacity, int64_t *count)
///                 capacity in bytes; the texts follow each other, each ended by a NUL; count of texts
///
/// A rule function is pure: its result depends on its arguments alone. It keeps no pointer it was given, writes
/// nothing but its result, does not block, and may be called by several threads at once.
public struct RuleSignature: Hashable, Sendable, Codable {
  /// The types of the parameters; at most 32.
  public let parameters: [RuleType]
  /// The type of the result.
  public let result: RuleType
  /// The room for a result that is written into a buffer: 1 to 65,536 elements (`int64[]`, `double[]`) or bytes (`string`,
  /// `string[]`). Nil means 4,096.
  public let capacity: Int?

  /// A signature.
  public init(parameters: [RuleType], result: RuleType, capacity: Int? = nil) {
    self.parameters = parameters
    self.result = result
    self.capacity = capacity
  }

  /// The room for the result, in elements or bytes.
  var resultCapacity: Int { capacity ?? RuleLimit.defaultCapacity }

  /// The C prototype that belongs to the signature, for messages and documentation.
  ///
  /// - Parameter symbol: the name of the C function.
  public func cPrototype(symbol: String) -> String {
    let all = parameters.flatMap(\.cParameters) + result.cResultParameters
    return
      "\(result == .double ? "double" : "int64_t") \(symbol)(\(all.isEmpty ? "void" : all.joined(separator: ", ")))"
  }
}

extension RuleType {
  fileprivate var cParameters: [String] {
    switch self {
    case .int64: ["int64_t"]
    case .double: ["double"]
    case .string: ["const char *"]
    case .int64Array: ["const int64_t *", "int64_t"]
    case .doubleArray: ["const double *", "int64_t"]
    case .stringArray: ["const char *const *", "int64_t"]
    }
  }

  fileprivate var cResultParameters: [String] {
    switch self {
    case .int64, .double: []
    case .string, .stringArray: ["char *", "int64_t", "int64_t *"]
    case .int64Array: ["int64_t *", "int64_t", "int64_t *"]
    case .doubleArray: ["double *", "int64_t", "int64_t *"]
    }
  }
}
