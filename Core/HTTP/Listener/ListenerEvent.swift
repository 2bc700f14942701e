public import NIOCore

/// What a ``Listener`` reports while it runs.
public enum ListenerEvent: Sendable {
  /// It accepts connections at this address (the port that was chosen, when 0 was asked for).
  case bound(SocketAddress?)
  /// A request was refused before it reached the responder, or could not be answered by it.
  case refused(ListenerFault, client: SocketAddress?)
  /// A responder threw an error that carries no answer; the client got a 500, or a broken stream.
  case responderFailed(any Error, client: SocketAddress?)
  /// A peer that is no trusted proxy, but on a Unix socket or in a private network, says for whom it asks. Reported
  /// once, with the peer's address (`unix` for a Unix socket).
  case unknownProxy(String)
  /// A client was too slow and its connection was cut.
  case cut(CutReason, client: SocketAddress?)
  /// The shutdown began with so many open connections; from now on every reply says `Connection: close`.
  case draining(connections: Int)
  /// No connection is accepted any more.
  case stoppedAccepting
  /// The shutdown ended; so many connections did not finish in time and were cut.
  case drained(cut: Int)
}

/// Why a connection was closed without an answer.
public enum CutReason: String, Sendable {
  /// Nothing was asked on it for the idle time.
  case idle
  /// It was opened and nothing was sent.
  case silent
  /// The client did not take the reply.
  case unread
  /// The rest of a refused request went on for too long.
  case linger
  /// It waited for a request when all connections were taken, and its client had the most.
  case surplus
}

extension ListenerEvent {
  /// Where it accepts connections, as `host:port` or the path of a Unix socket; nil for other events.
  public var boundAddress: String? {
    guard case .bound(let address?) = self else { return nil }
    if let path = address.pathname, !path.isEmpty { return path }
    let host = address.ipAddress ?? "localhost"
    return "\(host.contains(":") ? "[\(host)]" : host):\(address.port ?? 0)"
  }
}
