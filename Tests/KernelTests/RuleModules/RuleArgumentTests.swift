import FieldhouseKernel
import FieldhouseKit
import Testing

@Suite("Arguments refused before a C function is called")
struct RuleArgumentTests {
  private static let types: [RuleType] = [.int64, .double, .string, .int64Array, .doubleArray, .stringArray]
  private static let source = """
    int64_t f(int64_t a, double b, const char *c, const int64_t *d, int64_t dn, const double *e, int64_t en,
              const char *const *g, int64_t gn) { return dn + en + gn + (int64_t)strlen(c); }
    """
  private static let good: [RuleValue] = [
    .integer(1), .double(1), .string("a"), .integers([1]), .doubles([1]), .strings(["a"]),
  ]
  private static let prepared = Result { try RuleFixture(source).rule(types, .int64) }
  private let rule: NativeRule

  init() throws {
    rule = try Self.prepared.get()
  }

  private func code(_ index: Int, _ value: RuleValue) -> String? {
    var arguments = Self.good
    arguments[index] = value
    let error = #expect(throws: RuleError.self) { try rule.call(arguments) }
    return error?.code
  }

  @Test func `too few and too many arguments are refused`() {
    for arguments in [[], Array(Self.good.dropLast()), Self.good + [.integer(1)]] {
      let error = #expect(throws: RuleError.self) { try rule.call(arguments) }
      #expect(error?.code == "rule-argument-count")
    }
  }

  @Test func `every other type than the declared one is refused`() {
    for index in Self.types.indices {
      for other in Self.good.indices where other != index {
        #expect(code(index, Self.good[other]) == "rule-argument-type")
      }
    }
  }

  @Test func `the message names position, found and declared type`() {
    var arguments = Self.good
    arguments[1] = .integer(4)
    let error = #expect(throws: RuleError.self) { try rule.call(arguments) }
    #expect(error?.message == "Argument 2 is 4 (int64), declared is double.")
    #expect(error?.remedy == "Give such a value.")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func `numbers that are not finite are refused`(number: Double) {
    #expect(code(1, .double(number)) == "rule-argument-invalid")
    #expect(code(4, .doubles([1, number])) == "rule-argument-invalid")
  }

  @Test func `a NUL within a text is refused`() {
    #expect(code(2, .string("a\0b")) == "rule-argument-invalid")
    #expect(code(5, .strings(["a", "\0"])) == "rule-argument-invalid")
  }

  @Test func `texts and arrays may reach the limit, not pass it`() throws {
    let text = String(repeating: "x", count: 65_536)
    var arguments = Self.good
    arguments[2] = .string(text)
    arguments[3] = .integers(Array(repeating: 1, count: 65_536))
    #expect(try rule.call(arguments) == .integer(131_074))
    #expect(code(2, .string(text + "x")) == "rule-argument-invalid")
    #expect(code(3, .integers(Array(repeating: 1, count: 65_537))) == "rule-argument-invalid")
    #expect(code(4, .doubles(Array(repeating: 1, count: 65_537))) == "rule-argument-invalid")
    #expect(code(5, .strings(Array(repeating: "", count: 65_537))) == "rule-argument-invalid")
    #expect(code(5, .strings([text + "x"])) == "rule-argument-invalid")
  }

  @Test func `a declaration beyond the limits is refused`() throws {
    let fixture = try RuleFixture("int64_t f(void) { return 1; }")
    for (parameters, capacity) in [(Array(repeating: RuleType.int64, count: 33), nil), ([], 0), ([], 65_537)] {
      let error = #expect(throws: RuleError.self) { try fixture.rule(parameters, .string, capacity: capacity) }
      #expect(error?.code == "rule-declaration-invalid")
    }
  }
}
