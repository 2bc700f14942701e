import Glibc
import NIOCore
import Synchronization

/// Accepts connections on a thread of its own, and refuses those that are one too many.
///
/// The socket may be shared with other processes: being woken for a connection that another one has taken is
/// normal, and stopping leaves the waiting connections to them.
final class Acceptor: Sendable {
  /// Milliseconds to wait when the process or the system has no descriptor or memory left.
  private static let exhaustionPause: Int32 = 100
  /// Milliseconds without a new connection after which refused ones are closed.
  private static let refusalPause: Int32 = 500
  /// Bytes that may wait unsent in the kernel, per connection: little enough to see the progress of a slow
  /// reader, and to spend no megabytes on one that never reads.
  private static let unsentBytes: Int32 = 32 << 10

  private let descriptor: Int32
  private let wakeUp: (read: Int32, write: Int32)
  private let door: Doorkeeper
  private let loops: [LoopState]
  private let adopt: @Sendable (Int32, Admission) -> EventLoopFuture<any Channel>
  private let emptied: EventLoopPromise<Void>
  private let open = Atomic(0)
  private let isStopped = Atomic(false)
  private let hasEnded = Atomic(false)

  /// - Parameters:
  ///   - socket: The socket to accept from; closed at the end of ``run()``.
  ///   - door: Decides who is let in.
  ///   - loops: Where connections are closed to make room.
  ///   - emptied: Fulfilled when accepting has ended and the last connection is closed.
  ///   - adopt: Takes over the descriptor of a connection.
  /// - Throws: `IOError` when the process has no descriptor left.
  init(
    _ socket: ListeningSocket, door: Doorkeeper, loops: [LoopState], emptied: EventLoopPromise<Void>,
    adopt: @escaping @Sendable (Int32, Admission) -> EventLoopFuture<any Channel>
  ) throws {
    descriptor = socket.descriptor
    wakeUp = try Self.pipe()
    self.door = door
    self.loops = loops
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
    var refusals = Refusals(loops[0].configuration)
    defer {
      refusals.endAll()
      end()
    }
    while !isStopped.load(ordering: .sequentiallyConsistent) {
      if !wait(for: [wakeUp.read, descriptor], milliseconds: refusals.isEmpty ? -1 : Self.refusalPause) {
        refusals.endAll()
      }
      try acceptWaiting(&refusals)
    }
  }
}

extension Acceptor {
  private func end() {
    close(descriptor)
    hasEnded.store(true, ordering: .sequentiallyConsistent)
    if connections == 0 { emptied.succeed() }
  }

  private func acceptWaiting(_ refusals: inout Refusals) throws {
    while !isStopped.load(ordering: .sequentiallyConsistent) {
      var peer = sockaddr_storage()
      let accepted = accept(&peer)
      if accepted >= 0 {
        take(accepted, from: peer, &refusals)
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

  private func accept(_ peer: inout sockaddr_storage) -> Int32 {
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &peer) { bytes in
      Glibc.accept(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
    }
  }

  private func take(_ accepted: Int32, from peer: sockaddr_storage, _ refusals: inout Refusals) {
    Self.setFlags(accepted)
    do throws(ListenerFault) {
      let admission = try door.admit(IPAddress(peer)) { client, count in
        for loop in loops { loop.closeWaiting(of: client, count) }
      }
      open.add(1, ordering: .sequentiallyConsistent)
      adopt(accepted, admission).flatMap { $0.closeFuture }.whenComplete { _ in self.closed(admission) }
    } catch {
      loops[0].configuration.events(.refused(error, client: nil))
      refusals.refuse(accepted, error)
    }
  }

  private func closed(_ admission: Admission) {
    door.leave(admission)
    let before = open.subtract(1, ordering: .sequentiallyConsistent).oldValue
    if before == 1, hasEnded.load(ordering: .sequentiallyConsistent) { emptied.succeed() }
  }

  private func wake() {
    var signal: UInt8 = 1
    _ = write(wakeUp.write, &signal, 1)
  }

  /// - Returns: Whether one of them is ready before the time is over.
  @discardableResult
  private func wait(for descriptors: [Int32], milliseconds: Int32) -> Bool {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let ready = poll(&entries, nfds_t(entries.count), milliseconds)
    if entries[0].revents != 0 { clear() }
    return ready != 0
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
