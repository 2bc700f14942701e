/// For how long a group waits for others to join before it is committed, and who joins it.
///
/// A sync of the disk costs the same for one transaction as for many, and those who were told of the last commit come back with their
/// next transaction a moment later. Where several shared the last commit, and fewer than twice as many are there, it is worth half a
/// sync to wait for them; who is alone never waits.
///
/// Large work comes as one long transaction after another. Whoever has come while one was at work does not wait for the next, too:
/// what came after it joins nobody who came before its end.
struct CommitPace {
  /// Nanoseconds that nobody is let wait beyond, however slow the disk is.
  static let longest: UInt64 = 500_000

  /// From how many nanoseconds on a group is long.
  static let long: UInt64 = 10_000_000

  /// When the last long group ended, in monotonic nanoseconds; nil once what came later has been kept apart.
  private var longEnd: UInt64?
  /// How many shared the last commit.
  private var last = 0
  /// What a commit takes, in nanoseconds; the latest count most.
  private var duration: UInt64 = 0

  /// The nanoseconds that a group of so many waits for others; 0 when it is committed at once.
  func patience(of count: Int) -> UInt64 {
    last > 1 && count < 2 * last ? min(duration / 2, Self.longest) : 0
  }

  /// Notes the end of a group.
  /// - Parameters:
  ///   - nanoseconds: since it began.
  ///   - now: in monotonic nanoseconds.
  mutating func noteEnd(after nanoseconds: UInt64, at now: UInt64) { if nanoseconds >= Self.long { longEnd = now } }

  /// Whether those who are there are committed before somebody joins who came at that instant.
  mutating func keepsApart(_ arrival: UInt64) -> Bool {
    guard let longEnd, arrival > longEnd else { return false }
    self.longEnd = nil
    return true
  }

  /// Notes a commit.
  /// - Parameter nanoseconds: what it took.
  mutating func note(_ count: Int, took nanoseconds: UInt64) {
    duration = last == 0 ? nanoseconds : (duration * 7 + nanoseconds) / 8
    last = count
  }
}
