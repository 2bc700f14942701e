internal import FieldhouseKit

/// What a self-test run found wrong with one function. Codable, because self-tests run in a probe process.
public struct RuleSelfTestFailure: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The declared name of the function.
  public let function: String
  /// The JSON pointer within the declaration: empty, `/symbol`, `/selfTests` or `/selfTests/<index>`.
  public let pointer: String
  /// The stable code, such as `rule-self-test-failed`.
  public let code: String
  /// What was found: a result, or the sentence of an error.
  public let found: String
  /// What was expected.
  public let expected: String
  /// The whole as a sentence with the remedy.
  public let message: String

  /// The code and the sentence in one line.
  public var description: String { "\(code): \(message)" }
}

extension RuleSelfTestFailure {
  static func unusable(_ declaration: RuleDeclaration, _ error: RuleError) -> Self {
    Self(
      function: declaration.name, pointer: error.code == RuleFault.symbolMissing.rawValue ? "/symbol" : "",
      code: error.code,
      found: error.message, expected: declaration.cPrototype,
      message: "Rule \"\(declaration.name)\" cannot be prepared. \(error.message) \(error.remedy)")
  }

  static func untested(_ declaration: RuleDeclaration) -> Self {
    Self(
      function: declaration.name, pointer: "/selfTests", code: RuleFault.noSelfTests.rawValue,
      found: "no self-test", expected: "at least one",
      message: "Rule \"\(declaration.name)\" has no self-test, which alone can show a wrong signature; add one.")
  }

  static func failed(_ declaration: RuleDeclaration, at index: Int, found: String) -> Self {
    let test = declaration.selfTests[index]
    let arguments = test.arguments.map(\.text).joined(separator: ", ")
    return Self(
      function: declaration.name, pointer: "/selfTests/\(index)", code: RuleFault.selfTestFailed.rawValue,
      found: found, expected: test.expected.text,
      message: "Rule \"\(declaration.name)\" with (\(arguments)) gives \(found), expected is \(test.expected.text). "
        + "Check that the C function is \(declaration.cPrototype), then the rule and the self-test.")
  }
}
