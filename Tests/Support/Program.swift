public import Foundation
internal import Glibc
internal import Synchronization

/// A program that a test started; it is killed when nobody needs it any more.
///
/// Foundation's `Process` is not used: with more than a thousand open descriptors in a process, which tests of many
/// databases reach, it reads beyond the list of them and ends the tests.
public final class Program: Sendable {
  /// What a standard stream of the program is.
  public enum Stream: Sendable {
    /// That of the tests.
    case inherited
    /// Nothing comes, and what is written is gone.
    case nothing
    /// A file that is written anew.
    case file(String)
    /// One end of a pipe; the other end is `input` or `output`.
    case pipe
  }

  public struct NotStarted: Error {
    let program: String
    let cause: String
  }

  /// Its process id.
  public let process: pid_t
  /// Where to write what it reads, when its input is a pipe; it is closed with the last reference.
  public let input: FileHandle
  /// Where to read what it writes, when its output is a pipe.
  public let output: FileHandle
  private let ending = Mutex<Int32?>(nil)

  /// Starts a program, found by its name if that is no path.
  /// - Parameters:
  ///   - environment: all of its environment; without it that of the tests.
  ///   - folder: where it starts; without it where the tests do.
  ///   - input: where its standard input comes from; `output` and `errors` where the others go.
  public init(
    _ arguments: [String], environment: [String: String]? = nil, folder: String? = nil, input: Stream = .nothing,
    output: Stream = .nothing, errors: Stream = .inherited
  ) throws {
    let arguments = folder.map { ["env", "--chdir=\($0)"] + arguments } ?? arguments
    let streams = StandardStreams()
    self.input = streams.set(STDIN_FILENO, input)
    self.output = streams.set(STDOUT_FILENO, output)
    _ = streams.set(STDERR_FILENO, errors)
    let words = CStrings(arguments)
    let variables = environment.map { CStrings($0.map { "\($0.key)=\($0.value)" }) }
    var process: pid_t = 0
    let code =
      if let variables {
        posix_spawnp(&process, arguments[0], &streams.actions, nil, words.pointers, variables.pointers)
      } else {
        posix_spawnp(&process, arguments[0], &streams.actions, nil, words.pointers, environ)
      }
    guard code == 0 else { throw NotStarted(program: arguments[0], cause: String(cString: strerror(code))) }
    self.process = process
  }

  deinit {
    if finished() == nil {
      kill(process, SIGKILL)
      wait()
    }
  }

  /// Sends a signal, unless the program has ended.
  public func signal(_ number: Int32) {
    if finished() == nil { kill(process, number) }
  }

  /// The exit code, 128 + n for a program ended by signal n; nil while it runs.
  public func finished() -> Int32? { ending(WNOHANG) }

  /// Waits for the end, letting other tasks run, and returns the exit code.
  public func end() async throws -> Int32 {
    while true {
      if let code = finished() { return code }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Waits for the end on the calling thread and returns the exit code.
  @discardableResult
  public func wait() -> Int32 { ending(0) ?? -1 }

  private func ending(_ flags: Int32) -> Int32? {
    ending.withLock { ending in
      if let ending { return ending }
      var status: Int32 = 0
      var result = waitpid(process, &status, flags)
      while result < 0, errno == EINTR { result = waitpid(process, &status, flags) }
      guard result == process else { return nil }
      let signal = status & 0x7f
      ending = signal == 0 ? (status >> 8) & 0xff : 128 + signal
      return ending
    }
  }
}

/// The standard streams of a program to be.
private final class StandardStreams {
  var actions = posix_spawn_file_actions_t()
  /// The program's ends of pipes.
  private var others: [FileHandle] = []

  init() { posix_spawn_file_actions_init(&actions) }

  deinit { posix_spawn_file_actions_destroy(&actions) }

  /// Decides what a stream is.
  /// - Returns: the tests' end of a pipe.
  func set(_ stream: Int32, _ kind: Program.Stream) -> FileHandle {
    let writes = stream != STDIN_FILENO
    switch kind {
    case .inherited: break
    case .nothing: open(stream, "/dev/null", writes ? O_WRONLY : O_RDONLY)
    case .file(let path): open(stream, path, writes ? O_WRONLY | O_CREAT | O_TRUNC : O_RDONLY)
    case .pipe: return pipe(stream)
    }
    return .nullDevice
  }

  private func open(_ stream: Int32, _ path: String, _ flags: Int32) {
    posix_spawn_file_actions_addopen(&actions, stream, path, flags, 0o600)
  }

  /// Made of sockets, which no other program inherits from the first instant on, so that each end sees the other's closing.
  private func pipe(_ stream: Int32) -> FileHandle {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    precondition(socketpair(AF_UNIX, kind, 0, &ends) == 0, "no pipe can be made")
    posix_spawn_file_actions_adddup2(&actions, ends[1], stream)
    others.append(FileHandle(fileDescriptor: ends[1], closeOnDealloc: true))
    return FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
  }
}

/// A null-terminated list of C strings.
private final class CStrings {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [String]) { pointers = texts.map { strdup($0) } + [nil] }

  deinit { for pointer in pointers { free(pointer) } }
}
