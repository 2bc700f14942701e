import Foundation
import Glibc

/// A program run to its end on the calling thread: input and output are files without a name, so neither side can
/// block the other.
struct ChildRun: Sendable {
  private static let pause: useconds_t = 2_000

  let arguments: [String]
  let timeoutSeconds: Double

  /// Runs it.
  /// - Returns: the exit code (-1 when it was ended by a signal or took too long) and what it wrote.
  func run(input: [UInt8]) throws -> (code: Int32, output: [UInt8]) {
    let (source, sink) = (try NamelessFile(), try NamelessFile())
    try source.write(input)
    guard let process = spawn(input: source.descriptor, output: sink.descriptor) else { return (-1, []) }
    let code = wait(for: process)
    return (code, code == 0 ? try sink.contents() : [])
  }

  private func spawn(input: Int32, output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let words = arguments.map { strdup($0) }
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, arguments[0], &actions, nil, words + [nil], [nil])
    return code == 0 ? process : nil
  }

  private func wait(for process: pid_t) -> Int32 {
    let deadline = ContinuousClock.now + .seconds(timeoutSeconds)
    var status: Int32 = 0
    while true {
      let result = waitpid(process, &status, WNOHANG)
      if result == process { return status & 0x7f == 0 ? status >> 8 & 0xff : -1 }
      if result < 0, errno != EINTR { return -1 }
      if ContinuousClock.now > deadline {
        kill(process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return -1
      }
      usleep(Self.pause)
    }
  }
}

/// A temporary file that no folder lists; it is gone when it is closed.
private final class NamelessFile {
  private let stream: UnsafeMutablePointer<FILE>

  init() throws {
    guard let stream = tmpfile() else { throw CocoaError(.fileWriteUnknown) }
    self.stream = stream
    _ = fcntl(fileno(stream), F_SETFD, FD_CLOEXEC)
  }

  deinit { fclose(stream) }

  var descriptor: Int32 { fileno(stream) }

  func write(_ bytes: [UInt8]) throws {
    guard fwrite(bytes, 1, bytes.count, stream) == bytes.count, fflush(stream) == 0,
      lseek(descriptor, 0, SEEK_SET) == 0
    else { throw CocoaError(.fileWriteOutOfSpace) }
  }

  func contents() throws -> [UInt8] {
    let count = lseek(descriptor, 0, SEEK_END)
    guard count >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw CocoaError(.fileReadUnknown) }
    return try FileHandle(fileDescriptor: descriptor).readToEnd().map(Array.init) ?? []
  }
}
