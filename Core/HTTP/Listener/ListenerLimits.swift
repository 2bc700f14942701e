/// How much a client may send, and how many clients there may be.
public struct ListenerLimits: Sendable, Equatable {
  /// Open connections; for a further one some that wait for a request are closed, of the client that has the most.
  /// The process may have fewer descriptors, which then count. Default 10,000.
  public var connections = 10_000
  /// Open connections of one client; a further one is answered 429 and closed. Default 1,000.
  public var connectionsPerClient = 1_000
  /// Connections beyond these limits, on which only health checks and operators are answered. Default 64.
  public var reservedConnections = 64
  /// Requests that are worked on, streams without end left out; more are answered 503. Default 2,048.
  public var requests = 2_048
  /// Requests of one client that are worked on; more are answered 429. Default 512.
  public var requestsPerClient = 512
  /// Requests beyond these limits of which is looked whether they are health checks or an operator's. Default 64.
  public var reservedRequests = 64
  /// Bytes of request bodies that are kept at a time; more is answered 503. Default 64 MiB.
  public var bodyMemory = 64 << 20
  /// Bytes of one client's request bodies that are kept at a time; more is answered 429. Default 12 MiB.
  public var bodyMemoryPerClient = 12 << 20
  /// Bytes of the request target, scheme and host included; a longer one is answered 414. Default 8,192.
  public var targetBytes = 8192
  /// Bytes of the target and all header fields together; more is answered 431. Default 16,384.
  public var headerBytes = 16_384
  /// Number of header fields; more is answered 431. Default 100.
  public var headerFields = 100
  /// Bytes of a request body that no route may exceed; more is answered 413. Default 64 MiB.
  public var bodyBytes = 64 << 20
  /// Bytes of a request body that are read ahead of the responder. Default 64 KiB.
  public var bodyWindowBytes = 64 << 10
  /// Pipelined parts of requests that are read ahead while an earlier request is answered. Default 64.
  public var pipelinedParts = 64

  /// The default limits.
  public init() {}
}
