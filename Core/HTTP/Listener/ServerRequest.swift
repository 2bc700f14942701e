public import HTTPTypes
public import NIOCore
import NIOHTTP1

/// One HTTP request as it came in: one reference for everything that hands it on.
public final class ServerRequest: Sendable {
  let head: HTTPRequestHead
  let nameLengths: NameLengths
  let source: RequestBody?
  let client: RequestClient
  /// The budget that it goes beyond: it is answered only if it may use the reserve.
  let surplus: ListenerFault?
  /// Path and query exactly as sent, percent-encoding included, beginning with a slash (or `*` for OPTIONS).
  public let target: String

  init(
    head: HTTPRequestHead, nameLengths: NameLengths, source: RequestBody?, client: RequestClient,
    surplus: ListenerFault?, target: String
  ) {
    (self.head, self.nameLengths, self.source) = (head, nameLengths, source)
    (self.client, self.surplus, self.target) = (client, surplus, target)
  }

  /// The event loop that it came in on, by its number.
  var loop: Int { client.loop }

  /// The address of the client as text without port, behind a trusted proxy as that tells it (or the name it gives
  /// instead, such as `unknown`); `nil` for a peer on a Unix socket that tells none.
  public var remoteHost: String? { client.text }

  /// Whether the client came by https, as a trusted proxy says.
  public var isSecure: Bool { client.isSecure }

  /// The host and port that the client named: what a trusted proxy says, else the Host field.
  public var authority: String? { client.host ?? head.headers.first(name: "host") }

  /// The method.
  public var method: HTTPRequest.Method { HTTPRequest.Method(head.method) }

  /// The name of the method.
  var methodName: String { head.method.rawValue }

  /// All header fields, converted at every call; use ``header(_:)`` to look at a few.
  public var headers: HTTPFields {
    head.headers.reduce(into: HTTPFields()) { fields, header in
      guard let name = HTTPField.Name(header.name) else { return }
      fields.append(HTTPField(name: name, value: header.value))
    }
  }

  /// The value of the first field of this name.
  public func header(_ name: HTTPField.Name) -> String? {
    nameLengths.mayContain(name.canonicalName) ? head.headers.first(name: name.canonicalName) : nil
  }

  /// Whether the request has a body, be it empty.
  public var hasBody: Bool { source != nil }

  /// The length of the body in bytes when the client declared it; 0 without a body, `nil` for a chunked one.
  public var declaredLength: Int? { source == nil ? 0 : source?.declaredLength }

  /// The whole body.
  ///
  /// - Parameter limit: The most bytes to take.
  /// - Throws: ``ListenerFault/bodyTooLarge`` as soon as the body is known to be longer than `limit`,
  ///   ``ListenerFault/requestTooSlow`` or ``ListenerFault/bodyIncomplete`` when it does not come in.
  public func body(upTo limit: Int) async throws -> ByteBuffer {
    guard let source else { return ByteBuffer() }
    return try await source.collect(upTo: limit)
  }

  /// The next piece of the body, `nil` at its end. The client is held back while nobody asks.
  ///
  /// - Throws: ``ListenerFault`` as ``body(upTo:)`` does. One caller at a time.
  public func nextBodyChunk() async throws -> ByteBuffer? {
    try await source?.next()
  }
}

extension HTTPRequest.Method {
  init(_ method: HTTPMethod) {
    self =
      switch method {
      case .GET: .get
      case .POST: .post
      case .PUT: .put
      case .DELETE: .delete
      case .PATCH: .patch
      case .HEAD: .head
      case .OPTIONS: .options
      default: HTTPRequest.Method(method.rawValue) ?? .trace
      }
  }
}
