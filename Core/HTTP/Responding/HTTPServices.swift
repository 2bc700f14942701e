public import FieldhouseKit
public import Foundation

/// What the HTTP room needs from the rest of the host.
public struct HTTPServices: Sendable {
  /// The session or operator behind a token; nil when it is unknown or has ended.
  public var authenticate: @Sendable (String) async throws -> Principal?
  /// Whether an account holds a permission in a scope.
  public var permits: @Sendable (Principal, String, String) async throws -> Bool
  /// The host's time.
  public var now: @Sendable () -> Date
  /// The languages there are texts in, the default first.
  public var languages: [String]
  /// The live topics that can be watched.
  public var topics: [LiveTopicAccess]
  /// The state of every part, for `/readyz`.
  public var readiness: @Sendable () async -> [Readiness]
  /// The metrics of the rest of the host in Prometheus text format.
  public var metrics: @Sendable () async -> String
  /// The host's log.
  public var log: any Log

  /// The services.
  public init(
    authenticate: @escaping @Sendable (String) async throws -> Principal?,
    permits: @escaping @Sendable (Principal, String, String) async throws -> Bool,
    now: @escaping @Sendable () -> Date, languages: [String],
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
  /// Whether the host can serve without it.
  public var isOptional: Bool

  /// A state.
  public init(part: String, health: Health, isOptional: Bool) {
    self.part = part
    self.health = health
    self.isOptional = isOptional
  }
}
