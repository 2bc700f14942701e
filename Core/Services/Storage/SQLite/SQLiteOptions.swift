public import Foundation

/// How the embedded engine works.
public struct SQLiteOptions: Sendable {
  /// How many connections read one file at the same time.
  public var readersPerNamespace: Int
  /// How long transactions may take.
  public var limits: TransactionLimits
  /// The host's time, for what is stored with it.
  public var now: @Sendable () -> Date

  /// Options.
  public init(
    readersPerNamespace: Int = 8, limits: TransactionLimits = TransactionLimits(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.readersPerNamespace = readersPerNamespace
    self.limits = limits
    self.now = now
  }
}
