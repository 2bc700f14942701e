/// A route: what it is, who may call it, what it takes and answers, and the code that does it.
public struct Route: Sendable {
  /// The code behind a route.
  public struct Handler: Sendable {
    /// Runs outside any transaction.
    public typealias Plain = @Sendable (RawRequest, Call) async throws -> RawResponse
    /// Runs inside the plugin's transaction, together with the idempotency record.
    public typealias Transactional = @Sendable (RawRequest, Call, any Transaction) async throws -> RawResponse

    /// Set when the route needs no transaction of the host.
    public let plain: Plain?
    /// Set when the host opens the transaction.
    public let transactional: Transactional?

    /// A handler outside any transaction.
    public init(plain: @escaping Plain) {
      self.plain = plain
      transactional = nil
    }

    /// A handler inside the plugin's transaction.
    public init(transactional: @escaping Transactional) {
      plain = nil
      self.transactional = transactional
    }
  }

  /// The method.
  public var method: Method
  /// The template below the plugin's area, e.g. `/matches/{match}/prediction`.
  public var path: String
  /// One line for the documentation.
  public var summary: String
  /// Who may call it.
  public var access: Access
  /// The input's schema: path parameters and the rest together.
  public var input: Schema
  /// The answer's schema; nil when there is no body.
  public var output: Schema?
  /// The status of a good answer.
  public var status: Int
  /// The media type of a good answer.
  public var contentType: String
  /// The problems beyond the general ones, with their codes.
  public var problems: [Problem]
  /// The code.
  public var handler: Handler
  /// The largest body in bytes; nil for the host's limit.
  public var maximumBodyBytes: Int?
  /// The name of a cookie that the route reads, handed over as ``Call/cookie``; nil for none.
  public var cookie: String?

  /// A route from its parts; ``Routes`` makes it from typed closures.
  public init(
    method: Method, path: String, summary: String, access: Access, input: Schema, output: Schema?, status: Int,
    contentType: String = "application/json", problems: [Problem] = [], handler: Handler
  ) {
    self.method = method
    self.path = path
    self.summary = summary
    self.access = access
    self.input = input
    self.output = output
    self.status = status
    self.contentType = contentType
    self.problems = problems
    self.handler = handler
  }

  /// The names of the path parameters, in order.
  public var parameterNames: [String] {
    path.split(separator: "/").compactMap { part in
      part.first == "{" && part.last == "}" ? String(part.dropFirst().dropLast()) : nil
    }
  }
}
