import FieldhouseKernel
import FieldhouseKit
import Foundation
import Testing

@Suite("Self-tests of rule functions")
struct RuleSelfTestTests {
  private func failures(_ source: String, _ declaration: String) throws -> [RuleSelfTestFailure] {
    let declarations = try JSONDecoder().decode([RuleDeclaration].self, from: Data("[\(declaration)]".utf8))
    return try RuleFixture(source).module.runSelfTests(of: declarations)
  }

  private static let half = """
    {"name": "half", "symbol": "half", "parameters": ["double"], "result": "double",
     "selfTests": [{"arguments": [3], "expected": 1.5}, {"arguments": [0.3], "expected": 0.15, "tolerance": 1e-12}]}
    """

  @Test func `a right declaration passes, an integer in JSON serving as a double`() throws {
    #expect(try failures("double half(double x) { return x / 2; }", Self.half).isEmpty)
  }

  @Test func `a wrong declared type is found and named with the prototype it needs`() throws {
    let found = try failures("int64_t half(int64_t x) { return x / 2; }", Self.half)
    #expect(found.map(\.code) == ["rule-self-test-failed", "rule-self-test-failed"])
    #expect(found.map(\.pointer) == ["/selfTests/0", "/selfTests/1"])
    #expect(found.first?.function == "half")
    #expect(found.first?.expected == "1.5")
    #expect(found.first?.message.contains("double half(double)") == true)
  }

  @Test func `swapped parameters are found`() throws {
    let declaration = """
      {"name": "f", "symbol": "f", "parameters": ["int64", "int64"], "result": "int64",
       "selfTests": [{"arguments": [7, 5], "expected": 2}]}
      """
    let found = try failures("int64_t f(int64_t a, int64_t b) { return b - a; }", declaration)
    #expect(found.map(\.found) == ["-2"])
    #expect(
      found.first?.message == "Rule \"f\" with (7, 5) gives -2, expected is 2. Check that the C function is "
        + "int64_t f(int64_t, int64_t), then the rule and the self-test.")
  }

  @Test func `an expected text that the function never wrote is found`() throws {
    let declaration = """
      {"name": "f", "symbol": "f", "parameters": [], "result": "string", "selfTests": [{"arguments": [], "expected": "a"}]}
      """
    let found = try failures("int64_t f(void) { return 0; }", declaration)
    #expect(found.first?.found.hasPrefix("rule-result-invalid") == true)
  }

  @Test(arguments: [
    ("absent", "rule-symbol-missing", "/symbol"), ("table", "rule-symbol-missing", "/symbol"),
    ("strlen", "rule-symbol-missing", "/symbol"), ("f", "rule-no-self-tests", "/selfTests"),
  ])
  func `what the library does not export as a function, and what has no test, is named`(
    symbol: String, code: String, pointer: String
  ) throws {
    let source = "int64_t table = 1; int64_t f(const char *t) { return strlen(t); }"
    let declaration =
      "{\"name\": \"x\", \"symbol\": \"\(symbol)\", \"parameters\": [\"string\"], \"result\": \"int64\"}"
    let found = try failures(source, declaration)
    #expect(found.map(\.code) == [code])
    #expect(found.map(\.pointer) == [pointer])
  }

  @Test func `every failure of every function is reported, and each test announced before it runs`() throws {
    let fixture = try RuleFixture("int64_t f(int64_t x) { return x; } int64_t g(int64_t x) { return x; }")
    let tests = [1, 2, 3].map { RuleSelfTest(arguments: [.integer($0)], expected: .integer(2)) }
    let declarations = ["f", "g"].map {
      RuleDeclaration(
        name: $0, symbol: $0, signature: RuleSignature(parameters: [.int64], result: .int64), selfTests: tests)
    }
    var begun: [String] = []
    let found = fixture.module.runSelfTests(of: declarations) { begun.append("\($0) \($1)") }
    #expect(begun == ["f 0", "f 1", "f 2", "g 0", "g 1", "g 2"])
    #expect(
      found.map { $0.function + $0.pointer } == ["f/selfTests/0", "f/selfTests/2", "g/selfTests/0", "g/selfTests/2"])
  }

  @Test func `a tolerance counts for doubles in arrays and not for integers`() {
    let doubles = RuleSelfTest(arguments: [], expected: .doubles([1, 2]), tolerance: 0.1)
    #expect(doubles.isMet(by: .doubles([1.05, 1.95])))
    #expect(!doubles.isMet(by: .doubles([1.05, 1.8])))
    #expect(!doubles.isMet(by: .doubles([1])))
    #expect(!RuleSelfTest(arguments: [], expected: .integer(1), tolerance: 5).isMet(by: .integer(2)))
  }

  @Test func `a failure can be sent from the probe as JSON`() throws {
    let found = try failures("int64_t half(int64_t x) { return x / 2; }", Self.half)
    #expect(try JSONDecoder().decode([RuleSelfTestFailure].self, from: JSONEncoder().encode(found)) == found)
  }
}
