/// HTTP to the outside. Only hosts that the manifest's `permissions.http` names may be called; addresses of private
/// networks are refused when the connection is made; redirects are not followed.
public protocol OutgoingHTTP: Sendable {
  /// Sends a request and collects the answer.
  /// - Throws: ``OutgoingError``.
  func send(_ request: OutgoingRequest) async throws -> OutgoingResponse
}

/// A request to the outside.
public struct OutgoingRequest: Sendable, Hashable {
  /// The method in upper case.
  public var method: String
  /// An absolute `https` (or, where the manifest says so, `http`) URL.
  public var url: String
  /// Header fields.
  public var headers: [String: String]
  /// The body.
  public var body: [UInt8]
  /// After how many seconds the call fails; less than 1 is taken as 1, more than 60 as 60.
  public var timeoutSeconds: Int
  /// The largest answer taken, in bytes.
  public var maximumBytes: Int

  /// A request.
  public init(
    method: String = "GET", url: String, headers: [String: String] = [:], body: [UInt8] = [],
    timeoutSeconds: Int = 10, maximumBytes: Int = 16 << 20
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeoutSeconds = timeoutSeconds
    self.maximumBytes = maximumBytes
  }
}

/// An answer from the outside.
public struct OutgoingResponse: Sendable, Hashable {
  /// The HTTP status.
  public var status: Int
  /// Header fields, names in lower case; of repeated ones the last.
  public var headers: [String: String]
  /// The body.
  public var body: [UInt8]

  /// An answer.
  public init(status: Int, headers: [String: String], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Why a call to the outside failed.
public struct OutgoingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// `http-host-not-granted`, `http-address-forbidden`, `http-timeout`, `http-too-large`, `http-failed` or `http-url`.
  public let code: String
  /// A sentence without the URL's query.
  public let message: String

  /// An error.
  public init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { "\(code): \(message)" }
}
