import FieldhouseKernel
import FieldhouseKit
import Foundation
import Testing

@Suite("Declaring rule functions in a manifest")
struct RuleDeclarationTests {
  private static let text = """
    {"name": "points", "symbol": "fieldhouse_points", "parameters": ["int64", "int64[]", "double"], "result": "double",
     "selfTests": [{"arguments": [2, [1, 2], 4], "expected": 5, "tolerance": 0.5}]}
    """

  private func declaration(_ text: String) throws -> RuleDeclaration {
    try JSONDecoder().decode(RuleDeclaration.self, from: Data(text.utf8))
  }

  @Test func `the manifest's form is read and survives writing`() throws {
    let declaration = try declaration(Self.text)
    #expect(declaration.signature == RuleSignature(parameters: [.int64, .int64Array, .double], result: .double))
    #expect(declaration.selfTests.first?.arguments == [.integer(2), .integers([1, 2]), .integer(4)])
    #expect(declaration.selfTests.first?.tolerance == 0.5)
    let again = try JSONDecoder().decode(RuleDeclaration.self, from: JSONEncoder().encode(declaration))
    #expect(again == declaration)
  }

  @Test func `the C prototype follows from the types`() throws {
    #expect(
      try declaration(Self.text).cPrototype == "double fieldhouse_points(int64_t, const int64_t *, int64_t, double)")
    let all = RuleSignature(parameters: [.string, .doubleArray, .stringArray], result: .string)
    #expect(
      all.cPrototype(symbol: "f")
        == "int64_t f(const char *, const double *, int64_t, const char *const *, int64_t, char *, int64_t, int64_t *)")
    #expect(RuleSignature(parameters: [], result: .int64).cPrototype(symbol: "f") == "int64_t f(void)")
  }

  @Test(arguments: [
    ("2", RuleValue.integer(2)), ("-9223372036854775808", .integer(.min)), ("0.5", .double(0.5)),
    ("\"a\"", .string("a")),
    ("[]", .integers([])), ("[1, 2]", .integers([1, 2])), ("[1, 0.5]", .doubles([1, 0.5])),
    ("[\"a\"]", .strings(["a"])),
  ])
  func `values are read from JSON`(text: String, value: RuleValue) throws {
    let test = try JSONDecoder().decode(
      RuleSelfTest.self, from: Data("{\"arguments\": [], \"expected\": \(text)}".utf8))
    #expect(test.expected == value)
  }

  @Test(arguments: ["true", "null", "{}", "[[1]]", "[1, \"a\"]"])
  func `other JSON is no rule value`(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(RuleSelfTest.self, from: Data("{\"arguments\": [\(text)], \"expected\": 1}".utf8))
    }
  }

  @Test func `a number becomes another type only where nothing is lost`() {
    #expect(RuleValue.integer(4).converted(to: .double) == .double(4))
    #expect(RuleValue.integers([4]).converted(to: .doubleArray) == .doubles([4]))
    #expect(RuleValue.integers([]).converted(to: .stringArray) == .strings([]))
    #expect(RuleValue.integer(.max).converted(to: .double) == nil)
    #expect(RuleValue.integers([.max]).converted(to: .doubleArray) == nil)
    #expect(RuleValue.double(4).converted(to: .int64) == nil)
    #expect(RuleValue.string("4").converted(to: .int64) == nil)
  }
}
