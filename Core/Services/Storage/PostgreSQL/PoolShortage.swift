internal import FieldhouseKit

/// A namespace whose transactions wait for one another.
struct PoolShortage: Sendable {
  let schema: String
  let held: Int
  /// For how long one of them has been held, in nanoseconds.
  let longest: UInt64
  let waiting: Int
  /// For how long somebody has waited, in nanoseconds.
  let since: UInt64

  /// Whether its own transactions are what the others wait for; shorter waits come with much to do.
  var isLong: Bool { since >= Self.long && longest >= Self.long }

  private static let long: UInt64 = 1_000_000_000

  /// What it means for the namespace.
  var health: Health {
    .degraded(
      "It holds \(held) connections to the database, one of them for \(longest / 1_000_000_000) s; \(waiting) more of its "
        + "reads and writes wait.",
      remedy: "Its reads and writes take long, or wait for something inside a transaction: mend the plugin.")
  }
}
