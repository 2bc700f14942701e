internal import FieldhouseKit
internal import FieldhouseMachine
internal import Foundation

/// What came of one probe process.
struct ProbeTrial {
  let lines: [ProbeLine]
  let ending: ChildProcess.Ending
  private let crashReport: String
  private var function: String?

  init(output: [UInt8], ending: ChildProcess.Ending, crashReport: String) {
    let parts = output.split(separator: UInt8(ascii: "\n")).map { Data($0) }
    lines = parts.compactMap { try? JSONDecoder().decode(ProbeLine.self, from: $0) }
    self.ending = Self.ending(ending, told: parts.lazy.compactMap(Self.signal).first)
    self.crashReport = crashReport
  }

  /// With the function in which the target crashed, while the report is there.
  func reading(target: ProbeTarget?) -> ProbeTrial {
    guard let target, case .signalled = ending else { return self }
    var trial = self
    let libraries = [target.library] + target.rules.map(\.module)
    trial.function = libraries.lazy.compactMap { CrashSite.function(ofReport: crashReport, in: $0) }.first
    return trial
  }

  private static func signal(_ line: Data) -> Int32? {
    try? JSONDecoder().decode(ProbeSignal.self, from: line).signal
  }

  /// The signal that came first counts: handlers of the runtime may end the process with another one, or be too slow.
  private static func ending(_ ending: ChildProcess.Ending, told signal: Int32?) -> ChildProcess.Ending {
    guard let signal else { return ending }
    switch ending {
    case .signalled, .timedOut: return .signalled(signal)
    case .exited, .notStarted: return ending
    }
  }

  var isComplete: Bool { ending == .exited(0) }

  /// The findings of each target, empty for one that passed.
  func outcomes(of targets: [ProbeTarget], limit: Double) -> [String: [ProbeFinding]] {
    var outcomes: [String: [ProbeFinding]] = [:]
    for target in targets {
      let finished = lines.last { $0.plugin == target.id && $0.step == .finished }
      outcomes[target.id] = (finished?.findings ?? []) + (isComplete && finished != nil ? [] : [failure(target, limit)])
    }
    return outcomes
  }

  private func failure(_ target: ProbeTarget, _ limit: Double) -> ProbeFinding {
    let step = lines.last { $0.plugin == target.id }?.step
    switch ending {
    case .signalled(let number): return crashed(target, step, number)
    case .timedOut: return hung(target, step, limit)
    case .exited(let status) where step != nil: return exited(target, step, status)
    case .exited(let status): return notRun("exit status \(status) before anything was tried")
    case .notStarted(let cause): return notRun(cause)
    }
  }

  private func crashed(_ target: ProbeTarget, _ step: ProbeStep?, _ number: Int32) -> ProbeFinding {
    let name = CrashSite.name(ofSignal: number)
    let place = function.map { " in \($0)" } ?? ""
    return ProbeFinding(
      code: .libraryCrashed, pointer: pointer(target, step),
      message: "The library crashed with \(name)\(place) while \(Self.activity(step)).", found: name + place,
      expected: "an end without a signal", remedy: Self.remedy(step))
  }

  private func hung(_ target: ProbeTarget, _ step: ProbeStep?, _ limit: Double) -> ProbeFinding {
    let limit = limit.formatted()
    return ProbeFinding(
      code: .libraryHung, pointer: pointer(target, step),
      message: "The library did not come to an end while \(Self.activity(step)).", found: "no end after \(limit) s",
      expected: "an end within \(limit) s", remedy: Self.remedy(step))
  }

  private func exited(_ target: ProbeTarget, _ step: ProbeStep?, _ status: Int32) -> ProbeFinding {
    ProbeFinding(
      code: .libraryExited, pointer: pointer(target, step),
      message: "The library ended the process with status \(status) while \(Self.activity(step)).",
      found: "exit status \(status)", expected: "a library that leaves the process alone", remedy: Self.remedy(step))
  }

  private func notRun(_ cause: String) -> ProbeFinding {
    ProbeFinding(
      code: .probeFailed, pointer: "/library/path", message: "The library could not be tried: \(cause).", found: cause,
      expected: "a process in which to try it", remedy: "Check the host's installation with fieldhouse doctor.")
  }

  private func pointer(_ target: ProbeTarget, _ step: ProbeStep?) -> String {
    switch step {
    case .module(let index): return Manifest.pointer(toModule: index).appending("module").description
    case .selfTest(let index, let function, let test):
      let position = target.rules[index].functions.firstIndex { $0.name == function } ?? 0
      return Manifest.pointer(toModule: index).appending("functions").appending(position).appending("tests")
        .appending(test).description
    default: return "/library/path"
    }
  }

  private static func activity(_ step: ProbeStep?) -> String {
    switch step {
    case .load, nil: "it was loaded"
    case .entry: "its entry point ran"
    case .module: "a rule module was loaded"
    case .selfTest(_, let function, let test): "self-test \(test + 1) of rule \"\(function)\" ran"
    case .finished: "the process ended"
    }
  }

  private static func remedy(_ step: ProbeStep?) -> String {
    if case .selfTest = step { return "Check the C function's signature against its declaration, then the function." }
    return "Report it to the plugin's author; leave the plugin disabled until then."
  }
}
