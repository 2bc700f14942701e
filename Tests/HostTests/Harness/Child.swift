import Foundation
import Glibc
import Synchronization

/// A program that a test started; it is killed when nobody needs it any more.
final class Child: Sendable {
  struct NotStarted: Error {
    let program: String
    let cause: String
  }

  let process: pid_t
  /// The files that receive its standard output and standard error.
  let output: String
  let errors: String
  private let ending = Mutex<Int32?>(nil)

  /// Starts a program with nothing but this environment, in a folder if one is given.
  init(_ arguments: [String], environment: [String: String], folder: String? = nil) throws {
    let files = try TestFolder()
    (output, errors) = (files("output"), files("errors"))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, flags, 0o600)
    let arguments = folder.map { ["env", "--chdir=\($0)"] + arguments } ?? arguments
    let words = CStrings(arguments)
    let variables = CStrings(environment.map { "\($0.key)=\($0.value)" })
    var process: pid_t = 0
    let code = posix_spawnp(&process, arguments[0], &actions, nil, words.pointers, variables.pointers)
    guard code == 0 else { throw NotStarted(program: arguments[0], cause: String(cString: strerror(code))) }
    self.process = process
  }

  deinit {
    if finished() == nil {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
  }

  /// Sends a signal, unless the program has ended.
  func signal(_ number: Int32) {
    if finished() == nil { kill(process, number) }
  }

  /// The exit code, 128 + n for a program ended by signal n; nil while it runs.
  func finished() -> Int32? {
    ending.withLock { ending in
      if let ending { return ending }
      var status: Int32 = 0
      guard waitpid(process, &status, WNOHANG) == process else { return nil }
      let signal = status & 0x7f
      ending = signal == 0 ? (status >> 8) & 0xff : 128 + signal
      return ending
    }
  }

  /// Waits for the end and returns the exit code.
  func end() async throws -> Int32 {
    while true {
      if let code = finished() { return code }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}

/// A null-terminated list of C strings.
private final class CStrings {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [String]) { pointers = texts.map { strdup($0) } + [nil] }

  deinit { for pointer in pointers { free(pointer) } }
}
