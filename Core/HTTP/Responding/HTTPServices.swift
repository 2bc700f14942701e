public import FieldhouseKit
public import Foundation

/// What the HTTP room needs from the rest of the host.
public struct HTTPServices: Sendable {
  /// The session or operator behind a token; nil when it is unknown or has ended.
  public var authenticate: @Sendable (String) async throws -> Principal?
  /// Whether a caller has one of the platform's permissions.
  public var permits: Access.Permits
  /// The host's time.
  public var now: @Sendable () -> Date
  /// The languages that people can choose; English is always one of them, and the first.
  public var languages: @Sendable () -> [String]
  /// The live topics that can be watched.
  public var topics: [LiveTopicAccess]
  /// The state of every part as it is known, for `/readyz`; answers at once.
  public var readiness: @Sendable () async -> [Readiness]
  /// The metrics of the rest of the host in Prometheus text format.
  public var metrics: @Sendable () async -> String
  /// Counts the requests.
  public var requests = RequestMetrics()
  /// The host's log.
  public var log: any Log
  /// Runs a call that has an `Idempotency-Key` and no transaction of its route, or answers it as it was answered before;
  /// without it such keys are refused.
  public var once: Once?
  /// Whether people reach the host only over TLS, so that every answer may say so.
  public var isSecure = false
  /// What pages of the web app say to whoever was handed their address; without it they say nothing.
  public var preview: PagePreview?
  /// What search engines read; without it there is nothing.
  public var site: SiteFiles?
  /// Films that are shown; without it there are none.
  public var films: FilmFiles?
  /// The cookie whose value counts as a token where no `Authorization` came.
  public var sessionCookie = "session"

  /// Runs the body once for a key.
  public typealias Once =
    @Sendable (IdempotentCall, @escaping @Sendable () async throws -> RawResponse) async throws -> RawResponse

  /// The services.
  public init(
    authenticate: @escaping @Sendable (String) async throws -> Principal?,
    permits: @escaping Access.Permits,
    now: @escaping @Sendable () -> Date, languages: @escaping @Sendable () -> [String],
    topics: [LiveTopicAccess], readiness: @escaping @Sendable () async -> [Readiness],
    metrics: @escaping @Sendable () async -> String,
    log: any Log
  ) {
    self.authenticate = authenticate
    self.permits = permits
    self.now = now
    self.languages = languages
    self.topics = topics
    self.readiness = readiness
    self.metrics = metrics
    self.log = log
  }
}

/// The state of one part of the host.
public struct Readiness: Sendable, Hashable {
  /// The part, e.g. a plugin's id or `storage`.
  public var part: String
  /// Its state.
  public var health: Health
  /// Since when it has been in this state.
  public var since: Date
  /// Whether the host serves nobody without it.
  public var isEssential: Bool

  /// A state.
  public init(part: String, health: Health, since: Date, isEssential: Bool) {
    self.part = part
    self.health = health
    self.since = since
    self.isEssential = isEssential
  }
}
