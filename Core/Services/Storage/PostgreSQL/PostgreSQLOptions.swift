public import Foundation

/// How the engine for PostgreSQL works.
public struct PostgreSQLOptions: Sendable {
  /// How many connections a process holds at most.
  public var connections: Int
  /// How long a connection may be idle before it is closed; the last one stays. Connections come back with need.
  public var linger: Duration
  /// The beginning of the names of its schemas and roles: `<prefix>_<namespace>`.
  public var prefix: String
  /// How long transactions may take.
  public var limits: TransactionLimits
  /// The host's time, for what is stored with it.
  public var now: @Sendable () -> Date

  /// Options.
  public init(
    connections: Int = 32, linger: Duration = .seconds(10), prefix: String = "fieldhouse",
    limits: TransactionLimits = TransactionLimits(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.connections = connections
    self.linger = linger
    self.prefix = prefix
    self.limits = limits
    self.now = now
  }
}
