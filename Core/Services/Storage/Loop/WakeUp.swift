internal import Glibc

/// A pipe that ends another thread's wait in `poll`.
struct WakeUp {
  private let reader: CInt
  private let writer: CInt

  init() {
    var ends: [CInt] = [0, 0]
    precondition(pipe(&ends) == 0, "no descriptor is left for a pipe: raise the limit of open files")
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reader, writer) = (ends[0], ends[1])
  }

  /// Ends the wait that goes on or the next one.
  func signal() {
    var byte: UInt8 = 1
    _ = write(writer, &byte, 1)
  }

  /// The entry of a poll set that a signal makes ready.
  var entry: pollfd { pollfd(fd: reader, events: Int16(POLLIN), revents: 0) }

  func close() {
    _ = Glibc.close(reader)
    _ = Glibc.close(writer)
  }

  /// Forgets the signals so far.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(reader, &bytes, bytes.count) == bytes.count {}
  }
}
