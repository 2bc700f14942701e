import FieldhouseKit
import Foundation
import Testing

@Suite struct `A bound of a schema` {
  private func fits(_ keyword: String, _ bound: JSON, _ value: JSON) throws -> Bool {
    try CompiledSchema(Schema(.object([keyword: bound]))).validate(value).isEmpty
  }

  private static let edges: [JSON] = [
    .integer(.min), .integer(.min + 1), -9_007_199_254_740_993, -9_007_199_254_740_992, -2, -1, 0, 1, 2,
    9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_993, .integer(.max - 1), .integer(.max),
    .number(-0x1p63), .number(0x1p63), .number(0x1p63 - 1024), .number(-0x1p63 - 2048), .number(-0.0), 0.5, -0.5, 1.0,
    -1.5, 9.007199254740992e15, 9.007199254740994e15, .number(.leastNonzeroMagnitude), 1e300, -1e300, 1e19, -1e19,
  ]

  /// `Decimal` holds 38 digits, enough for every edge below 10^38; beyond that a double decides.
  private func isLess(_ left: JSON, _ right: JSON) -> Bool {
    func decimal(_ value: JSON) -> Decimal? {
      switch value {
      case .integer(let whole): Decimal(whole)
      case .number(0): 0
      case .number(let number) where number.magnitude < 1e30 && number.magnitude > 1e-30:
        number == number.rounded() ? Decimal(string: String(format: "%.0f", number)) : Decimal(number)
      default: nil
      }
    }
    if let a = decimal(left), let b = decimal(right) { return a < b }
    return left.double! < right.double!
  }

  @Test(arguments: edges.indices) func `is exact between whole numbers and doubles`(index: Int) throws {
    let bound = Self.edges[index]
    for value in Self.edges {
      #expect(try fits("minimum", bound, value) == !isLess(value, bound), "\(value) from \(bound)")
      #expect(try fits("maximum", bound, value) == !isLess(bound, value), "\(value) to \(bound)")
      #expect(try fits("exclusiveMinimum", bound, value) == isLess(bound, value), "\(value) above \(bound)")
      #expect(try fits("exclusiveMaximum", bound, value) == isLess(value, bound), "\(value) below \(bound)")
    }
  }

  @Test func `of a range of 64 bits ends where the bits end`() throws {
    let compiled = try CompiledSchema(.integer(Int64.min...Int64.max))
    for value in [.integer(.min), .integer(.max), 0, .number(-0x1p63)] as [JSON] {
      #expect(compiled.validate(value).isEmpty)
    }
    for text in ["9223372036854775808", "-9223372036854777856", "1e19"] {
      #expect(try compiled.validate(JSON(parsing: text)).count == 1, "\(text)")
    }
  }

  @Test func `says both sides of an empty range`() throws {
    let compiled = try CompiledSchema(Schema(["minimum": 3, "maximum": 1]))
    #expect(compiled.validate(2).map(\.code) == ["minimum", "maximum"])
  }
}
