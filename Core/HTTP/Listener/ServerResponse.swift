public import HTTPTypes
public import NIOCore

/// The answer to a request. The listener adds `Date`, framing and `Connection`; those fields are ignored here.
public struct ServerResponse: Sendable {
  /// What follows the header.
  public enum Body: Sendable {
    /// Nothing; `Content-Length: 0` where the status allows a body.
    case none
    /// Bytes that are all there.
    case bytes(ByteBuffer)
    /// Bytes that are all there, as an array.
    case array([UInt8])
    /// Bytes that are made while they are sent.
    case stream(ResponseStream)
  }

  /// The status.
  public var status: HTTPResponse.Status
  /// The header fields.
  public var headers: HTTPFields
  /// Whole header lines, each with its line end, that go out as they are before `headers`.
  var lines: StaticString = ""
  /// Header lines that every answer has.
  var security: StaticString = SecurityLines.plain
  /// The value of `X-Request-Id`, which goes out beside `headers`.
  var requestID: String?
  /// The body; for a HEAD request what GET would have sent, of which only the length is used.
  public var body: Body

  /// An answer.
  public init(status: HTTPResponse.Status, headers: HTTPFields = HTTPFields(), body: Body = .none) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension ServerResponse.Body {
  /// Bytes that are all there; 0 for a stream.
  var length: Int {
    switch self {
    case .none, .stream: 0
    case .bytes(let bytes): bytes.readableBytes
    case .array(let bytes): bytes.count
    }
  }
}

/// A body that is produced piece by piece.
public struct ResponseStream: Sendable {
  let length: Int?
  let endsAtShutdown: Bool
  package let produce: @Sendable (ResponseWriter) async throws -> Void

  /// Describes a streamed body.
  ///
  /// - Parameters:
  ///   - length: The exact number of bytes when it is known; otherwise the body is sent in chunks.
  ///   - endsAtShutdown: `true` for a stream without an end of its own, such as server-sent events: its task is
  ///     cancelled when the shutdown begins or the client half-closes, and the stream ends in good order.
  ///   - produce: Writes the body. Its task is cancelled when the client is gone. An error cuts the connection,
  ///     so that the client can tell a broken body from a whole one.
  public init(
    length: Int? = nil, endsAtShutdown: Bool = false,
    produce: @escaping @Sendable (ResponseWriter) async throws -> Void
  ) {
    self.length = length
    self.endsAtShutdown = endsAtShutdown
    self.produce = produce
  }
}

/// Writes a streamed body, as fast as the client takes it.
public struct ResponseWriter: Sendable {
  private let send: @Sendable (ByteBuffer) async throws -> Void

  /// A writer.
  /// - Parameter send: sends bytes and returns when more can be taken; throws when nobody takes any.
  package init(_ send: @escaping @Sendable (ByteBuffer) async throws -> Void) { self.send = send }

  /// Sends bytes and waits until the connection can take more.
  ///
  /// - Throws: ``ClientGone`` when the client has closed the connection or was cut. One caller at a time.
  public func write(_ bytes: ByteBuffer) async throws {
    try await send(bytes)
  }

  /// Sends text as UTF-8.
  public func write(_ text: String) async throws {
    try await write(ByteBuffer(string: text))
  }
}

/// The client of a stream has gone.
public struct ClientGone: Error, Sendable {
  init() {}
}
