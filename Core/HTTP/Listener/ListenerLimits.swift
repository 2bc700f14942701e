/// How much a client may send, and how many clients there may be.
public struct ListenerLimits: Sendable, Equatable {
  /// Open connections; further ones wait in the backlog until one closes. Default 10,000.
  public var connections = 10_000
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
