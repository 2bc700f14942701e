/// A route: what it is, who may call it, what it takes and answers, and the code that does it.
public struct Route: Sendable {
  /// The code behind a route.
  public struct Handler: Sendable {
    /// Runs outside any transaction.
    public typealias Plain = @Sendable (RawRequest, Call) async throws -> RawResponse
    /// Runs inside the plugin's transaction, together with the idempotency record.
    public typealias Transactional = @Sendable (RawRequest, Call, any Transaction) async throws -> RawResponse

    /// Reads a request and gives what is left to do for it inside the plugin's transaction.
    public typealias Reading = @Sendable (RawRequest, Call) throws -> Work
    /// Runs inside the plugin's transaction, together with the idempotency record.
    public typealias Work = @Sendable (any Transaction) async throws -> RawResponse

    /// Set when the route needs no transaction of the host.
    public let plain: Plain?
    /// Set when the host opens the transaction.
    public let transactional: Transactional?
    /// Set beside ``transactional``, which does both in one: what is done with the request before the transaction begins, in
    /// which others wait.
    public let reading: Reading?

    /// A handler outside any transaction.
    public init(plain: @escaping Plain) {
      self.plain = plain
      transactional = nil
      reading = nil
    }

    /// A handler inside the plugin's transaction.
    public init(transactional: @escaping Transactional) {
      plain = nil
      self.transactional = transactional
      reading = { request, call in { try await transactional(request, call, $0) } }
    }

    /// A handler inside the plugin's transaction that reads its request before.
    public init(reading: @escaping Reading) {
      plain = nil
      transactional = { request, call, transaction in try await reading(request, call)(transaction) }
      self.reading = reading
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
  /// The media types of bodies that the route reads, in lower case: JSON for a method with a body, unless told; none for
  /// the others. Every other body is refused before it is read.
  public var bodyTypes: [String]
  /// The largest body in bytes; nil for the host's limit.
  public var maximumBodyBytes: Int?
  /// The names of cookies that the route reads, handed over as ``Call/cookies``. Only the platform's own routes get any.
  public var cookies: [String]

  /// A route from its parts; ``Routes`` makes it from typed closures.
  ///
  /// The handler runs only when path, query and a JSON body are what `input` says; it reads the raw request itself.
  public init(
    method: Method, path: String, summary: String, access: Access, input: Schema, output: Schema?, status: Int,
    contentType: String = "application/json", problems: [Problem] = [], maximumBodyBytes: Int? = nil,
    cookies: [String] = [], handler: Handler
  ) {
    let reader = InputReader(method: method, path: path, schema: input)
    self.init(
      method, path, summary: summary, access: access, input: input, output: output, status: status,
      contentType: contentType, problems: problems, maximumBodyBytes: maximumBodyBytes, cookies: cookies,
      handler: handler.checked(by: reader))
  }

  /// A route whose handler checks the request itself.
  init(
    _ method: Method, _ path: String, summary: String, access: Access, input: Schema, output: Schema?, status: Int,
    contentType: String = "application/json", problems: [Problem], maximumBodyBytes: Int? = nil,
    cookies: [String] = [], handler: Handler
  ) {
    self.method = method
    bodyTypes = method.hasBody ? ["application/json"] : []
    self.path = path
    self.summary = summary
    self.access = access
    self.input = input
    self.output = output
    self.status = status
    self.contentType = contentType
    self.problems = problems
    self.maximumBodyBytes = maximumBodyBytes
    self.cookies = cookies
    self.handler = handler
  }

  /// The names of the path parameters, in order.
  public var parameterNames: [String] { Self.parameterNames(in: path) }

  static func parameterNames(in path: String) -> [String] {
    path.split(separator: "/").compactMap { part in
      part.first == "{" && part.last == "}" ? String(part.dropFirst().dropLast()) : nil
    }
  }
}

extension Route {
  /// Whether the route takes fields from a JSON body; a route that takes none reads an empty object at most.
  public var hasBodyFields: Bool {
    guard method.hasBody else { return false }
    let names = input.json["properties"]?.object?.keys.filter { !parameterNames.contains($0) } ?? []
    return !names.isEmpty || input.json["additionalProperties"] != false
  }

  /// Whether the host may store the answer for an `Idempotency-Key`: on every route that changes something, unless the
  /// answer holds a secret (``Schema/secret``) or belongs to a cookie of the caller's browser.
  public var storesAnswers: Bool { method != .get && cookies.isEmpty && output?.json.holdsSecret != true }
}

extension Route.Handler {
  /// The same code behind a check of the request.
  fileprivate func checked(by reader: InputReader) -> Route.Handler {
    if let plain {
      return Route.Handler(plain: { request, call in
        try reader.check(request)
        return try await plain(request, call)
      })
    }
    guard let reading else { return self }
    return Route.Handler(reading: { request, call in
      try reader.check(request)
      return try reading(request, call)
    })
  }
}

extension InputReader {
  /// - Throws: ``Problem`` 400, 415 or 422.
  fileprivate func check(_ request: RawRequest) throws {
    if isTrivial(request) { return }
    if request.body.isEmpty || request.contentType == "application/json" {
      _ = try read(request)
    } else {
      try checkAround(request)
    }
  }
}

extension JSON {
  /// Whether a schema describes a secret anywhere.
  fileprivate var holdsSecret: Bool {
    switch self {
    case .object(let members): members[Schema.secretKeyword] == true || members.contains { $0.value.holdsSecret }
    case .array(let items): items.contains(where: \.holdsSecret)
    default: false
    }
  }
}
