internal import FieldhouseKit

extension RuleModule {
  /// Runs the self-tests of all functions and returns every failure, in the order of the declarations.
  ///
  /// A wrong signature may end the process: run this in a probe. What was begun last is what ended it.
  ///
  /// - Parameters:
  ///   - declarations: the functions the manifest declares.
  ///   - willRun: called before each self-test with the function's name and the test's index.
  public func runSelfTests(
    of declarations: [RuleDeclaration], willRun: (_ function: String, _ index: Int) -> Void = { _, _ in }
  ) -> [RuleSelfTestFailure] {
    declarations.flatMap { declaration in
      do throws(RuleError) {
        return try function(declaration).runSelfTests(willRun: willRun)
      } catch {
        return [.unusable(declaration, error)]
      }
    }
  }
}

extension NativeRule {
  /// Runs the function's self-tests and returns every failure; none at all is a failure too.
  ///
  /// - Parameter willRun: called before each self-test with the function's name and the test's index.
  public func runSelfTests(
    willRun: (_ function: String, _ index: Int) -> Void = { _, _ in }
  ) -> [RuleSelfTestFailure] {
    if declaration.selfTests.isEmpty { return [.untested(declaration)] }
    return declaration.selfTests.enumerated().compactMap { index, test in
      willRun(declaration.name, index)
      return deviation(test).map { .failed(declaration, at: index, found: $0) }
    }
  }

  /// What came instead of the expected result, or nil when it came.
  private func deviation(_ test: RuleSelfTest) -> String? {
    do throws(RuleError) {
      let found = try call(declaration.signature.convert(test.arguments))
      return test.isMet(by: found) ? nil : found.text
    } catch {
      return "\(error.code) (\(error.message))"
    }
  }
}

extension RuleSignature {
  /// The arguments in the declared types where they fit; others stay as they are and are refused by the call.
  fileprivate func convert(_ arguments: [RuleValue]) -> [RuleValue] {
    arguments.enumerated().map { index, argument in
      index < parameters.count ? argument.converted(to: parameters[index]) ?? argument : argument
    }
  }
}
