import FieldhouseKernel
import FieldhouseKit
import Testing

@Suite("Opening rule modules")
struct RuleModuleTests {
  private func code(_ path: String) -> String? {
    let error = #expect(throws: RuleError.self) { try RuleModule(path: path) }
    return error?.code
  }

  @Test func `a relative path, a missing file and a text file are refused`() throws {
    let folder = try ScratchFolder()
    let text = try folder.write("text.so", "no library".utf8)
    for path in ["module.so", folder.path + "/absent.so", text] {
      #expect(code(path) == "rule-module-unloadable")
    }
  }

  @Test func `a library with an unresolved symbol is refused when it is opened, with the symbol's name`() throws {
    let library = try CompiledLibrary("extern long elsewhere(void); long f(void) { return elsewhere(); }")
    let error = #expect(throws: RuleError.self) { try RuleModule(path: library.path) }
    #expect(error?.message.contains("elsewhere") == true)
  }

  @Test func `functions are found by their declared name`() throws {
    let fixture = try RuleFixture("int64_t f(void) { return 7; }")
    let functions = try RuleFunctions([(fixture.module, [declaration("points")])])
    #expect(try functions.function("points")?.call([]) == .integer(7))
    #expect(functions.function("f") == nil)
    #expect(RuleFunctions().function("points") == nil)
  }

  @Test func `a name declared twice is refused`() throws {
    let fixture = try RuleFixture("int64_t f(void) { return 7; }")
    let error = #expect(throws: RuleError.self) {
      try RuleFunctions([(fixture.module, [declaration("points"), declaration("points")])])
    }
    #expect(error?.code == "rule-name-taken")
  }

  private func declaration(_ name: String) -> RuleDeclaration {
    let signature = RuleSignature(parameters: [], result: .int64)
    return RuleDeclaration(name: name, symbol: "f", signature: signature, selfTests: [])
  }
}
