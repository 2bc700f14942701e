/// When the log is written into the file, and in what steps.
///
/// Written as a whole it is on disk before the writer goes on: some 25 ms for what has changed in half a second. So its end is
/// held when it is long, what lies before that is written as soon as there is more, which needs no wait, and the disk takes
/// it beside the writer. The short rest is written as a whole; then the log begins anew. One that cannot be written to its end
/// because somebody reads an old snapshot is tried again when it has grown by as much.
struct CheckpointPace {
  /// What is to be done now.
  enum Step {
    case none
    /// Hold the end.
    case hold
    /// Write what lies before the held end, and have the disk take it beside the writer.
    case write
    /// Let go, and write all there is.
    case finish
  }

  private enum State {
    case growing
    /// With that many pages.
    case held(Int)
    case underway(Int)
    case onDisk(Int)
  }

  /// The pages of a portion.
  static let portion = 1_000
  /// So many pages are written as a whole, at most.
  static let rest = 200
  /// How often it is held before all there is is written, however long that has become.
  private static let most = 4

  private var state = State.growing
  private var last = 0
  private var times = 0

  /// Whether the disk takes pages beside the writer.
  var isUnderway: Bool { if case .underway = state { true } else { false } }
  /// Whether the log is held.
  var isHeld: Bool { if case .growing = state { false } else { true } }

  /// What is to be done with a log of that many pages.
  mutating func step(_ pages: Int) -> Step {
    switch state {
    case .growing:
      if pages < last { last = 0 }
      guard pages - last >= Self.portion else { return .none }
      times = 0
    case .held(let end):
      guard pages > end else { return .none }
      state = .underway(end)
      return .write
    case .underway: return .none
    case .onDisk(let end) where pages - end <= Self.rest || times >= Self.most:
      (state, last) = (.growing, pages)
      return .finish
    case .onDisk: break
    }
    times += 1
    state = .held(pages)
    return .hold
  }

  /// The disk has what was written.
  mutating func done() { if case .underway(let end) = state { state = .onDisk(end) } }

  /// The log is not held any more, nor could it be; it is tried again when it has grown by a portion.
  mutating func letGo() {
    if case .held(let end) = state { last = end }
    state = .growing
  }
}
