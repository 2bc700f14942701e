import FieldhouseKernel
import FieldhouseKit
import Testing

@Suite("Results that C functions write into a buffer")
struct RuleResultTests {
  private func result(_ type: RuleType, capacity: Int? = nil, _ body: String) throws -> RuleValue {
    let element = [.int64Array: "int64_t", .doubleArray: "double"][type] ?? "char"
    return try RuleFixture("int64_t f(\(element) *out, int64_t capacity, int64_t *count) { \(body) }")
      .rule([], type, capacity: capacity).call([])
  }

  private func code(_ type: RuleType, capacity: Int? = nil, _ body: String) throws -> String? {
    let error = #expect(throws: RuleError.self) { try result(type, capacity: capacity, body) }
    return error?.code
  }

  @Test func `texts and arrays come back`() throws {
    #expect(try result(.string, "memcpy(out, \"2:1 ⚽\", 7); *count = 7; return 0;") == .string("2:1 ⚽"))
    #expect(try result(.string, "*count = 0; return 0;") == .string(""))
    #expect(try result(.int64Array, "out[0] = -7; out[1] = 8; *count = 2; return 0;") == .integers([-7, 8]))
    #expect(try result(.doubleArray, "out[0] = 0.25; *count = 1; return 0;") == .doubles([0.25]))
    let texts = "memcpy(out, \"ab\\0\\0c\", 6); *count = 3; return 0;"
    #expect(try result(.stringArray, texts) == .strings(["ab", "", "c"]))
  }

  @Test(arguments: [(nil, 4_096), (1, 1), (65_536, 65_536)])
  func `the declared capacity is given and may be filled`(capacity: Int?, expected: Int64) throws {
    let numbers = "for (int64_t i = 0; i < capacity; i++) out[i] = i; *count = capacity; return 0;"
    #expect(try result(.int64Array, capacity: capacity, numbers) == .integers(Array(0..<expected)))
    let text = "memset(out, 'x', capacity); *count = capacity; return 0;"
    #expect(try result(.string, capacity: capacity, text) == .string(String(repeating: "x", count: Int(expected))))
  }

  @Test func `a status other than 0 is a failed call`() throws {
    #expect(try code(.string, "*count = 0; return -3;") == "rule-call-failed")
  }

  @Test(arguments: ["return 0;", "*count = -2; return 0;", "*count = capacity + 1; return 0;"])
  func `a count that is unset or impossible is refused`(body: String) throws {
    for type in [RuleType.string, .int64Array, .doubleArray, .stringArray] {
      #expect(try code(type, body) == "rule-result-invalid")
    }
  }

  @Test func `text that is not UTF-8, holds a NUL or lacks one is refused`() throws {
    #expect(try code(.string, "out[0] = '\\xff'; *count = 1; return 0;") == "rule-result-invalid")
    #expect(try code(.string, "*count = 2; return 0;") == "rule-result-invalid")
    #expect(try code(.stringArray, "memset(out, 'x', capacity); *count = 1; return 0;") == "rule-result-invalid")
  }

  @Test func `numbers that are not finite are refused`() throws {
    for value in ["NAN", "INFINITY", "-INFINITY"] {
      #expect(try code(.doubleArray, "out[0] = \(value); *count = 1; return 0;") == "rule-result-invalid")
      let error = #expect(throws: RuleError.self) {
        try RuleFixture("double f(void) { return \(value); }").rule([], .double).call([])
      }
      #expect(error?.code == "rule-result-invalid")
    }
  }

  @Test func `writing past the capacity is noticed`() throws {
    #expect(try code(.int64Array, capacity: 2, "out[2] = 1; *count = 2; return 0;") == "rule-result-overrun")
    #expect(try code(.string, capacity: 8, "memset(out, 'x', 9); *count = 8; return 0;") == "rule-result-overrun")
  }
}
