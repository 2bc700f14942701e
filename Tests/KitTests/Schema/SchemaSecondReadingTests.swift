import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `A compiled schema, held against a second reading` {
  @Test(arguments: 701...708) func `comes to the same verdict, and names a place that is there`(seed: UInt64) throws {
    var source = SchemaSource(random: SeededRandom(seed: seed))
    var verdicts = [true: 0, false: 0]
    for _ in 0..<400 {
      let document = Schema(source.schema()).with("$defs", ["x": source.schema(0)])
      let compiled = try CompiledSchema(document)
      let reading = SecondReading(root: document.json)
      for _ in 0..<12 {
        let value = source.value()
        let found = compiled.validate(value)
        let expected = reading.fits(value, document.json)
        #expect(found.isEmpty == expected, "\(document.json) of \(value): \(found)")
        verdicts[expected, default: 0] += 1
        for violation in found {
          let isAbout = violation.code == "required" ? violation.pointer.parent : violation.pointer
          #expect(isAbout.flatMap { value[pointer: $0] } != nil, "\(violation)")
        }
      }
    }
    #expect(verdicts.values.allSatisfy { $0 > 400 })
  }
}
