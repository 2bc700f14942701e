/// The routes of a plugin, declared with typed inputs and outputs.
public struct Routes: Sendable {
  /// The routes so far.
  public private(set) var all: [Route] = []

  /// No routes.
  public init() {}

  /// Adds a route from its parts.
  public mutating func add(_ route: Route) { all.append(route) }

  /// A route that reads.
  public mutating func get<Input: RouteInput, Output: RouteOutput>(
    _ path: String, _ summary: String, access: Access, problems: [Problem] = [],
    _ body: @escaping @Sendable (Input, Call) async throws -> Output
  ) {
    add(.get, path, summary, access, 200, problems, body)
  }

  /// A route that replaces, outside any transaction; it may be repeated without harm.
  public mutating func put<Input: RouteInput, Output: RouteOutput>(
    _ path: String, _ summary: String, access: Access, problems: [Problem] = [],
    _ body: @escaping @Sendable (Input, Call) async throws -> Output
  ) {
    add(.put, path, summary, access, 200, problems, body)
  }

  /// A route that changes some fields, outside any transaction.
  public mutating func patch<Input: RouteInput, Output: RouteOutput>(
    _ path: String, _ summary: String, access: Access, problems: [Problem] = [],
    _ body: @escaping @Sendable (Input, Call) async throws -> Output
  ) {
    add(.patch, path, summary, access, 200, problems, body)
  }

  /// A route that removes, outside any transaction; it may be repeated without harm.
  public mutating func delete<Input: RouteInput>(
    _ path: String, _ summary: String, access: Access, problems: [Problem] = [],
    _ body: @escaping @Sendable (Input, Call) async throws -> NoContent
  ) {
    add(.delete, path, summary, access, 204, problems, body)
  }

  /// A route that replaces, inside one transaction of the plugin's storage. With an `Idempotency-Key` the answer is stored in
  /// that transaction: a repetition gets the same answer and has no second effect.
  public mutating func put<Input: RouteInput, Output: RouteOutput>(
    _ path: String, _ summary: String, access: Access, problems: [Problem] = [],
    _ body: @escaping @Sendable (Input, Call, any Transaction) async throws -> Output
  ) {
    transact(.put, path, summary, access, 200, problems, body)
  }

  /// A route that changes some fields, inside one transaction of the plugin's storage. With an `Idempotency-Key` the answer is
  /// stored in that transaction: a repetition gets the same answer and has no second effect.
  public mutating func patch<Input: RouteInput, Output: RouteOutput>(
    _ path: String, _ summary: String, access: Access, problems: [Problem] = [],
    _ body: @escaping @Sendable (Input, Call, any Transaction) async throws -> Output
  ) {
    transact(.patch, path, summary, access, 200, problems, body)
  }

  /// A route that removes, inside one transaction of the plugin's storage. With an `Idempotency-Key` the answer is stored in
  /// that transaction: a repetition gets the same answer and has no second effect.
  public mutating func delete<Input: RouteInput>(
    _ path: String, _ summary: String, access: Access, problems: [Problem] = [],
    _ body: @escaping @Sendable (Input, Call, any Transaction) async throws -> NoContent
  ) {
    transact(.delete, path, summary, access, 204, problems, body)
  }

  /// A route that creates or acts, inside one transaction of the plugin's storage. With an `Idempotency-Key` the answer
  /// is stored in that transaction: a repetition gets the same answer and has no second effect.
  public mutating func post<Input: RouteInput, Output: RouteOutput>(
    _ path: String, _ summary: String, access: Access, status: Int = 201, problems: [Problem] = [],
    _ body: @escaping @Sendable (Input, Call, any Transaction) async throws -> Output
  ) {
    transact(.post, path, summary, access, status, problems, body)
  }

  /// A route as ``post(_:_:access:status:problems:_:)`` that does beforehand what needs no transaction, in which others wait:
  /// making secrets, writing texts, hashing.
  /// - Parameter preparing: runs before the transaction begins, once; what it throws is the answer. The transaction may run
  ///   more than once, each time with what it gave.
  public mutating func post<Input: RouteInput, Prepared: Sendable, Output: RouteOutput>(
    _ path: String, _ summary: String, access: Access, status: Int = 201, problems: [Problem] = [],
    preparing: @escaping @Sendable (Input, Call) throws -> Prepared,
    _ body: @escaping @Sendable (Prepared, Call, any Transaction) async throws -> Output
  ) {
    transact(.post, path, summary, access, status, problems, preparing, body)
  }

  /// A route that acts outside any transaction, e.g. because it only starts something; repeating it must do no harm.
  /// With an `Idempotency-Key` the host keeps the answer when the route has answered, and a repetition gets it.
  public mutating func action<Input: RouteInput, Output: RouteOutput>(
    _ path: String, _ summary: String, access: Access, status: Int = 200, problems: [Problem] = [],
    _ body: @escaping @Sendable (Input, Call) async throws -> Output
  ) {
    add(.post, path, summary, access, status, problems, body)
  }

  /// A route as ``action(_:_:access:status:problems:_:)`` whose answer comes with cookies, which the host carries out for
  /// the platform's own routes only. An answer to it is never stored.
  /// - Parameter cookies: the names of those that the route reads or sets.
  public mutating func cookieAction<Input: RouteInput, Output: RouteOutput>(
    _ path: String, _ summary: String, access: Access, status: Int = 200, cookies: [String], problems: [Problem] = [],
    _ body: @escaping @Sendable (Input, Call) async throws -> CookieAnswer<Output>
  ) {
    let codec = RouteCodec(method: .post, path: path, input: Input.self)
    let status = Output.self == NoContent.self ? 204 : status
    let handler = Route.Handler(plain: { request, call in
      let answer = try await body(try codec.decode(request), call)
      var response = try RouteCodec<Input>.answer(answer.output, status: status)
      response.cookies = answer.cookies
      return response
    })
    append(.post, path, summary, access, Input.schema, Output.self, status, problems, handler, cookies)
  }

  private mutating func add<Input: RouteInput, Output: RouteOutput>(
    _ method: Method, _ path: String, _ summary: String, _ access: Access, _ status: Int, _ problems: [Problem],
    _ body: @escaping @Sendable (Input, Call) async throws -> Output
  ) {
    let codec = RouteCodec(method: method, path: path, input: Input.self)
    let status = Output.self == NoContent.self ? 204 : status
    let handler = Route.Handler(plain: { request, call in
      try RouteCodec<Input>.answer(try await body(try codec.decode(request), call), status: status)
    })
    append(method, path, summary, access, Input.schema, Output.self, status, problems, handler)
  }

  private mutating func transact<Input: RouteInput, Output: RouteOutput>(
    _ method: Method, _ path: String, _ summary: String, _ access: Access, _ status: Int, _ problems: [Problem],
    _ body: @escaping @Sendable (Input, Call, any Transaction) async throws -> Output
  ) {
    transact(method, path, summary, access, status, problems, { (input: Input, _) in input }, body)
  }

  private mutating func transact<Input: RouteInput, Prepared: Sendable, Output: RouteOutput>(
    _ method: Method, _ path: String, _ summary: String, _ access: Access, _ status: Int, _ problems: [Problem],
    _ preparing: @escaping @Sendable (Input, Call) throws -> Prepared,
    _ body: @escaping @Sendable (Prepared, Call, any Transaction) async throws -> Output
  ) {
    let codec = RouteCodec(method: method, path: path, input: Input.self)
    let status = Output.self == NoContent.self ? 204 : status
    let handler = Route.Handler(reading: { request, call in
      let prepared = try preparing(try codec.decode(request), call)
      return { try RouteCodec<Input>.answer(try await body(prepared, call, $0), status: status) }
    })
    append(method, path, summary, access, Input.schema, Output.self, status, problems, handler)
  }

  private mutating func append<Output: RouteOutput>(
    _ method: Method, _ path: String, _ summary: String, _ access: Access, _ input: Schema, _ output: Output.Type,
    _ status: Int, _ problems: [Problem], _ handler: Route.Handler, _ cookies: [String] = []
  ) {
    let schema = Output.self == NoContent.self ? nil : Output.schema
    all.append(
      Route(
        method, path, summary: summary, access: access, input: input, output: schema, status: status,
        problems: problems, cookies: cookies, handler: handler))
  }
}
