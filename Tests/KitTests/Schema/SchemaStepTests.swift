import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A step of a schema` {
  private func fits(_ step: JSON, _ value: JSON) throws -> Bool {
    try CompiledSchema(Schema(["multipleOf": step])).validate(value).isEmpty
  }

  @Test func `is exact for whole numbers, however they are written`() throws {
    for step in [2, 2.0] as [JSON] {
      #expect(try !fits(step, 9_007_199_254_740_993))
      #expect(try fits(step, 9_007_199_254_740_994))
      #expect(try fits(step, .integer(.min)))
      #expect(try !fits(step, .integer(.max)))
      #expect(try fits(step, -4.0))
    }
    #expect(try fits(.integer(.max), .integer(.max)))
    #expect(try !fits(.integer(.max), .integer(.max - 1)))
  }

  @Test(arguments: [(1, 1e-10), (1, 1.0000000001), (1, 2.9999999999), (0.5, 1e-12), (1000, 1e-7), (0.1, 1e-11)])
  func `refuses what is only nearly a multiple`(step: Double, value: Double) throws {
    #expect(try !fits(.number(step), .number(value)))
    #expect(try !fits(.number(step), .number(-value)))
  }

  @Test(arguments: [0.01, 0.1, 0.05, 0.25, 0.001, 1e-7, 2.5, 0.3]) func `takes each multiple as people write it`(
    step: Double
  ) throws {
    var random = SeededRandom(seed: 501)
    let exact = try #require(Decimal(string: "\(step)"))
    let compiled = try CompiledSchema(Schema(["multipleOf": .number(step)]))
    for _ in 0..<500 {
      let count = Decimal(random.next(below: 2_000_000) - 1_000_000)
      let multiple = try JSON(parsing: "\(exact * count)")
      let between = try JSON(parsing: "\(exact * count + exact / 4)")
      #expect(compiled.validate(multiple).isEmpty, "\(multiple) of \(step)")
      #expect(compiled.validate(between).map(\.code) == ["multiple-of"], "\(between) of \(step)")
    }
  }

  @Test func `takes a sum of doubles that is a multiple but for rounding`() throws {
    #expect(try fits(0.1, .number(0.1 + 0.2)))
  }
}
