/// Answers requests: the one thing a ``Listener`` needs from the rest of the host.
///
/// The call runs where ``ListenerConfiguration/placement`` says, as a task of its own which is cancelled when
/// the client is gone. Errors that are a ``ListenerFault`` (such as those of a request body) become that fault's
/// answer; any other error becomes a 500.
public protocol ServerResponder: Sendable {
  /// Answers one request. Requests of one connection are answered one after the other.
  func respond(to request: ServerRequest) async throws -> ServerResponse

  /// Whether a request is answered although its client, or the server, has no room left for it: a health check or an
  /// operator's. Asked for few requests at a time. `false` unless implemented.
  func mayUseReserve(_ request: ServerRequest) async -> Bool
}

extension ServerResponder {
  public func mayUseReserve(_ request: ServerRequest) async -> Bool { false }
}

/// A responder made of a closure.
public struct ClosureResponder: ServerResponder {
  private let answer: @Sendable (ServerRequest) async throws -> ServerResponse

  /// Wraps a closure.
  public init(_ answer: @escaping @Sendable (ServerRequest) async throws -> ServerResponse) {
    self.answer = answer
  }

  public func respond(to request: ServerRequest) async throws -> ServerResponse {
    try await answer(request)
  }
}
