internal import FieldhouseKit

/// Every rule module, read as a file, is a library for this machine and exports its functions.
struct RuleModuleCheck {
  let configuration: CheckerConfiguration

  func problems(_ draft: PluginDraft, _ files: PluginFiles) -> [ManifestProblem] {
    draft.manifest.contributions.rules.enumerated().flatMap { index, module in
      problems(draft, files, module, Manifest.pointer(toModule: index))
    }
  }

  private func problems(
    _ draft: PluginDraft, _ files: PluginFiles, _ module: RuleModuleDeclaration, _ pointer: JSONPointer
  ) -> [ManifestProblem] {
    guard let path = files.paths[pointer.appending("module")] else { return [] }
    do throws(ELFError) {
      let image = try ELFImage(contentsOf: path, machine: configuration.machine)
      return module.functions.enumerated().compactMap { position, function in
        image.definesFunction(function.symbol)
          ? nil
          : missing(draft, pointer.appending("functions").appending(position).appending("symbol"), module, function)
      }
    } catch {
      return [
        draft.source.problem(
          ProblemCode(rawValue: error.code) ?? .elfMalformed, at: pointer.appending("module"), error.message,
          found: "\"\(module.module)\"", expected: "a shared library for \(configuration.machine)", remedy: error.remedy
        )
      ]
    }
  }

  private func missing(
    _ draft: PluginDraft, _ pointer: JSONPointer, _ module: RuleModuleDeclaration, _ function: RuleDeclaration
  ) -> ManifestProblem {
    draft.source.problem(
      .ruleSymbolMissing, at: pointer, "The rule module \(module.module) exports no function \(function.symbol).",
      found: "no \(function.symbol)", expected: function.cPrototype,
      remedy: "Export the function, or name the right symbol.")
  }
}
