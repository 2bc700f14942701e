import FieldhouseKernel
import FieldhouseKit
import Testing

@Suite("Calling C functions of a rule module")
struct RuleCallTests {
  @Test func `integers go in and out unchanged`() throws {
    let rule = try RuleFixture("int64_t f(int64_t a, int64_t b) { return a - 2 * b; }").rule([.int64, .int64], .int64)
    #expect(try rule.call([.integer(10), .integer(-3)]) == .integer(16))
    #expect(try rule.call([.integer(.min), .integer(0)]) == .integer(.min))
  }

  @Test func `doubles and integers mix in any order`() throws {
    let source = "double f(double a, int64_t b, double c, int64_t d) { return a * b - c / d; }"
    let rule = try RuleFixture(source).rule([.double, .int64, .double, .int64], .double)
    #expect(try rule.call([.double(1.5), .integer(4), .double(9), .integer(-3)]) == .double(9))
  }

  @Test func `more arguments than registers arrive`() throws {
    let parameters = (0..<20).map { "int64_t a\($0)" }.joined(separator: ", ")
    let sum = (0..<20).map { "a\($0) * \($0 + 1)" }.joined(separator: " + ")
    let rule = try RuleFixture("int64_t f(\(parameters)) { return \(sum); }")
      .rule(Array(repeating: .int64, count: 20), .int64)
    #expect(try rule.call((0..<20).map { .integer($0) }) == .integer(2_660))
  }

  @Test func `a text arrives as UTF-8 with a NUL`() throws {
    let rule = try RuleFixture("int64_t f(const char *t) { return strlen(t); }").rule([.string], .int64)
    #expect(try rule.call([.string("Tor für Köln ⚽")]) == .integer(18))
    #expect(try rule.call([.string("")]) == .integer(0))
  }

  @Test func `arrays arrive as pointer and count`() throws {
    let source = """
      double f(const int64_t *n, int64_t nc, const double *d, int64_t dc, const char *const *s, int64_t sc) {
        double sum = 0;
        for (int64_t i = 0; i < nc; i++) sum += n[i];
        for (int64_t i = 0; i < dc; i++) sum += d[i];
        for (int64_t i = 0; i < sc; i++) sum += strlen(s[i]);
        return n && d && s ? sum : -1;
      }
      """
    let rule = try RuleFixture(source).rule([.int64Array, .doubleArray, .stringArray], .double)
    #expect(try rule.call([.integers([1, 2, 3]), .doubles([0.5]), .strings(["ab", "", "c"])]) == .double(9.5))
    #expect(try rule.call([.integers([]), .doubles([]), .strings([])]) == .double(0))
  }

  @Test func `many calls at once do not disturb each other`() async throws {
    let rule = try RuleFixture("int64_t f(const int64_t *n, int64_t c) { return n[0] * 1000 + c; }")
      .rule([.int64Array], .int64)
    try await withThrowingTaskGroup(of: (Int64, RuleValue).self) { group in
      for number in Int64(1)...200 {
        group.addTask { (number, try rule.call([.integers(Array(repeating: number, count: Int(number)))])) }
      }
      for try await (number, result) in group { #expect(result == .integer(number * 1_001)) }
    }
  }

  @Test func `a function without parameters is called`() throws {
    #expect(try RuleFixture("int64_t f(void) { return 42; }").rule([], .int64).call([]) == .integer(42))
  }
}
