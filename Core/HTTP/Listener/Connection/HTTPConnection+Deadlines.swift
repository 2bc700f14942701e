import Glibc
import NIOCore

/// A moment and the number of bytes that had moved by then.
struct Mark {
  let time: NIODeadline
  let bytes: Int
}

/// From when the deadlines of a connection count.
struct ProgressMarks {
  /// When it began to wait for a request, for the rest of a header, or for more of what is thrown away.
  var since: NIODeadline
  /// When it began to throw away what comes.
  var lingering: NIODeadline?
  var write: Mark?
  var body: Mark?
}

extension HTTPConnection {
  /// Looks at the deadline that counts now. Called once per tick.
  func check(at now: NIODeadline) {
    let deadline = state.deadline
    if deadline != .linger, waitsForReader(at: now) { return }
    switch deadline {
    case .none: marks.body = nil
    case .silence: checkIdle(at: now, headerTimeout)
    case .idle: checkIdle(at: now, loop.timeouts.idle)
    case .header: if now - marks.since >= headerTimeout { apply(.time(.overdue)) }
    case .body: checkBody(at: now)
    case .linger: checkLingering(at: now)
    }
  }

  /// Whether reply bytes wait for the client; cuts it when it took too few.
  private func waitsForReader(at now: NIODeadline) -> Bool {
    guard output.written > 0 else { return false }
    let buffered = (try? context?.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    guard buffered > 0 else {
      (output.written, marks.write) = (0, nil)
      return false
    }
    let taken = output.written - buffered
    let mark = marks.write ?? Mark(time: now, bytes: taken)
    marks.write = mark
    if now - mark.time >= loop.timeouts.writeProgress {
      marks.write = Mark(time: now, bytes: taken)
      if taken - mark.bytes < loop.configuration.deadlines.writeProgressBytes { apply(.time(.unread)) }
    }
    return true
  }

  private func checkIdle(at now: NIODeadline, _ timeout: TimeAmount) {
    if now - marks.since >= timeout {
      if !hasUnreadInput { apply(.time(.overdue)) }
    } else if let drainStart = loop.drainStart, now - max(marks.since, drainStart) >= loop.timeouts.announce {
      if !hasUnreadInput { apply(.time(.announced)) }
    }
  }

  private func checkLingering(at now: NIODeadline) {
    let isSilent = now - marks.since >= loop.timeouts.linger && !hasUnreadInput
    // Whoever is beyond the limits, and a shutdown, wait for nobody's patience.
    let isShort = admission.standing != .ordinary || loop.drainStart != nil
    let longest = isShort ? loop.timeouts.linger : loop.timeouts.longestLinger
    if isSilent || now - (marks.lingering ?? now) >= longest { apply(.time(.overdue)) }
  }

  private var headerTimeout: TimeAmount {
    admission.standing == .ordinary ? loop.timeouts.header : min(loop.timeouts.header, loop.timeouts.reserve)
  }

  /// Since when it waits for a request, or for the rest of a header; nil while it does anything else.
  var idleSince: NIODeadline? {
    state.isIdle && !hasUnreadInput ? marks.since : nil
  }

  /// Whether a request has reached the socket that the loop has not come to read: closing now would lose it.
  private var hasUnreadInput: Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
  }

  private func checkBody(at now: NIODeadline) {
    guard let body = exchange?.body else { return }
    let mark = marks.body ?? Mark(time: now + loop.timeouts.bodyGrace, bytes: body.received)
    marks.body = mark
    guard now - mark.time >= loop.timeouts.bodyWindow else { return }
    marks.body = Mark(time: now, bytes: body.received)
    if body.received - mark.bytes < loop.timeouts.bodyBytesPerWindow { apply(.time(.overdue)) }
  }
}
