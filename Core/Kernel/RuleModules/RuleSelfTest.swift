public import FieldhouseKit

/// A call of a rule function with its known result.
public struct RuleSelfTest: Hashable, Sendable {
  /// The arguments, as JSON gives them: `4` serves for an integer and for a double.
  public let arguments: [RuleValue]
  /// The result that must come back.
  public let expected: RuleValue
  /// How far a double may be from the expected one, absolutely; nil means 0. Other types must be equal.
  public let tolerance: Double?

  /// A self-test.
  public init(arguments: [RuleValue], expected: RuleValue, tolerance: Double? = nil) {
    self.arguments = arguments
    self.expected = expected
    self.tolerance = tolerance
  }

  /// True when the found result is the expected one, within the tolerance.
  public func isMet(by found: RuleValue) -> Bool {
    guard let expected = expected.converted(to: found.type) else { return false }
    return switch (expected, found) {
    case (.double(let expected), .double(let found)): isNear(expected, found)
    case (.doubles(let expected), .doubles(let found)):
      expected.count == found.count && zip(expected, found).allSatisfy { isNear($0, $1) }
    default: expected == found
    }
  }

  private func isNear(_ expected: Double, _ found: Double) -> Bool {
    abs(expected - found) <= (tolerance ?? 0)
  }
}

extension RuleSelfTest: Codable {
  private enum Key: String, CodingKey {
    case arguments, expected, tolerance
  }

  /// Decodes `{"arguments": […], "expected": …, "tolerance": …}`; the tolerance may be absent.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    arguments = try container.decode([RuleLiteral].self, forKey: .arguments).map(\.value)
    expected = try container.decode(RuleLiteral.self, forKey: .expected).value
    tolerance = try container.decodeIfPresent(Double.self, forKey: .tolerance)
  }

  /// Encodes what is decoded.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(arguments.map(RuleLiteral.init), forKey: .arguments)
    try container.encode(RuleLiteral(expected), forKey: .expected)
    try container.encodeIfPresent(tolerance, forKey: .tolerance)
  }
}
