public import FieldhouseKit

/// Why a rule module or one of its functions cannot be used; the raw value is the code of a `RuleError`.
public enum RuleFault: String, Sendable, CaseIterable {
  /// The loader refuses the library.
  case moduleUnloadable = "rule-module-unloadable"
  /// The library exports no function of this name.
  case symbolMissing = "rule-symbol-missing"
  /// The declaration itself breaks a limit.
  case declarationInvalid = "rule-declaration-invalid"
  /// Two functions are declared under one name.
  case nameTaken = "rule-name-taken"
  /// The declaration has no self-test.
  case noSelfTests = "rule-no-self-tests"
  /// A self-test found another result than expected.
  case selfTestFailed = "rule-self-test-failed"
  /// More or fewer arguments than declared.
  case argumentCount = "rule-argument-count"
  /// An argument of another type than declared.
  case argumentType = "rule-argument-type"
  /// A number that is not finite, a text with a NUL, or a text or array above the limit.
  case argumentInvalid = "rule-argument-invalid"
  /// The function reported a failure of its own.
  case callFailed = "rule-call-failed"
  /// The function returned something its declared result cannot be.
  case resultInvalid = "rule-result-invalid"
  /// The function wrote past the end of its result buffer.
  case resultOverrun = "rule-result-overrun"
}

extension RuleError: CodedError {
  init(_ fault: RuleFault, _ message: String, remedy: String) {
    self.init(code: fault.rawValue, message: message, remedy: remedy)
  }

  static func result(_ fact: String) -> RuleError {
    RuleError(
      .resultInvalid, "The result cannot be used: \(fact).", remedy: "Correct the function or its declared result.")
  }
}
