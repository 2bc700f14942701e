/// How many requests of a route may be worked on at a time, found out from how long they take.
///
/// By Little's law requests that wait for something that does `r` of them a second take `n / r` seconds when `n` are
/// there. So a route whose requests take much longer than they usually do, for three windows running, lets in only as many
/// as are done in the time that it still takes for good; the others are turned away at once instead of waiting longer and
/// longer. The limit rises again as soon as they are quicker.
struct WorkLimit: Sendable, Equatable {
  /// What a route did in some time.
  struct Window: Sendable, Equatable {
    /// The length in seconds, more than 0.
    var length: Double
    /// Requests that were answered.
    var finished: Int
    /// Requests that were turned away.
    var refused: Int
    /// The time from start to end of those answered, added up, in seconds.
    var seconds: Double

    var mean: Double { seconds / Double(max(1, finished)) }
    var rate: Double { Double(finished) / length }
  }

  /// However slow they are, so many may be worked on.
  static let least = 40
  /// However quick they are, no more may: of a burst that nobody has seen coming the last one has to wait for all.
  static let most = 512
  /// Slow windows before the route counts as overloaded.
  static let patience = 3
  /// A mean time above this many times the usual one is slow.
  private static let tolerance = 1.25
  /// A mean time below this is never slow, in seconds.
  private static let quick = 0.025
  /// The longest time that counts as usual, in seconds.
  private static let longest = 5.0
  /// Seconds over which the usual time is learnt.
  private static let memory = 6.4

  /// How many may be worked on now.
  private(set) var limit = most
  /// The usual time of a request, in seconds.
  private(set) var usual = 0.0
  private var slowWindows = 0

  /// Whether some may have to be turned away that would have been let in otherwise.
  var isOverloaded: Bool { limit < Self.most }
  /// The mean time above which a window is slow, in seconds.
  var target: Double { max(Self.quick, usual * Self.tolerance) }

  /// Takes account of a window; one without an answer says nothing.
  mutating func close(_ window: Window) {
    guard window.finished > 0 else { return }
    if window.mean > target { slow(window) } else { fast(window) }
  }

  private mutating func slow(_ window: Window) {
    slowWindows += 1
    // Fewer cannot be let in: this is the time they take.
    if limit == Self.least { learn(window) }
    guard isOverloaded || slowWindows >= Self.patience else { return }
    limit = min(Self.most - 1, max(Self.least, Int(window.rate * target)))
  }

  private mutating func fast(_ window: Window) {
    slowWindows = 0
    if !isOverloaded {
      learn(window)
    } else {
      limit = min(Self.most, window.refused == 0 ? limit * 2 : limit + limit / 8)
    }
  }

  private mutating func learn(_ window: Window) {
    let share = min(1, window.length / Self.memory)
    usual = min(Self.longest, usual + (window.mean - usual) * share)
  }
}
