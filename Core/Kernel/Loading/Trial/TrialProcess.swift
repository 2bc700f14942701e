internal import FieldhouseKit
internal import FieldhouseMachine
internal import Foundation

/// A process in which one plugin is tried, and which a plugin may break.
public struct TrialProcess: Sendable {
  private let executable: String
  private let arguments: [String]
  private let environment: [String: String]

  /// A process that has not been started.
  /// - Parameters:
  ///   - executable: the host's.
  ///   - arguments: those of the hidden command that runs a ``PluginTrial``.
  ///   - environment: the host's, with the secrets that manifests name.
  public init(executable: String, arguments: [String], environment: [String: String]) {
    self.executable = executable
    self.arguments = arguments
    // A report of a crash takes longer than the trial; the probe has said where a library crashes.
    self.environment = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
  }

  /// Runs it to its end: what it found, or how the plugin broke it. What breaks before the migrations run does not hide
  /// what is wrong with them.
  public func problems(of plugin: CheckedPlugin, _ request: TrialRequest) async -> [ManifestProblem] {
    let end = await run(plugin, request)
    guard end.isBeforeMigrations else { return end.problems }
    var rest = request
    rest.isOfMigrationsOnly = true
    return end.problems + (await run(plugin, rest)).problems
  }

  private func run(_ plugin: CheckedPlugin, _ request: TrialRequest) async -> TrialEnd {
    let limits = request.limits
    let child = ChildProcess(
      executable: executable, arguments: arguments, environment: environment, limit: limits.whole)
    let input = (try? JSONEncoder().encode(request)) ?? Data()
    let (output, ending) = await child.run(input: [UInt8](input))
    return TrialEnd(plugin: plugin, output: output, ending: ending, limits: limits)
  }
}

extension CheckedPlugin {
  /// That the plugin could not be tried, which is none of its faults.
  public func notTried(_ cause: String) -> ManifestProblem {
    source.problem(
      .trialFailed, at: .root, "The plugin could not be tried: \(cause.closed)", found: cause,
      expected: "a process and a copy of the data in which to try it",
      remedy: "Mend what the message names, and check again.")
  }
}
