/// For how long a group waits for others to join before it is committed.
///
/// A sync of the disk costs the same for one transaction as for many, and those who were told of the last commit come back with their
/// next transaction a moment later. Where several shared the last commit, and fewer than twice as many are there, it is worth half a
/// sync to wait for them; who is alone never waits.
struct CommitPace {
  /// Nanoseconds that nobody is let wait beyond, however slow the disk is.
  static let longest: UInt64 = 500_000

  /// How many shared the last commit.
  private var last = 0
  /// What a commit takes, in nanoseconds; the latest count most.
  private var duration: UInt64 = 0

  /// The nanoseconds that a group of so many waits for others; 0 when it is committed at once.
  func patience(of count: Int) -> UInt64 {
    last > 1 && count < 2 * last ? min(duration / 2, Self.longest) : 0
  }

  /// Notes a commit.
  /// - Parameter nanoseconds: what it took.
  mutating func note(_ count: Int, took nanoseconds: UInt64) {
    duration = last == 0 ? nanoseconds : (duration * 7 + nanoseconds) / 8
    last = count
  }
}
