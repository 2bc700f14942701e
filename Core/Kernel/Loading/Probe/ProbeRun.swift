internal import FieldhouseKit

/// Tries one plugin inside the probe process.
struct ProbeRun {
  let target: ProbeTarget
  let contract: Int
  let report: (ProbeLine) -> Void

  func run() {
    begin(.load)
    var findings: [ProbeFinding] = []
    do throws(LoadError) {
      let library = try PluginLibrary(path: target.library)
      begin(.entry)
      let entry = try library.entry(target.symbol)
      if entry.contract != contract { findings.append(mismatch(entry.contract)) }
    } catch {
      findings.append(finding(error))
    }
    findings += target.rules.indices.flatMap(rules)
    report(ProbeLine(plugin: target.id, step: .finished, findings: findings))
  }

  private func begin(_ step: ProbeStep) {
    report(ProbeLine(plugin: target.id, step: step, findings: []))
  }

  private func mismatch(_ found: Int) -> ProbeFinding {
    ProbeFinding(
      code: .contractMismatch, pointer: "/library/path",
      message: "The library was built for binary contract \(found), this host has \(contract).",
      found: "contract \(found)", expected: "contract \(contract)", remedy: "Build the plugin against this host's Kit.")
  }

  private func finding(_ error: LoadError) -> ProbeFinding {
    ProbeFinding(
      code: error.problem, pointer: "/library/\(error.isAboutSymbol ? "symbol" : "path")", message: error.message,
      found: error.found, expected: error.expected, remedy: error.remedy)
  }

  private func rules(_ index: Int) -> [ProbeFinding] {
    begin(.module(index: index))
    let declarations = target.rules[index].functions
    do throws(RuleError) {
      let module = try RuleModule(path: target.rules[index].module)
      let failures = module.runSelfTests(of: declarations) { function, test in
        begin(.selfTest(module: index, function: function, test: test))
      }
      return failures.map { finding($0, index, declarations) }
    } catch {
      return [unloadable(error, index)]
    }
  }

  private func unloadable(_ error: RuleError, _ index: Int) -> ProbeFinding {
    ProbeFinding(
      code: ProblemCode(rawValue: error.code) ?? .ruleModuleUnloadable,
      pointer: Manifest.pointer(toModule: index).appending("module").description, message: error.message,
      found: target.rules[index].module, expected: "a loadable library", remedy: error.remedy)
  }

  private func finding(
    _ failure: RuleSelfTestFailure, _ index: Int, _ declarations: [RuleDeclaration]
  ) -> ProbeFinding {
    let position = declarations.firstIndex { $0.name == failure.function } ?? 0
    let function = Manifest.pointer(toModule: index).appending("functions").appending(position)
    let rest = failure.pointer.replacing("/selfTests", with: "/tests")
    return ProbeFinding(
      code: ProblemCode(rawValue: failure.code) ?? .ruleSelfTestFailed, pointer: function.description + rest,
      message: failure.sentence, found: failure.found, expected: failure.expected, remedy: failure.remedy)
  }
}

extension RuleSelfTestFailure {
  /// What went wrong: the message's first sentence.
  var sentence: String { parts.first }
  /// How to mend it: the rest of the message.
  var remedy: String { parts.rest }

  private var parts: (first: String, rest: String) {
    guard let cut = message.firstRange(of: ". ") else { return (message, message) }
    return (String(message[..<cut.lowerBound]) + ".", String(message[cut.upperBound...]))
  }
}
