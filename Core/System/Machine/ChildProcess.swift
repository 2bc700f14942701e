internal import CMachine
internal import Foundation
internal import Glibc

/// A process of our own that is given its input at once and ends within a limit. It has no file or connection of ours but
/// its standard input and output: closed before it begins, since libraries die of what is closed under them.
public struct ChildProcess: Sendable {
  /// How a process ended.
  public enum Ending: Sendable, Hashable {
    /// With an exit status.
    case exited(Int32)
    /// By a signal.
    case signalled(Int32)
    /// It was killed when its time was over, and all that it had started with it.
    case timedOut
    /// It could not be started, for this reason.
    case notStarted(String)
  }

  private let executable: String
  private let arguments: [String]
  private let environment: [String: String]
  private let limit: Double

  /// A process that has not been started.
  /// - Parameters:
  ///   - executable: its path; nothing is looked up.
  ///   - arguments: what follows its name.
  ///   - environment: all variables that it has.
  ///   - limit: the seconds after which it is killed.
  public init(executable: String, arguments: [String], environment: [String: String] = [:], limit: Double) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.limit = limit
  }

  /// Runs the process and collects its output, at most 16 MiB, while a thread of its own waits for it. What it writes to
  /// standard error is thrown away.
  public func run(input: [UInt8]) async -> (output: [UInt8], ending: Ending) {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: runWaiting(input: input)) }
    }
  }

  /// The same on the calling thread, which waits.
  public func runWaiting(input: [UInt8]) -> (output: [UInt8], ending: Ending) {
    // Input from a file: neither side can block the other.
    guard let source = tmpfile() else { return ([], .notStarted(lastSystemFailure())) }
    defer { fclose(source) }
    _ = fcntl(fileno(source), F_SETFD, FD_CLOEXEC)
    guard fwrite(input, 1, input.count, source) == input.count, fflush(source) == 0,
      lseek(fileno(source), 0, SEEK_SET) == 0
    else { return ([], .notStarted(lastSystemFailure())) }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return ([], .notStarted(lastSystemFailure())) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let started = spawn(input: fileno(source), output: ends[1])
    close(ends[1])
    switch started {
    case .failure(let cause): return ([], .notStarted(cause))
    case .success(let process):
      let deadline = Deadline(seconds: limit)
      let output = ChildOutput(descriptor: ends[0]).collect(until: deadline)
      return (output, ChildEnd(process: process).wait(until: deadline))
    }
  }

  /// Starts the process in a group of its own.
  private func spawn(input: Int32, output: Int32) -> SpawnResult {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    fh_close_others(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    return CStrings.with([executable] + arguments) { arguments in
      CStrings.with(environment.map { "\($0.key)=\($0.value)" }) { environment in
        var process: pid_t = 0
        let code = posix_spawn(&process, executable, &actions, &attributes, arguments, environment)
        return code == 0 ? .success(process) : .failure(String(cString: strerror(code)))
      }
    }
  }
}

private enum SpawnResult {
  case success(pid_t)
  case failure(String)
}

/// Null-terminated lists of C strings.
private enum CStrings {
  static func with<Value>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

/// An instant of the monotonic clock.
struct Deadline: Sendable {
  private let instant: ContinuousClock.Instant

  init(seconds: Double) { instant = .now + .seconds(seconds) }

  /// Milliseconds left, from 0.
  var millisecondsLeft: Int32 {
    let left = ContinuousClock.now.duration(to: instant)
    return Int32(max(0, left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000))
  }
}
