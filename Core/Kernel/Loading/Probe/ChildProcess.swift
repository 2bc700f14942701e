internal import Foundation
internal import Glibc

/// A process of our own that is given its input at once and ends within a limit.
struct ChildProcess: Sendable {
  /// How a process ended.
  enum Ending: Sendable, Hashable {
    case exited(Int32)
    case signalled(Int32)
    /// It was killed when its time was over.
    case timedOut
    /// It could not be started.
    case notStarted(String)
  }

  let executable: String
  let arguments: [String]
  let environment: [String: String]
  /// In seconds.
  let limit: Double

  /// Runs the process on a thread of its own and collects its output, at most 16 MiB.
  func run(input: [UInt8]) async -> (output: [UInt8], ending: Ending) {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: runAndWait(input)) }
    }
  }

  private func runAndWait(_ input: [UInt8]) -> (output: [UInt8], ending: Ending) {
    guard let source = tmpfile() else { return ([], .notStarted(lastSystemFailure())) }
    defer { fclose(source) }
    fwrite(input, 1, input.count, source)
    rewind(source)
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return ([], .notStarted(lastSystemFailure())) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let started = spawn(input: fileno(source), output: ends[1])
    close(ends[1])
    guard case .success(let process) = started else { return ([], .notStarted(started.cause)) }
    let deadline = Deadline(seconds: limit)
    let output = ChildOutput(descriptor: ends[0]).collect(until: deadline)
    return (output, ChildEnd(process: process).wait(until: deadline))
  }

  /// Starts the process in a group of its own; what it writes to standard error is thrown away.
  private func spawn(input: Int32, output: Int32) -> SpawnResult {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
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

  var cause: String {
    if case .failure(let cause) = self { cause } else { "" }
  }
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
