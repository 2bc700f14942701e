internal import FieldhouseKit
internal import FieldhouseMachine
internal import Foundation

/// Tries libraries in a process of their own before any of their code runs in the host.
///
/// All plugins are tried in one process; only when that one does not come to its end is each tried in a process of its
/// own. What passed is remembered in a file until library, rule modules or host change.
public struct Probe: Sendable {
  /// The host's executable, which knows the hidden command `probe`.
  public var executable: String
  /// What stands before the request, `probe` unless told.
  public var arguments: [String]
  /// Where to remember what passed; nil remembers nothing.
  public var cacheFile: String?
  /// Seconds after which a process is killed.
  public var limit: Double
  /// The host's environment, of which a process gets what the loader needs and no secret.
  var environment = ProcessInfo.processInfo.environment

  /// A probe that runs this executable.
  public init(executable: String, arguments: [String] = ["probe"], cacheFile: String? = nil, limit: Double = 10) {
    self.executable = executable
    self.arguments = arguments
    self.cacheFile = cacheFile
    self.limit = limit
  }

  /// What is wrong with each plugin; those that passed are not there.
  func findings(_ targets: [ProbeTarget], contract: Int) async -> [String: [ProbeFinding]] {
    var cache = ProbeCache(file: cacheFile, host: executable)
    let open = targets.filter { !cache.hasPassed($0) }
    guard !open.isEmpty else { return [:] }
    let outcomes = await together(open, contract)
    for target in open where outcomes[target.id]?.isEmpty == true { cache.remember(target) }
    cache.save(keeping: targets)
    return outcomes.filter { !$0.value.isEmpty }
  }

  private func together(_ targets: [ProbeTarget], _ contract: Int) async -> [String: [ProbeFinding]] {
    let trial = await attempt(targets, contract)
    if trial.isComplete || targets.count == 1 { return trial.outcomes(of: targets, limit: limit) }
    var outcomes: [String: [ProbeFinding]] = [:]
    for target in targets {
      outcomes.merge(await attempt([target], contract).outcomes(of: [target], limit: limit)) { $1 }
    }
    return outcomes
  }

  private func attempt(_ targets: [ProbeTarget], _ contract: Int) async -> ProbeTrial {
    let report = NSTemporaryDirectory() + "fieldhouse-probe-\(UUID().uuidString).json"
    defer { unlink(report) }
    let child = ChildProcess(
      executable: executable, arguments: arguments, environment: loaderEnvironment(report), limit: limit)
    guard let input = try? JSONEncoder().encode(ProbeRequest(contract: contract, plugins: targets)) else {
      return ProbeTrial(output: [], ending: .notStarted("the request cannot be encoded"), crashReport: report)
    }
    let (output, ending) = await child.run(input: [UInt8](input))
    return ProbeTrial(output: output, ending: ending, crashReport: report)
      .reading(target: targets.count == 1 ? targets.first : nil)
  }

  private func loaderEnvironment(_ report: String) -> [String: String] {
    let inherited = ["PATH", "LD_LIBRARY_PATH", "HOME", "LANG", "TMPDIR"]
    var environment = environment.filter { inherited.contains($0.key) }
    environment["SWIFT_BACKTRACE"] = CrashSite.environment(report: report)
    return environment
  }
}
