internal import CSupervision
internal import FieldhouseKit
internal import Foundation
internal import Glibc

/// What runs in the probe process: the hidden command `probe` of the host's executable.
public enum ProbeMain {
  private static let cpuSeconds: rlim_t = 20

  /// Reads a request from standard input, tries every plugin, writes a line of JSON for each step to standard output, and
  /// ends the process.
  ///
  /// What plugins print goes to standard error. No handlers that plugins registered for the process's end run.
  public static func run() -> Never {
    let output = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    limitResources()
    fh_tell_signals(output)
    guard
      let request = try? JSONDecoder().decode(ProbeRequest.self, from: FileHandle.standardInput.readDataToEndOfFile())
    else { _exit(2) }
    for plugin in request.plugins {
      ProbeRun(target: plugin, contract: request.contract) { LineOutput.write($0, to: output) }.run()
    }
    _exit(0)
  }

  /// No core files, and an end to endless loops even when nobody waits any longer.
  private static func limitResources() {
    var core = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(Int32(RLIMIT_CORE.rawValue), &core)
    var cpu = rlimit(rlim_cur: cpuSeconds, rlim_max: cpuSeconds)
    setrlimit(Int32(RLIMIT_CPU.rawValue), &cpu)
  }
}
