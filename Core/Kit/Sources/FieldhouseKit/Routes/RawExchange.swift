/// A request as the host hands it to a route: not yet decoded.
public struct RawRequest: Sendable {
  /// The path parameters by name, percent-decoded.
  public var parameters: [String: String]
  /// The query after `?`, still percent-encoded.
  public var query: String?
  /// The body, at most as long as the host's limit.
  public var body: [UInt8]
  /// The body's media type without parameters, lower case.
  public var contentType: String?

  /// A request.
  public init(
    parameters: [String: String] = [:], query: String? = nil, body: [UInt8] = [], contentType: String? = nil
  ) {
    self.parameters = parameters
    self.query = query
    self.body = body
    self.contentType = contentType
  }
}

/// An answer as the host sends it.
public struct RawResponse: Sendable {
  /// The HTTP status.
  public var status: Int
  /// The media type of the body; nil without a body.
  public var contentType: String?
  /// Further header fields, names in lower case; `set-cookie` is left out (``cookies``).
  public var headers: [String: String]
  /// The body.
  public var body: [UInt8]
  /// The cookies that go with it, each with a name of its own.
  public var cookies: [Cookie] = []

  /// An answer.
  public init(status: Int, contentType: String? = nil, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.contentType = contentType
    self.headers = headers
    self.body = body
  }
}
