internal import FieldhouseKit
internal import FieldhouseMachine
internal import Foundation

/// What the end of a trial's process means for the plugin.
struct TrialEnd {
  let plugin: CheckedPlugin
  private let lines: [TrialLine]
  private let signal: Int32?
  private let ending: ChildProcess.Ending
  private let limits: TrialLimits

  init(plugin: CheckedPlugin, output: [UInt8], ending: ChildProcess.Ending, limits: TrialLimits) {
    self.plugin = plugin
    self.ending = ending
    self.limits = limits
    let parts = output.split(separator: UInt8(ascii: "\n")).map { Data($0) }
    lines = parts.compactMap { try? JSONDecoder().decode(TrialLine.self, from: $0) }
    signal = parts.lazy.compactMap { try? JSONDecoder().decode(ProbeSignal.self, from: $0).signal }.first
  }

  var problems: [ManifestProblem] {
    switch lines.last {
    case .finished(let problems): problems
    case .failed(let cause): [plugin.notTried(cause)]
    case .hung(let step, let seconds): [hung(step, seconds)]
    case .memory(let step, let bytes): [filled(step, bytes)]
    case .began(let step): [broken(step)]
    case nil: [plugin.notTried(unbegun)]
    }
  }

  /// Whether the plugin broke the process before its migrations could be tried.
  var isBeforeMigrations: Bool {
    let first: Set<LifecycleStep> = [.load, .make, .validate]
    switch lines.last {
    case .began(let step): return first.contains(step)
    case .hung(let step, _): return first.contains(step)
    case .memory(let step, _): return first.contains(step)
    case .finished, .failed, nil: return false
    }
  }

  private func broken(_ step: LifecycleStep) -> ManifestProblem {
    if let signal { return crashed(step, signal) }
    switch ending {
    case .signalled(let number): return crashed(step, number)
    case .exited(let status):
      return problem(
        .libraryExited, step, "ended the process with status \(status)", found: "exit status \(status)",
        expected: "a plugin that leaves the process alone")
    case .timedOut: return hung(step, limits.seconds(of: step))
    case .notStarted(let cause): return plugin.notTried(cause)
    }
  }

  private func crashed(_ step: LifecycleStep, _ number: Int32) -> ManifestProblem {
    let name = CrashSite.name(ofSignal: number)
    return problem(.libraryCrashed, step, "crashed with \(name)", found: name, expected: "an end without a signal")
  }

  private func hung(_ step: LifecycleStep, _ seconds: Double) -> ManifestProblem {
    let limit = seconds.formatted()
    return problem(
      .libraryHung, step, "did not come to an end", found: "no end after \(limit) s",
      expected: "an end within \(limit) s")
  }

  private func filled(_ step: LifecycleStep, _ bytes: Int) -> ManifestProblem {
    let limit = "\(bytes >> 20) MiB"
    return problem(
      .libraryMemory, step, "took more than \(limit) of memory", found: "more than \(limit)",
      expected: "at most \(limit)")
  }

  private func problem(
    _ code: ProblemCode, _ step: LifecycleStep, _ deed: String, found: String, expected: String
  ) -> ManifestProblem {
    plugin.source.problem(
      code, at: step == .migrate ? ["migrations"] : ["library", "path"],
      "The plugin \(deed) while \(Self.activity(step)).", found: found, expected: expected,
      remedy: "Report it to the plugin's author; leave the plugin disabled until then.")
  }

  private static func activity(_ step: LifecycleStep) -> String {
    switch step {
    case .load: "its library was loaded"
    case .make: "it was made and asked for its routes"
    case .validate: "it checked its settings and files"
    case .migrate: "its migrations ran"
    case .start: "it started"
    case .health: "it told its health"
    case .stop: "it stopped"
    }
  }

  private var unbegun: String {
    switch ending {
    case .exited(let status): "its process ended with status \(status) before anything was tried"
    case .signalled(let number): "its process ended with \(CrashSite.name(ofSignal: number)) before anything was tried"
    case .timedOut: "its process did not begin"
    case .notStarted(let cause): cause
    }
  }
}
