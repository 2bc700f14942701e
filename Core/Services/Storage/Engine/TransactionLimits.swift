/// How long transactions may take before they are rolled back with `storage-timeout`.
public struct TransactionLimits: Sendable, Hashable {
  /// The longest time a body may go without running a statement. Default 5 s.
  public var idle: Duration
  /// The longest time from the first statement to the last, the time not counted in which it waits for its scores to be
  /// stored: a transaction may submit any number of them. They are stored some thousand at a time, each time within this
  /// limit, and still take effect all together or not at all. Default 60 s.
  public var total: Duration

  /// Limits.
  public init(idle: Duration = .seconds(5), total: Duration = .seconds(60)) {
    self.idle = idle
    self.total = total
  }
}
