internal import FieldhouseKit

/// A rule value as JSON: a number, a string, or an array of numbers or of strings.
struct RuleLiteral: Codable {
  let value: RuleValue

  init(_ value: RuleValue) {
    self.value = value
  }

  /// A number without a fraction becomes an integer where it fits.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Int64.self) {
      self.value = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self.value = .double(value)
    } else if let value = try? container.decode(String.self) {
      self.value = .string(value)
    } else {
      value = try Self.array(container)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .integer(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .integers(let values): try container.encode(values)
    case .doubles(let values): try container.encode(values)
    case .strings(let values): try container.encode(values)
    }
  }

  private static func array(_ container: any SingleValueDecodingContainer) throws -> RuleValue {
    if let values = try? container.decode([Int64].self) { return .integers(values) }
    if let values = try? container.decode([Double].self) { return .doubles(values) }
    if let values = try? container.decode([String].self) { return .strings(values) }
    throw DecodingError.dataCorruptedError(
      in: container, debugDescription: "A rule value is a number, a string, or an array of numbers or of strings.")
  }
}
