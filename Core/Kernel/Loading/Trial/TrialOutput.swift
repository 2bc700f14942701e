internal import CSupervision
internal import Glibc

/// What the process of a trial says, one line of JSON after another. What plugins print goes to standard error.
public struct TrialOutput: Sendable {
  private let descriptor: Int32

  /// Takes standard output for itself. To be made before anything of a plugin runs, once.
  public init() {
    descriptor = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    var core = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(Int32(RLIMIT_CORE.rawValue), &core)
    fh_tell_signals(descriptor)
  }

  /// Says what is wrong with the plugin, and ends the process.
  public func finish(_ problems: [ManifestProblem]) -> Never {
    write(.finished(problems))
    _exit(0)
  }

  /// Says why nothing could be tried, and ends the process.
  public func fail(_ cause: String) -> Never {
    write(.failed(cause))
    _exit(0)
  }

  func write(_ line: TrialLine) { LineOutput.write(line, to: descriptor) }
}
