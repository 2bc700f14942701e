public import FieldhouseKit

/// A route at its place in the host.
public struct MountedRoute: Sendable {
  /// Runs a transactional handler in its plugin's storage, with the idempotency record of the call.
  public typealias Transact =
    @Sendable (@escaping Route.Handler.Transactional, RawRequest, Call, IdempotentCall?) async throws -> RawResponse

  /// Runs the code of a handler that has no transaction, and looks after it meanwhile. It is no handler itself: each of
  /// those asks where to run when it begins, and its caller once more when it has ended.
  public typealias Around = @Sendable (() async throws -> RawResponse) async throws -> RawResponse

  /// The plugin the route belongs to, or the host's own service.
  public let owner: String
  /// The path in front of the route's own, e.g. `/v1/soccer-predictions`.
  public let prefix: String
  /// The route.
  public let route: Route
  /// How its transaction is run; needed by transactional handlers.
  public let transact: Transact?
  /// How a handler without a transaction is run; nil where nobody looks after it.
  public let around: Around?
  /// Whether a caller has a permission that the route asks for; nil where it is one of the platform's.
  public let permits: Access.Permits?
  /// Answers instead of the handler while the owner is out of service.
  public let gate: @Sendable () -> Problem?
  /// Whether the route reads the cookies that it names and its answers set cookies: for the platform's own, never for a
  /// plugin's.
  public let mayUseCookies: Bool

  /// A route at `prefix`.
  public init(
    owner: String, prefix: String, route: Route, transact: Transact? = nil, mayUseCookies: Bool = false,
    permits: Access.Permits? = nil, around: Around? = nil, gate: @escaping @Sendable () -> Problem? = { nil }
  ) {
    self.mayUseCookies = mayUseCookies
    self.permits = permits
    self.around = around
    self.owner = owner
    self.prefix = prefix
    self.route = route
    self.transact = transact
    self.gate = gate
  }

  /// The whole path template.
  public var path: String { route.path == "/" ? prefix : prefix + route.path }
  /// The name in metrics and logs, e.g. `GET /v1/soccer-predictions/leagues`.
  public var name: String { "\(route.method.name) \(path)" }
}

/// A call that carries an `Idempotency-Key`.
public struct IdempotentCall: Sendable, Hashable {
  /// Who calls; keys of different people never meet.
  public let caller: String
  /// The route's name.
  public let route: String
  /// The key the client chose, 1 to 255 visible ASCII characters.
  public let key: String
  /// A digest of the input: the same key with another input is a mistake.
  public let fingerprint: String

  /// A call with a key.
  public init(caller: String, route: String, key: String, fingerprint: String) {
    self.caller = caller
    self.route = route
    self.key = key
    self.fingerprint = fingerprint
  }
}
