import FieldhouseKernel
import FieldhouseKit

/// What the checks of loading say against a change: mistakes in what it changes, and what it would newly keep from running.
struct ChangeVerdict {
  let change: PluginChange
  /// As it is.
  let before: CheckReport
  /// As it would be.
  let after: CheckReport

  /// Each at the place of the change that it is about.
  var mistakes: [Problem.Field] {
    after.problems.filter { $0.plugin == change.manifest.id ? blocks($0) : isNew($0) && !follows($0) }.map(field)
  }

  /// A problem at the place of the change that it is about.
  func field(_ problem: ManifestProblem) -> Problem.Field {
    let isOfSetting = problem.pointer.tokens.first == "settings" && problem.plugin == change.manifest.id
    let place = isOfSetting ? problem.pointer.description : change.settings.isEmpty ? "/isEnabled" : "/settings"
    return Problem.Field(
      pointer: place, code: problem.code.rawValue,
      detail: isOfSetting ? problem.message : "\(problem.message) \(problem.remedy)")
  }

  /// A plugin that is to run must be able to. Otherwise only what is changed must be right, and nothing newly wrong.
  private func blocks(_ problem: ManifestProblem) -> Bool {
    if isChanged(problem) { return problem.severity != .warning && problem.code != .permissionNotGranted }
    guard problem.severity == .error else { return false }
    return change.enables || (change.isEnabled && isNew(problem))
  }

  private func isChanged(_ problem: ManifestProblem) -> Bool {
    let codes: Set<ProblemCode> = [.settingInvalid, .secretMissing]
    guard codes.contains(problem.code) else { return false }
    let place = problem.pointer.tokens.dropFirst()
    return change.settings.contains { $0.tokens.starts(with: place) || place.starts(with: $0.tokens) }
  }

  private func isNew(_ problem: ManifestProblem) -> Bool {
    problem.severity == .error
      && !before.problems.contains {
        $0.file == problem.file && $0.code == problem.code && $0.pointer == problem.pointer
      }
  }

  /// That others stop with a plugin which is switched off is what the operator was shown.
  private func follows(_ problem: ManifestProblem) -> Bool {
    !change.isEnabled && [.dependencyDisabled, .dependencyFailed].contains(problem.code)
  }
}
