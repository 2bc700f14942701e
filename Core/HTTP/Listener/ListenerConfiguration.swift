/// Everything a ``Listener`` can be told.
public struct ListenerConfiguration: Sendable {
  /// Where a responder's code runs.
  public enum Placement: Sendable {
    /// On the event loop of the connection: the fastest, with no change of thread per request. A responder that
    /// computes or blocks for long holds up the other connections of its loop.
    case eventLoop
    /// On Swift's global pool, with two changes of thread per request.
    case globalPool
  }

  /// Where connections come from.
  public var address: ListenAddress
  /// Finished connections that may wait to be accepted. Default 1,024.
  public var backlog: Int32 = 1024
  /// Number of event loops, one thread each; `nil` for the number of cores.
  public var eventLoops: Int?
  /// How slow a client may be.
  public var deadlines = ListenerDeadlines()
  /// How much a client may send.
  public var limits = ListenerLimits()
  /// How a shutdown proceeds.
  public var drain = ListenerDrain()
  /// Names (without port) a request may name as its host; others are answered 421. Empty for any.
  public var allowedHosts: Set<String> = []
  /// The peers whose `Forwarded` and `X-Forwarded-…` fields are believed. Nobody by default.
  public var trustedProxies = TrustedProxies()
  /// Where responders run.
  public var placement = Placement.eventLoop
  /// Writes the `application/problem+json` body of a fault that the listener answers itself.
  public var problem: @Sendable (ListenerFault) -> [UInt8] = { $0.problemDocument }
  /// Told of everything worth a log line or a metric; called on event loops, so it must not block.
  public var events: @Sendable (ListenerEvent) -> Void = { _ in }

  /// A configuration with default limits.
  public init(address: ListenAddress) {
    self.address = address
  }
}
