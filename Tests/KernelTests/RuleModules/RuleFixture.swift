import FieldhouseKernel
import FieldhouseKit

/// A rule module compiled for a test.
struct RuleFixture {
  let module: RuleModule
  private let library: CompiledLibrary

  init(_ source: String) throws {
    library = try CompiledLibrary("#include <stdint.h>\n#include <string.h>\n#include <math.h>\n" + source)
    module = try RuleModule(path: library.path)
  }

  /// The function `f` with the given types.
  func rule(_ parameters: [RuleType], _ result: RuleType, capacity: Int? = nil) throws -> NativeRule {
    let signature = RuleSignature(parameters: parameters, result: result, capacity: capacity)
    return try module.function(RuleDeclaration(name: "rule", symbol: "f", signature: signature, selfTests: []))
  }
}
