internal import Glibc

/// A pipe to end another thread's wait in `poll`.
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

  /// Waits for a signal or one of the descriptors.
  /// - Parameter timeout: in milliseconds; -1 for none.
  /// - Returns: the descriptors that are ready, with the events that happened.
  func poll(_ descriptors: [(CInt, Int16)], timeout: CInt) -> [(CInt, CInt)] {
    var entries = [pollfd(fd: reader, events: Int16(POLLIN), revents: 0)]
    entries += descriptors.map { pollfd(fd: $0.0, events: $0.1, revents: 0) }
    guard Glibc.poll(&entries, nfds_t(entries.count), timeout) > 0 else { return [] }
    if entries[0].revents != 0 { drain() }
    return entries.dropFirst().filter { $0.revents != 0 }.map { ($0.fd, CInt($0.revents)) }
  }

  func close() {
    _ = Glibc.close(reader)
    _ = Glibc.close(writer)
  }

  private func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(reader, &bytes, bytes.count) == bytes.count {}
  }
}
