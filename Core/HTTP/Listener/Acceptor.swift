import Glibc
import NIOCore
import Synchronization

/// Accepts connections on a thread of its own, as many as allowed at a time.
///
/// The socket may be shared with other processes: being woken for a connection that another one has taken is
/// normal, and stopping leaves the waiting connections to them.
final class Acceptor: Sendable {
  /// Milliseconds to wait when the process or the system has no descriptor or memory left.
  private static let exhaustionPause: Int32 = 100
  /// Bytes that may wait unsent in the kernel, per connection: little enough to see the progress of a slow
  /// reader, and to spend no megabytes on one that never reads.
  private static let unsentBytes: Int32 = 32 << 10

  private let descriptor: Int32
  private let wakeUp: (read: Int32, write: Int32)
  private let limit: Int
  private let adopt: @Sendable (Int32) -> EventLoopFuture<any Channel>
  private let emptied: EventLoopPromise<Void>
  private let open = Atomic(0)
  private let isStopped = Atomic(false)
  private let hasEnded = Atomic(false)

  /// - Parameters:
  ///   - socket: The socket to accept from; closed at the end of ``run()``.
  ///   - emptied: Fulfilled when accepting has ended and the last connection is closed.
  ///   - adopt: Takes over the descriptor of a connection.
  /// - Throws: `IOError` when the process has no descriptor left.
  init(
    _ socket: ListeningSocket, limit: Int, emptied: EventLoopPromise<Void>,
    adopt: @escaping @Sendable (Int32) -> EventLoopFuture<any Channel>
  ) throws {
    descriptor = socket.descriptor
    wakeUp = try Self.pipe()
    self.limit = limit
    self.emptied = emptied
    self.adopt = adopt
    var bytes = Self.unsentBytes
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &bytes, socklen_t(MemoryLayout<Int32>.size))
    Self.setFlags(descriptor)
  }

  deinit {
    close(wakeUp.read)
    close(wakeUp.write)
  }

  /// The number of open connections.
  var connections: Int { open.load(ordering: .sequentiallyConsistent) }

  /// Makes ``run()`` return soon.
  func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    wake()
  }

  /// Accepts until ``stop()``; blocks its thread.
  ///
  /// - Throws: `IOError` when the socket is broken.
  func run() throws {
    defer { end() }
    while !isStopped.load(ordering: .sequentiallyConsistent) {
      wait(for: connections < limit ? [wakeUp.read, descriptor] : [wakeUp.read])
      try acceptWaiting()
    }
  }
}

extension Acceptor {
  private func end() {
    close(descriptor)
    hasEnded.store(true, ordering: .sequentiallyConsistent)
    if connections == 0 { emptied.succeed() }
  }

  private func acceptWaiting() throws {
    while !isStopped.load(ordering: .sequentiallyConsistent), connections < limit {
      let accepted = accept(descriptor, nil, nil)
      if accepted >= 0 {
        take(accepted)
      } else if try !goesOn(after: errno) {
        return
      }
    }
  }

  private func goesOn(after code: Int32) throws -> Bool {
    switch code {
    case EINTR, ECONNABORTED, EPROTO, EPERM: return true
    case EAGAIN: return false
    case EMFILE, ENFILE, ENOBUFS, ENOMEM:
      wait(for: [wakeUp.read], milliseconds: Self.exhaustionPause)
      return false
    default: throw IOError(errnoCode: code, reason: "accept")
    }
  }

  private func take(_ accepted: Int32) {
    open.add(1, ordering: .sequentiallyConsistent)
    Self.setFlags(accepted)
    adopt(accepted).flatMap { $0.closeFuture }.whenComplete { _ in self.closed() }
  }

  private func closed() {
    let before = open.subtract(1, ordering: .sequentiallyConsistent).oldValue
    if before == 1, hasEnded.load(ordering: .sequentiallyConsistent) { emptied.succeed() }
    if before >= limit { wake() }
  }

  private func wake() {
    var signal: UInt8 = 1
    _ = write(wakeUp.write, &signal, 1)
  }

  private func wait(for descriptors: [Int32], milliseconds: Int32 = -1) {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    poll(&entries, nfds_t(entries.count), milliseconds)
    if entries[0].revents != 0 { clear() }
  }

  private func clear() {
    var signals = [UInt8](repeating: 0, count: 64)
    while read(wakeUp.read, &signals, signals.count) == signals.count {}
  }

  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw IOError(errnoCode: errno, reason: "pipe") }
    ends.forEach(setFlags)
    return (ends[0], ends[1])
  }

  /// Makes a descriptor non-blocking and keeps it from child processes.
  private static func setFlags(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }
}
