internal import FieldhouseKit

/// What the code schedules and subscribes to is declared, and what it is to be sent it subscribes to.
///
/// A schedule that is declared and not begun when the plugin starts is none of this: routes and events may begin it.
struct RegistrationComparison {
  let plugin: CheckedPlugin
  let record: TrialRecord
  /// Whether the plugin has come as far as to start.
  let hasStarted: Bool

  func problems() -> [ManifestProblem] {
    undeclared(.scheduleUndeclared, "schedules", record.schedules, brings.schedules)
      + undeclared(.subscriptionUndeclared, "subscriptions", record.subscriptions, brings.subscriptions)
      + (hasStarted ? unused : [])
  }

  private var brings: Contributions { plugin.manifest.contributions }

  private func undeclared(
    _ code: ProblemCode, _ list: String, _ names: Set<String>, _ declared: [String]
  ) -> [ManifestProblem] {
    let verb = list == "schedules" ? "schedules" : "subscribes to"
    return names.subtracting(declared).sorted().map { name in
      plugin.source.problem(
        code, at: ["contributions", list], "The code \(verb) \"\(name)\", which the manifest does not declare.",
        found: "no \"\(name)\"", expected: "\"\(name)\"",
        remedy: closestMatch(to: name, in: declared).map { "Add it; or did you mean \"\($0)\"?" }
          ?? "Add it to the manifest.")
    }
  }

  private var unused: [ManifestProblem] {
    brings.subscriptions.enumerated().filter { !record.subscriptions.contains($0.element) }.map { index, name in
      plugin.source.problem(
        .subscriptionUnused, at: JSONPointer(["contributions", "subscriptions"]).appending(index), severity: .warning,
        "The manifest subscribes to \"\(name)\", the code has not when it has started: its events would wait.",
        found: "\"\(name)\"", expected: "an event to which the code subscribes",
        remedy: "Remove it from the manifest, or subscribe in start().")
    }
  }
}
