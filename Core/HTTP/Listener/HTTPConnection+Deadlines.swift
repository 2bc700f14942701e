import Glibc
import NIOCore

extension HTTPConnection {
  /// Looks at the deadline that counts now. Called once per tick.
  func check(at now: NIODeadline) {
    switch stage {
    case .closed: break
    case .lingering(let until): if now >= until { cut(.linger) }
    case .open, .closing: checkProgress(at: now)
    }
  }

  private func checkProgress(at now: NIODeadline) {
    if waitsForReader(at: now) { return }
    guard case .open = stage else { return }
    if exchange == nil { checkWaiting(at: now) } else { checkBody(at: now) }
  }

  /// Whether reply bytes wait for the client; cuts it when it took too few.
  private func waitsForReader(at now: NIODeadline) -> Bool {
    guard bytesWritten > 0 else { return false }
    let buffered = (try? context?.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    guard buffered > 0 else {
      (bytesWritten, writeMark) = (0, nil)
      return false
    }
    let taken = bytesWritten - buffered
    let mark = writeMark ?? Mark(time: now, bytes: taken)
    writeMark = mark
    if now - mark.time >= loop.timeouts.writeProgress {
      writeMark = Mark(time: now, bytes: taken)
      if taken - mark.bytes < loop.configuration.deadlines.writeProgressBytes { cut(.unread) }
    }
    return true
  }

  private func checkWaiting(at now: NIODeadline) {
    switch waiting {
    case .header(let since):
      if now - since >= headerTimeout { refuse(.requestTooSlow) }
    case .request(let since):
      if now - since >= (exchanges == 0 ? headerTimeout : loop.timeouts.idle) {
        if !hasUnreadInput { cut(exchanges == 0 ? .silent : .idle) }
      } else if let drainStart = loop.drainStart, now - max(since, drainStart) >= loop.timeouts.announce {
        if !hasUnreadInput { close() }
      }
    }
  }

  private var headerTimeout: TimeAmount {
    admission.standing == .ordinary ? loop.timeouts.header : min(loop.timeouts.header, loop.timeouts.reserve)
  }

  /// Since when it waits for a request, or for the rest of a header; nil while it does anything else.
  var idleSince: NIODeadline? {
    guard case .open = stage, exchange == nil, parts.isEmpty, !hasUnreadInput else { return nil }
    switch waiting {
    case .request(let since), .header(let since): return since
    }
  }

  /// Whether a request has reached the socket that the loop has not come to read: closing now would lose it.
  private var hasUnreadInput: Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
  }

  private func checkBody(at now: NIODeadline) {
    guard let receiving, !receiving.awaitsContinue, !isReadWithheld else { return bodyMark = nil }
    let mark = bodyMark ?? Mark(time: now + loop.timeouts.bodyGrace, bytes: receiving.received)
    bodyMark = mark
    guard now - mark.time >= loop.timeouts.bodyWindow else { return }
    bodyMark = Mark(time: now, bytes: receiving.received)
    if receiving.received - mark.bytes < loop.timeouts.bodyBytesPerWindow { failExchange(.requestTooSlow) }
  }

  func cut(_ reason: CutReason) {
    loop.configuration.events(.cut(reason, client: address))
    if reason == .idle || reason == .surplus { context?.close(promise: nil) } else { abort() }
  }

  /// The shutdown has begun: streams without an end of their own are asked to end.
  func drainBegan() {
    if exchange?.stream?.endsAtShutdown == true { exchange?.task?.cancel() }
  }
}
