public import FieldhouseKit

extension RuleValue {
  /// The declared type the value fits.
  public var type: RuleType {
    switch self {
    case .integer: .int64
    case .double: .double
    case .string: .string
    case .integers: .int64Array
    case .doubles: .doubleArray
    case .strings: .stringArray
    }
  }

  /// The same value as another type, where nothing is lost: JSON does not tell `4` from `4.0`, nor what an empty
  /// array holds.
  ///
  /// - Returns: nil where the value does not fit the type.
  public func converted(to wanted: RuleType) -> RuleValue? {
    switch (self, wanted) {
    case _ where type == wanted: self
    case (.integer(let value), .double): Double(exactly: value).map(RuleValue.double)
    case (.integers(let values), .doubleArray): Self.doubles(exactly: values)
    case (.integers([]), .stringArray): .strings([])
    default: nil
    }
  }

  /// The value as JSON would write it; what is longer than 200 characters is cut.
  var text: String {
    let text =
      switch self {
      case .integer(let value): "\(value)"
      case .double(let value): "\(value)"
      case .string(let value): "\"\(value)\""
      case .integers(let values): "\(values)"
      case .doubles(let values): "\(values)"
      case .strings(let values): "\(values)"
      }
    return text.count <= 200 ? text : text.prefix(200) + "…"
  }

  private static func doubles(exactly values: [Int64]) -> RuleValue? {
    let doubles = values.compactMap { Double(exactly: $0) }
    return doubles.count == values.count ? .doubles(doubles) : nil
  }
}
